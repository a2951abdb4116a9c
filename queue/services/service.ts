/** How a service travels: its setup, calls and answers as schemas, and what becomes of the files that a setup names. */
import type { z } from 'zod';
import type { Service } from '../../env/fleet.js';
import type { Methods } from '../../env/thread.js';
import type { Sandbox } from '../bundle.js';

/** A method: what it takes and gives, as schemas. Both sides check: workers their calls, commands the answers. */
export interface MethodSchemas {
  call: z.ZodType;
  answer: z.ZodType;
  /** Whether an answer, which holds to the schema, can be one to this call. */
  fits?(answer: unknown, call: unknown): boolean;
}

/** A setup as this machine has it. */
export interface Unpacked<S> {
  setup: S;
  /** Messages of errors as they would be on the command's machine, which has its files elsewhere. */
  translate(message: string): string;
  /** Answers as they would be there, where they name files. */
  translateAnswer?(answer: unknown): unknown;
}

/** A service for the queue. `S`: its setup; `P`: the same as it travels; `M`: its methods. */
export interface QueueService<S, P, M extends Methods<M>> {
  service: Service<S, M>;
  /** Of the setup as it travels. */
  setup: z.ZodType<P>;
  methods: Readonly<Record<keyof M & string, MethodSchemas>>;
  /** @throws UserError when something in the setup cannot travel */
  pack(setup: S): Promise<P>;
  /** @throws ServiceUnavailable when this worker cannot use it, UserError when nobody can */
  unpack(packed: P, sandbox: Sandbox): Promise<Unpacked<S>>;
}
