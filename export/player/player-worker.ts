/**
 * The player in a worker, of a browser or of Node: the same file is loaded there, and answers questions. Part of every
 * exported file.
 */
import type {
  ActSettings,
  LegalAction,
  PlayerAnswer,
  PlayerModule,
  PlayerWorker,
} from '../../agents/player-file/player-module.js';
import { inOwnFile } from './own-file.js';

type Player = Pick<PlayerModule, 'act' | 'legal' | 'evaluate'> & { meta: Pick<PlayerModule['meta'], 'lookahead'> };
/** A question; `asked`: when, by the clock of the day, which both sides have. */
interface Question {
  id: number;
  what: 'act' | 'legal' | 'evaluate';
  view: unknown;
  settings: Omit<ActSettings, 'random'>;
  asked: number;
}
/** `early`: there is a better answer to come. */
type Reply = { id: number; early?: true; answer: unknown } | { id: number; error: string };

const BUNDLED =
  'openWorker: a worker loads the file that the player is in, and here it is part of a bundle: keep the exported file ' +
  'beside the bundle and import it from there, or call act in a worker of your own';

/** Distinguishes such a worker from any other thread that loads the file. */
const MARK = 'tabletop-player';

// What is there of the two worlds.
interface Port {
  postMessage(message: unknown): void;
  on?(event: 'message', heard: (message: never) => void): void;
  onmessage?: ((event: { data: never }) => void) | null;
}
interface Thread extends Port {
  terminate(): unknown;
  unref?(): void;
  on?(event: 'message' | 'error' | 'exit', heard: (message: never) => void): void;
  onerror?: ((event: { message?: string }) => void) | null;
}
interface Threads {
  Worker: new (address: URL, options: { workerData: string }) => Thread;
  parentPort: Port | null;
  workerData: unknown;
}
interface Surroundings {
  process?: { getBuiltinModule?: (name: string) => unknown; versions?: { node?: string } };
  Worker?: new (address: string, options: { type: 'module'; name: string }) => Thread;
  WorkerGlobalScope?: unknown;
  name?: string;
}
const here = globalThis as unknown as Surroundings;
const nodeThreads = () => here.process?.getBuiltinModule?.('worker_threads') as Threads | undefined;

function listen<T>(port: Port, heard: (message: T) => void): void {
  if (port.on) port.on('message', heard as never);
  else port.onmessage = ({ data }) => heard(data as T);
}

/** Answers questions where this is such a worker; does nothing elsewhere. @returns whether it is */
export function serveWorker(player: Player): boolean {
  const threads = nodeThreads();
  const browsers = here.WorkerGlobalScope !== undefined && here.name === MARK;
  const port = threads?.workerData === MARK ? threads.parentPort : browsers ? (globalThis as unknown as Port) : null;
  if (!port) return false;
  const reply = (message: Reply) => port.postMessage(message);
  listen<Question>(port, ({ id, what, view, settings, asked }) => {
    try {
      const { milliseconds } = settings;
      if (what === 'evaluate') reply({ id, answer: player.evaluate(view, settings) });
      else if (what === 'legal') reply({ id, answer: player.legal(view, settings) });
      else if (milliseconds === undefined || !player.meta.lookahead) reply({ id, answer: player.act(view, settings) });
      else {
        reply({ id, early: true, answer: player.act(view, { ...settings, milliseconds: 0 }) });
        const left = Math.max(0, milliseconds - (Date.now() - asked));
        reply({ id, answer: player.act(view, { ...settings, milliseconds: left }) });
      }
    } catch (error) {
      reply({ id, error: (error as Error).message });
    }
  });
  port.postMessage({ id: 0, answer: null } satisfies Reply);
  return true;
}

/** An answer, and whether it came before the time was over. */
interface Timed {
  answer: unknown;
  inTime: boolean;
}
interface Open {
  resolve(timed: Timed): void;
  reject(error: Error): void;
  /** What there is when the time is over. */
  early?: object;
  late: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** @param address of the exported file; undefined in a bundle of another format */
export async function openWorker(address: string | undefined): Promise<PlayerWorker> {
  if (!address || (await inOwnFile(address)) === false) throw new Error(BUNDLED);
  const thread = start(address);
  const open = new Map<number, Open>();
  let next = 0;
  let ended = '';

  const settle = (id: number, done: (one: Open) => void): void => {
    const one = open.get(id);
    if (!one) return;
    open.delete(id);
    clearTimeout(one.timer);
    done(one);
  };
  const end = (why: string): void => {
    ended ||= why;
    for (const id of [...open.keys()]) settle(id, ({ reject }) => reject(new Error(ended)));
  };
  /** Answers with what there is; where that is nothing yet, with what comes first. */
  const outOfTime = (id: number): void => {
    const one = open.get(id)!;
    if (one.early) settle(id, ({ resolve, early }) => resolve({ answer: early, inTime: false }));
    else one.late = true;
  };
  listen<Reply>(thread, (message) => {
    const { id } = message;
    if ('error' in message) settle(id, ({ reject }) => reject(new Error(message.error)));
    else if (message.early) {
      const one = open.get(id);
      if (!one) return;
      one.early = message.answer as object;
      if (one.late) outOfTime(id);
    } else settle(id, ({ resolve, late }) => resolve({ answer: message.answer, inTime: !late }));
  });
  const failed = ({ message }: { message?: string }) => end(`the worker failed: ${message ?? 'it does not load'}`);
  if (thread.on) {
    thread.on('error', failed as never);
    thread.on('exit', (() => end('the worker has ended')) as never);
  } else thread.onerror = failed;

  const ask = (question: Omit<Question, 'id' | 'asked'>): Promise<Timed> => {
    if (ended) return Promise.reject(new Error(ended));
    const id = ++next;
    return new Promise((resolve, reject) => {
      const one: Open = { resolve, reject, late: false };
      open.set(id, one);
      const { milliseconds } = question.settings;
      if (milliseconds !== undefined) one.timer = setTimeout(() => outOfTime(id), milliseconds);
      try {
        thread.postMessage({ ...question, id, asked: Date.now() } satisfies Question);
      } catch (error) {
        settle(id, () => reject(error as Error));
      }
    });
  };
  const worker: PlayerWorker = {
    async act(view, settings = {}) {
      const { answer, inTime } = await ask({ what: 'act', view, settings });
      return { ...(answer as PlayerAnswer), inTime };
    },
    async legal(view, settings = {}) {
      return (await ask({ what: 'legal', view, settings })).answer as LegalAction[];
    },
    async evaluate(view, settings = {}) {
      return (await ask({ what: 'evaluate', view, settings })).answer as number[];
    },
    close() {
      end('the worker was closed');
      thread.terminate();
    },
  };
  return new Promise((resolve, reject) => {
    open.set(0, { resolve: () => resolve(worker), reject, late: false });
  });
}

function start(address: string): Thread {
  const threads = nodeThreads();
  if (threads) return new threads.Worker(new URL(address), { workerData: MARK });
  if (here.process?.versions?.node) throw new Error('openWorker: Node 20.16 or later wanted');
  if (!here.Worker) throw new Error('openWorker: there are no workers here');
  return new here.Worker(address, { type: 'module', name: MARK });
}
