/** One place where a service is open: this thread, or another of the process. Calls are answered there one after the other. */
import type { Answer, Call, Host, Service } from './fleet.js';
import { type Methods, Thread, threadModule } from './thread.js';

/** What hears of a call under way. */
export interface Hearing {
  /** Hears the notes of the service (`Host.note`). */
  note?: ((note: never) => void) | undefined;
  /** Gives the call up at its next note. Only in this thread: another one is closed instead. */
  signal?: AbortSignal | undefined;
}

/** A place where a service is open; to be closed. */
export interface Place<M extends Methods<M>> {
  /** Settled once calls are answered. Rejected with what went wrong in the opening. */
  readonly opened: Promise<void>;
  /** @throws what the service throws; `ThreadEnded` when its thread has ended */
  call<K extends keyof M & string>(method: K, argument: Call<M, K>, hearing?: Hearing): Promise<Answer<M, K>>;
  /** A thread ends, whatever it does. */
  close(): Promise<void>;
}

/** Milliseconds for which a call may keep this thread to itself. */
const LONGEST = 50;

/** A service in this thread. */
export class ThisThread<M extends Methods<M>> implements Place<M> {
  readonly opened: Promise<void>;
  private readonly methods: Promise<M>;
  /** The last call. */
  private last: Promise<unknown>;
  private hearing: Hearing = {};
  private paused = performance.now();

  constructor(service: Service<never, M>, setup: unknown) {
    const host: Host = {
      interval: LONGEST,
      note: (note) => {
        this.hearing.note?.(note as never);
        return this.pause();
      },
    };
    this.methods = Promise.resolve().then(() => service.open(setup as never, host));
    this.opened = this.methods.then(() => {});
    this.last = this.opened.catch(() => {}); // The first call fails too.
  }

  call<K extends keyof M & string>(method: K, argument: Call<M, K>, hearing: Hearing = {}): Promise<Answer<M, K>> {
    const answer = this.answer(this.last, method, argument, hearing);
    this.last = answer.catch(() => {});
    return answer;
  }

  private async answer<K extends keyof M & string>(
    before: Promise<unknown>,
    method: K,
    argument: Call<M, K>,
    hearing: Hearing,
  ): Promise<Answer<M, K>> {
    await before;
    this.hearing = hearing;
    hearing.signal?.throwIfAborted();
    if (performance.now() - this.paused > LONGEST) await this.pause();
    return (await (
      await this.methods
    )[method]!(argument as never)) as Answer<M, K>;
  }

  private async pause(): Promise<void> {
    const { signal } = this.hearing;
    signal?.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
    this.paused = performance.now();
    signal?.throwIfAborted();
  }

  async close(): Promise<void> {}
}

/** What the thread of a service is given (service-thread.ts). */
export interface ServiceThread {
  /** Address of the module whose default export is the service. */
  module: string;
  setup: unknown;
}

/** A service in a thread of its own. */
export class OtherThread<M extends Methods<M>> implements Place<M> {
  readonly opened: Promise<void>;
  private readonly thread: Thread<M>;
  /** Of the calls that wait for answers, the one under way first. */
  private readonly waiting: Hearing[] = [];

  constructor({ module }: Service<never, M>, setup: unknown) {
    const data: ServiceThread = { module: threadModule(new URL(module)).href, setup };
    const note = (note: never) => this.waiting[0]?.note?.(note);
    this.thread = new Thread(new URL('./service-thread.js', import.meta.url), data, note);
    this.opened = this.thread.made;
  }

  async call<K extends keyof M & string>(
    method: K,
    argument: Call<M, K>,
    hearing: Hearing = {},
  ): Promise<Answer<M, K>> {
    this.waiting.push(hearing);
    try {
      return await this.thread.call(method, argument);
    } finally {
      this.waiting.shift();
    }
  }

  close(): Promise<void> {
    return this.thread.stop();
  }
}
