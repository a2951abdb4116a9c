/**
 * Worker threads as objects with methods: one thread is asked, answers each call in its turn, and may send notes in between.
 * The modules are our own, whether they run as TypeScript (tests) or as built JavaScript.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { UserError } from './user-error.js';

/** Address space (GiB) of the program itself, and of each thread: with less V8 ends the process while a thread starts. */
const SPACE = { program: 2, thread: 0.5 };
const running = new Set<Worker>();
let spaceLimit: number | undefined;

/** Address space that a process may use (`ulimit -v`), in GiB; infinity where there is no limit or none is known. */
function readSpaceLimit(): number {
  try {
    const [, bytes] = /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return bytes === undefined ? Number.POSITIVE_INFINITY : Number(bytes) / 2 ** 30;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * A thread that is not called but sends messages of its own.
 * @param module as for `Thread`
 * @throws UserError when the address space of the process is limited so that a thread would end it
 */
export function startThread(module: URL, data: unknown): Worker {
  spaceLimit ??= readSpaceLimit();
  const wanted = SPACE.program + SPACE.thread * (running.size + 1);
  if (spaceLimit < wanted)
    throw new UserError(
      `${running.size + 1} threads need ${wanted} GiB of address space and may use ${spaceLimit.toFixed(1)}; raise the limit (ulimit -v), or use fewer threads (--workers 0)`,
    );
  const thread = workerOf(threadModule(module), data);
  running.add(thread);
  thread.once('exit', () => running.delete(thread));
  return thread;
}

/**
 * Which module a thread loads for one of ours: itself. Where tests run the sources and have built them (test/build.ts), the
 * built one, if there is one: it loads in a quarter of the time.
 */
export function threadModule(module: URL): URL {
  if (!process.env.TABLETOP_BUILT || !import.meta.url.endsWith('.ts')) return module;
  const root = new URL('..', import.meta.url).href;
  const built = new URL(`dist/${module.href.replace(root, '').replace(/\.ts$/, '.js')}`, root);
  return module.href.startsWith(root) && existsSync(built) ? built : module;
}

function workerOf(module: URL, data: unknown): Worker {
  // Run as TypeScript: this file's address ends in .ts. A thread does not inherit what makes Node read that (and
  // `--import tsx` does nothing in a thread), so it sets tsx up itself before it loads the module.
  const source = new URL(module.href.replace(/\.js$/, '.ts'));
  if (import.meta.url.endsWith('.ts') && existsSync(source)) {
    const api = createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs');
    const tsx = pathToFileURL(api).href;
    const start = `import(${JSON.stringify(tsx)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source.href)}); })`;
    return new Worker(start, { eval: true, workerData: data });
  }
  return new Worker(module, { workerData: data });
}

/** The threads that this one has started and that have not ended. */
export const liveThreads = (): ReadonlySet<Worker> => running;

let leaving = false;

/**
 * From now on no thread is ended: the process will end by a signal. A thread that ends in the middle of native code, such
 * as that of ONNX Runtime, aborts the process; one in an endless loop there never ends.
 */
export function leaveThreads(): void {
  leaving = true;
}

/** What a thread can be asked: methods of at most one argument. Arguments and results are plain data: they are posted. */
export type Methods<M> = { [K in keyof M]: (argument: never) => unknown };

/** One call. */
interface Call {
  id: number;
  method: string;
  argument: unknown;
}

/** What a thread sends: the answer to a call (`MADE`: that it is ready for them), or a note. */
type Message = { id: number; result: unknown } | { id: number; error: Thrown } | { note: unknown };

/** An error on its way. `user`: a `UserError`, whose message is all there is to say. */
interface Thrown {
  message: string;
  stack: string | undefined;
  user: boolean;
}

/** The answer that tells that a thread is ready for calls. */
const MADE = -1;

/** A thread ended though nobody ended it: it ran out of memory, threw outside of a call, or called `process.exit`. */
export class ThreadEnded extends Error {
  /** @param why in a few words: `exit code 1` */
  constructor(
    readonly why: string,
    options?: ErrorOptions,
  ) {
    super(`a thread ended: ${why}`, options);
  }
}

/** A thread that answers calls: the side that asks. */
export class Thread<M extends Methods<M>> {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private next = MADE + 1;
  /** Why no call is answered any more. */
  private over: Error | undefined;
  /** Settled once calls are answered. Rejected with what went wrong in the making; a `UserError` stays one. */
  readonly made: Promise<void>;

  /**
   * Starts a thread.
   * @param module address of the worker's module as the caller's source names it, with the ending `.js`:
   *   `new URL('./match-worker.js', import.meta.url)`; it calls `answerCalls`
   * @param data plain data and shared memory for it
   * @param onNote hears what it tells between two answers
   * @param background whether it keeps the process alive only while a call waits
   */
  constructor(
    module: URL,
    data: unknown,
    private readonly onNote: (note: never) => void = () => {},
    private readonly background = false,
  ) {
    this.worker = startThread(module, data);
    this.made = this.answer(MADE);
    this.made.catch(() => {}); // Nobody needs to wait for it: the first call fails too.
    this.worker.on('message', (message: Message) => this.heard(message));
    this.worker.on('error', (error) => this.end(ended(error)));
    this.worker.on('exit', (code) => this.end(new ThreadEnded(`exit code ${code}`)));
  }

  /** Calls a method. Rejected with the error that it throws, or with `ThreadEnded`. Calls are answered one after the other. */
  call<K extends keyof M & string>(method: K, argument: Parameters<M[K]>[0]): Promise<Awaited<ReturnType<M[K]>>> {
    if (this.over) return Promise.reject(this.over);
    const id = this.next++;
    const answer = this.answer<Awaited<ReturnType<M[K]>>>(id);
    this.worker.postMessage({ id, method, argument } satisfies Call);
    return answer;
  }

  /** Ends the thread, whatever it does, unless the process ends anyway. Calls that wait are rejected. */
  async stop(): Promise<void> {
    this.end(new ThreadEnded('it was stopped'));
    if (!leaving) await this.worker.terminate();
  }

  private answer<T>(id: number): Promise<T> {
    if (this.background) this.worker.ref();
    return new Promise<T>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private heard(message: Message): void {
    if (this.over) return;
    if ('note' in message) {
      this.onNote(message.note as never);
      return;
    }
    const waiting = this.waiting.get(message.id)!;
    this.waiting.delete(message.id);
    if (this.background && this.waiting.size === 0) this.worker.unref();
    if ('result' in message) waiting.resolve(message.result as never);
    else waiting.reject(thrown(message.error));
  }

  private end(error: Error): void {
    this.over ??= error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** What was thrown in a call. */
function thrown({ message, stack, user }: Thrown): Error {
  if (user) return new UserError(message);
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}

/** What was thrown outside of a call, as the end of its thread. */
function ended(error: unknown): ThreadEnded {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new ThreadEnded(message.split('\n')[0]!, { cause: error }), { stack });
}

/**
 * A thread that answers calls: the side that answers. To be called once, by the thread's own module.
 * @param make makes what answers, from what the thread was given; `note` sends something between two answers
 */
export function answerCalls<D, M extends Methods<M>>(
  make: (data: D, note: (note: unknown) => void) => M | Promise<M>,
): void {
  const port = parentPort!;
  const answer = async (id: number, work: () => unknown) => {
    let message: Message;
    try {
      message = { id, result: await work() };
    } catch (error) {
      const { message: text, stack } = error instanceof Error ? error : new Error(String(error));
      message = { id, error: { message: text, stack, user: error instanceof UserError } };
    }
    port.postMessage(message);
  };
  const made = Promise.resolve().then(() => make(workerData as D, (note) => port.postMessage({ note })));
  let queue = answer(MADE, async () => void (await made));
  port.on('message', ({ id, method, argument }: Call) => {
    queue = queue.then(() =>
      answer(id, async () => {
        const methods = (await made) as unknown as Record<string, (argument: unknown) => unknown>;
        return methods[method]!(argument);
      }),
    );
  });
}
