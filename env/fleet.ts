/**
 * Where calls of a service are answered: in this process, in threads of it (local-fleet.ts), or on other machines (queue/). What
 * plays many games (eval/, training/) is written once, as a service, and does not know which of them answers.
 */
import type { List } from './list.js';
import type { Methods } from './thread.js';
import { UserError } from './user-error.js';

/** How a service tells how far a call is that takes long. */
export interface Host {
  /** Milliseconds after which a call should tell it, and again after it has. */
  readonly interval: number;
  /**
   * Tells the caller something before the answer; other machines tell nothing. To be waited for where it returns a promise:
   * where no other thread does, the timers and signals of this process come in meanwhile.
   * @throws the reason for which the call was given up
   */
  note(note: unknown): Promise<void> | undefined;
}

/**
 * A service: what answers calls, wherever it is opened. The default export of its module.
 *
 * `S` is its setup: plain data and shared memory. `M` has its methods, of at most one argument; arguments and answers are plain
 * data and typed arrays.
 */
export interface Service<S, M extends Methods<M>> {
  /** Workers of a queue know it by this name. */
  readonly name: string;
  /** Address of its module: `import.meta.url`. */
  readonly module: string;
  /** @throws UserError when the setup is wrong, ServiceUnavailable when only this process cannot answer */
  open(setup: S, host: Host): M | Promise<M>;
}

/** Where services can be opened. */
export interface Fleet {
  /** @throws UserError when the setup is wrong or names what cannot travel, such as an agent that is a program of this machine */
  open<S, M extends Methods<M>>(service: Service<S, M>, setup: S): Promise<OpenService<M>>;
}

/** What a method of a service takes, and what it gives. */
export type Call<M extends Methods<M>, K extends keyof M> = Parameters<M[K]>[0];
export type Answer<M extends Methods<M>, K extends keyof M> = Awaited<ReturnType<M[K]>>;

/** How calls are made, and what hears of them. `A`: a call, `R`: its answer. */
export interface Calls<A, R> {
  /** What all calls have in common: laid under each of them. Sent to other machines once a job. */
  shared?: Record<string, unknown>;
  /** What a call is about in a few words, its seed above all: for messages. */
  label(call: A): string;
  /** Hears each answer once, in any order. What it throws ends the calls. @param index of the call */
  deliver(index: number, answer: R): void;
  /** Hears notes of the call of that index before it is answered (`Host.note`). */
  note?: ((index: number, note: never) => void) | undefined;
  /** Gives up; the promise is then rejected with its reason, and nothing is delivered any more. */
  signal?: AbortSignal | undefined;
}

/** An open service; to be closed. */
export interface OpenService<M extends Methods<M>> {
  /**
   * Has calls answered by whoever is free, however often that must be tried.
   * @param calls what each of them has beside `how.shared`
   * @throws what a call itself throws; CallCrashed where one ends its workers
   */
  all<K extends keyof M & string>(
    method: K,
    calls: List<Partial<Call<M, K>>>,
    how: Calls<Partial<Call<M, K>>, Answer<M, K>>,
  ): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A call that ended every worker which tried it. */
export class CallCrashed extends UserError {}

/** A service that cannot be opened here, though it can elsewhere: the message says what is missing. */
export class ServiceUnavailable extends UserError {}
