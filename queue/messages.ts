/** What is said over the queue, and the schemas that it is held against: whatever lies in Redis may be anybody's. */

import { z } from 'zod';
import { printable } from '../env/words.js';

/** Version of all messages; in the code's hash too, so that it never differs between a command and its workers. */
export const FORMAT = 1;

/** Most bytes of a job as text, of an answer, of a blob. */
export const LIMITS = { job: 4 << 20, answer: 256 << 20, blob: 512 << 20 } as const;

/** Name of a worker. */
const workerName = z.string().regex(/^[\w.@-]{1,100}$/);

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Ids of runs and jobs. */
const runId = z.string().regex(/^[0-9a-f]{12}$/);

/** A job as it lies in the queue. */
export const jobSchema = z.strictObject({
  format: z.literal(FORMAT),
  run: runId,
  service: z.string().max(32),
  method: z.string().max(32),
  /** The service's setup: a blob. */
  setup: hash,
  /** All blobs that the setup and the calls name. */
  blobs: z.array(hash).max(1000),
  /** `callsSchema`, packed, in base64. */
  calls: z.string().max(LIMITS.job),
});

/** See `jobSchema`. */
export type JobData = z.infer<typeof jobSchema>;

/** What is in a job: what its calls have in common, and each of them. */
export const callsSchema = z.strictObject({
  shared: z.record(z.string(), z.unknown()),
  calls: z.array(z.record(z.string(), z.unknown())).min(1).max(100_000),
});

/** What came of a job. */
export const answerSchema = z.union([
  /** One answer a call, and the seconds that they took together. */
  z.strictObject({ answers: z.array(z.unknown()), seconds: z.number().nonnegative(), worker: z.string() }),
  /** A call threw. `user`: its message is all there is to say. */
  z.strictObject({ error: z.string(), user: z.boolean() }),
  /** Its process ended each time. @param call the last that was begun, counted from the job's first */
  z.strictObject({ crashed: z.string(), call: z.int().nonnegative() }),
  /** Blobs are no longer there: they are to be stored again. */
  z.strictObject({ missing: z.array(hash) }),
]);

/** See `answerSchema`. */
export type JobAnswer = z.infer<typeof answerSchema>;

/** What a worker tells of itself. */
export const workerSchema = z.object({
  name: workerName,
  host: z
    .string()
    .max(200)
    .transform((text) => printable(text)),
  pid: z.int(),
  concurrency: z.int(),
  code: hash,
  version: z
    .string()
    .max(40)
    .transform((text) => printable(text)),
  /** Jobs in hand, done and failed. */
  busy: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Seconds of work in all. */
  seconds: z.number(),
});

/** See `workerSchema`. */
export type WorkerRecord = z.infer<typeof workerSchema>;

/** What a command tells of itself. */
export const runSchema = z.object({
  run: runId,
  command: z
    .string()
    .max(4000)
    .transform((text) => printable(text)),
  host: z
    .string()
    .max(200)
    .transform((text) => printable(text)),
  pid: z.int(),
  code: hash,
  /** Calls that are answered, and all that are known of so far. */
  done: z.int(),
  total: z.int(),
  /** Answers that came to jobs which were answered already: dropped. */
  late: z.int(),
});

/** See `runSchema`. */
export type RunRecord = z.infer<typeof runSchema>;

/** Reads a record that may be anybody's; null where it is none. */
export function readRecord<T>(schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
