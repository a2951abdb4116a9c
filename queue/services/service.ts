/** What a service is to the queue: how its setup travels, what its calls and answers may be, and how it is opened. */
import type { z } from 'zod';
import type { Customs } from '../parcel.js';

/** A method: what it takes and gives, as schemas. Both sides check: workers what they are asked, commands what they are told. */
export interface MethodSchemas {
  call: z.ZodType;
  answer: z.ZodType;
}

/** Answers calls. */
export type Answering = Record<string, (call: unknown) => unknown>;

/** A service opened on a worker. */
export interface Opened {
  methods: Answering;
  /** Messages of errors as they would be on the command's machine, which has its files elsewhere. */
  told(message: string): string;
}

/** One service. `S`: its setup as it travels. */
export interface Service<S = unknown> {
  /** Of the setup as it travels. */
  setup: z.ZodType<S>;
  methods: Readonly<Record<string, MethodSchemas>>;
  /** @param setup as `Fleet.open` was given it @throws UserError when something in it cannot travel */
  pack(setup: never): Promise<S>;
  /** @throws Unable when this worker cannot, UserError when nobody can */
  open(setup: S, customs: Customs): Promise<Opened>;
}
