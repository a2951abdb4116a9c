/** The way to the worker: a request goes out, its answer comes back as a promise. */
import type { Request, RequestName, Requests, WorkerAnswer } from '../protocol.js';

/** An answer that is one line for people. */
class Refused extends Error {}

export type Ask = <K extends RequestName>(name: K, ask: Requests[K]['ask']) => Promise<Requests[K]['answer']>;

/**
 * @param worker runs the game
 * @param failed is called once when the worker is lost, with why
 */
export function connect(worker: Worker, failed: (why: string) => void): Ask {
  let last = 0;
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    const waiter = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data)
      waiter?.reject(data.bug ? new Error(`the game or this page failed: ${data.error}`) : new Refused(data.error));
    else waiter?.resolve(data.value as never);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    failed(event.message || 'its script cannot be loaded');
  });
  return (name, ask) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, ask } as Request);
    });
}
