/**
 * Work that other machines do: the contract between what plays many games (eval/, training/) and whoever carries calls to
 * workers (queue/). Threads of this machine are env/thread.ts.
 */
import type { Methods } from './thread.js';
import { UserError } from './user-error.js';

/** Where calls are answered that this process does not answer itself. */
export interface Fleet {
  /**
   * Prepares a service on the workers.
   * @param service its name, one of those that workers know
   * @param setup what a worker must know to answer its calls, once; plain data and typed arrays
   * @throws UserError when the setup names what cannot travel, such as an agent that is a program of this machine
   */
  open<M extends Methods<M>>(service: string, setup: unknown): Promise<RemoteService<M>>;
}

/** How calls are told of. */
export interface Calls<A, R> {
  /** Laid under every call, and sent once a job: what all of them have in common. */
  shared?: Record<string, unknown>;
  /** What a call is about in a few words, its seed above all: for messages. */
  label(call: A): string;
  /** Hears each answer once, in any order. @param index of the call */
  deliver(index: number, answer: R): void;
  /** Gives up; the promise is then rejected with its reason. */
  signal?: AbortSignal | undefined;
}

/** A service on the workers; to be closed. */
export interface RemoteService<M extends Methods<M>> {
  /**
   * Has calls answered by whoever is free, however often that must be tried.
   * @throws what a call itself throws; SetAside where one ends its workers
   */
  all<K extends keyof M & string>(
    method: K,
    calls: readonly Partial<Parameters<M[K]>[0]>[],
    how: Calls<Partial<Parameters<M[K]>[0]>, Awaited<ReturnType<M[K]>>>,
  ): Promise<void>;
  close(): Promise<void>;
}

/** A call that ended every worker which tried it. */
export class SetAside extends UserError {}

/** A service that cannot be opened here, though it can elsewhere: the message says what is missing. */
export class Unable extends UserError {}
