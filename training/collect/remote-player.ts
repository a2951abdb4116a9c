/** The main thread's side of a `Player` that lives in a worker thread. */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../env/thread.js';
import { UserError } from '../../env/user-error.js';
import type { Player, PlayerSetup } from './rollout-player.js';
import type { Answer, Call } from './rollout-worker.js';

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** Starts a thread. @throws UserError when the player cannot be made */
export async function createRemotePlayer(setup: PlayerSetup): Promise<Player> {
  const worker = startThread(new URL('./rollout-worker.js', import.meta.url), setup);
  const calls = new Calls(worker);
  await calls.made;
  const stop = new Int32Array(setup.stop);
  let playing: Promise<unknown> = Promise.resolve();
  return {
    play: (order) => {
      const played = calls.call<Awaited<ReturnType<Player['play']>>>('play', order);
      playing = played;
      return played;
    },
    load: (state) => calls.call('load', state),
    measure: (job) => calls.call('measure', job),
    close: async () => {
      // A thread must not be ended while ONNX Runtime computes in it: that would end the process.
      Atomics.store(stop, 0, 1);
      await playing.catch(() => {});
      calls.closed = true;
      await worker.terminate();
    },
  };
}

class Calls {
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  closed = false;
  readonly made: Promise<void>;

  constructor(private readonly worker: Worker) {
    this.made = this.wait(-1);
    worker.on('message', (answer: Answer) => this.answered(answer));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', (code) => this.fail(new Error(`a rollout thread ended by itself (code ${code})`)));
  }

  call<T>(method: Call['method'], argument: unknown): Promise<T> {
    const id = this.next++;
    const answer = this.wait<T>(id);
    this.worker.postMessage({ id, method, argument } satisfies Call);
    return answer;
  }

  private wait<T>(id: number): Promise<T> {
    return new Promise<T>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private answered({ id, result, error }: Answer): void {
    const waiting = this.waiting.get(id)!;
    this.waiting.delete(id);
    if (!error) waiting.resolve(result as never);
    else if (error.user) waiting.reject(new UserError(error.message));
    else waiting.reject(Object.assign(new Error(error.message), { stack: error.stack }));
  }

  private fail(error: Error): void {
    // A thread that we end answers nobody, and nobody listens.
    for (const { reject } of this.closed ? [] : this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
