/**
 * What is done with a job, inside a process for it (child.ts): bytes that lay in the queue are opened, held against
 * their schemas, and answered.
 */

import type { ZodError } from 'zod';
import { issueText } from '../env/checked.js';
import { type Host, ServiceUnavailable } from '../env/fleet.js';
import { UserError } from '../env/user-error.js';
import type { Sandbox } from './bundle.js';
import { Cache } from './cache.js';
import { pack, unpack } from './codec.js';
import { callsSchema } from './messages.js';
import { type AnyService, serviceNamed } from './services/index.js';
import type { Unpacked } from './services/service.js';

/** First message to the process. */
export interface JobSettings {
  /** Folder of the cache. */
  cache: string;
  /** SHA-256 of modules that may be executed. */
  allowed: string[];
  /** Name of the worker, for answers. */
  worker: string;
}

/** A job to do. */
export interface Task {
  service: string;
  method: string;
  /** SHA-256 of the setup, whose bytes are in the cache. */
  setup: string;
  calls: Uint8Array;
  /** Tell of each call before it is begun: the job has ended a process before. */
  careful: boolean;
}

/** Messages from the process. */
export type Said =
  /** `answerSchema`, packed; seconds of work, and calls. */
  | { done: Uint8Array; seconds: number; calls: number }
  | { error: string; user: boolean }
  | { unable: string }
  /** Which call is begun, counted from the job's first. */
  | { begun: number };

/** Tells nobody how far it is, and has a process to itself. */
const host: Host = { interval: Number.POSITIVE_INFINITY, note: () => undefined };

/** A service that is open here. */
interface Opened {
  methods: Record<string, (argument: never) => unknown>;
  unpacked: Unpacked<unknown>;
}

async function openService(queued: AnyService, setup: unknown, sandbox: Sandbox): Promise<Opened> {
  const unpacked = await queued.unpack(setup, sandbox);
  return { methods: await queued.service.open(unpacked.setup, host), unpacked };
}

/** Setups that are kept open. */
const OPEN = 4;

/**
 * Makes what does jobs, one after the other.
 * @param say takes what is said to the worker; for each job one thing that is not `begun`
 */
export function jobDoer(
  { cache: folder, allowed, worker }: JobSettings,
  say: (said: Said) => Promise<void>,
): (task: Task) => Promise<void> {
  const cache = new Cache(folder);
  // What is wrong with this machine's disk is no reason to give a job up: another worker may do it.
  const atHome = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new ServiceUnavailable(`cannot use its cache: ${(error as Error).message}`);
    }
  };
  const sandbox: Sandbox = {
    allowed: new Set(allowed),
    store: (hash, name, bytes) => atHome(() => cache.file(hash, name, bytes)),
  };
  const read = (hash: string) => atHome(() => cache.read(hash));
  const opened = new Map<string, { queued: AnyService; open: Promise<Opened> }>();

  const open = async (name: string, hash: string): Promise<{ queued: AnyService; open: Promise<Opened> }> => {
    const key = `${name}/${hash}`;
    const known = opened.get(key);
    opened.delete(key);
    if (known) {
      opened.set(key, known);
      return known;
    }
    const queued = serviceNamed(name);
    if (!queued) throw new UserError(`there is no service ${name.slice(0, 40)}`);
    const parsed = queued.setup.safeParse(unpack(read(hash), read));
    if (!parsed.success) throw new UserError(`a setup is none of ${name} (${problemText(parsed.error)})`);
    const made = { queued, open: openService(queued, parsed.data, sandbox) };
    // What fails is tried again by the next job: a file may have been missing.
    made.open.catch(() => opened.delete(key));
    opened.set(key, made);
    for (const old of [...opened.keys()].slice(0, -OPEN)) opened.delete(old);
    return made;
  };

  return async ({ service: name, method, setup, calls: bytes, careful }) => {
    let translate = (message: string) => message;
    try {
      const { queued: service, open: opening } = await open(name, setup);
      const { methods, unpacked } = await opening;
      translate = unpacked.translate;
      const { translateAnswer = (answer: unknown) => answer } = unpacked;
      if (!Object.hasOwn(service.methods, method)) throw new UserError(`${name} has no method ${method.slice(0, 40)}`);
      const given = callsSchema.safeParse(unpack(bytes, read));
      if (!given.success) throw new UserError(`a job has no calls (${problemText(given.error)})`);
      const { shared, calls } = given.data;
      const schema = service.methods[method]!.call;
      const answers: unknown[] = [];
      const began = performance.now();
      for (const [index, own] of calls.entries()) {
        const call = schema.safeParse({ ...shared, ...own });
        if (!call.success) throw new UserError(`a call is none of ${name}/${method} (${problemText(call.error)})`);
        if (careful) await say({ begun: index });
        answers.push(translateAnswer(await methods[method]!(call.data as never)));
      }
      const seconds = (performance.now() - began) / 1000;
      const { bytes: done } = pack({ answers, seconds, worker }, Infinity);
      await say({ done, seconds, calls: calls.length });
    } catch (error) {
      if (error instanceof ServiceUnavailable) return say({ unable: error.message });
      const user = error instanceof UserError;
      const message = error instanceof Error ? (user ? error.message : (error.stack ?? error.message)) : String(error);
      await say({ error: translate(message), user });
    }
  };
}

/** A schema's first fault, cut: it may hold what somebody sent. */
const problemText = (error: ZodError): string => issueText(error).slice(0, 300);
