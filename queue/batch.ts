/** The calls of one `all`, cut into jobs that are neither long nor many, and the answers to these. */
import { itemsOf, type List } from '../env/list.js';
import { UserError } from '../env/user-error.js';
import { pack, unpack } from './codec.js';
import { answerSchema, FORMAT, type JobAnswer, type JobData, LIMITS } from './messages.js';
import type { MethodSchemas } from './services/service.js';

/** Seconds that a job is to take: long enough that its way does not count, short enough that the end comes together. */
const JOB = 2;
/** What is left of what was known of calls when another job has been answered. */
const PACE = 0.8;
/** Most calls of a job. */
const MOST = 20_000;

/** Calls of one `all`. */
export interface CallBatch {
  service: string;
  method: string;
  schemas: MethodSchemas;
  setup: string;
  setupBlobs: readonly string[];
  shared: Record<string, unknown>;
  calls: List<Record<string, unknown>>;
  label(call: unknown): string;
  deliver(index: number, answer: unknown): void;
  /** The first call that is in no job yet. */
  next: number;
  answered: number;
  /** Known of how long a call takes. */
  pace: CallRate;
  stop: AbortController;
  resolve(): void;
  reject(error: unknown): void;
}

/** A job that is not answered yet. */
export interface Open {
  batch: CallBatch;
  data: JobData;
  from: number;
  to: number;
  /** When it was last put in or looked for; milliseconds. */
  seen: number;
  bad: number;
  /** How often workers did not find its blobs. */
  missed: number;
}

/** Seconds of calls. */
export interface CallRate {
  seconds: number;
  calls: number;
}

/** A pace of which nothing is known. */
export const noPace = (): CallRate => ({ seconds: 0, calls: 0 });

/** Estimates how long calls take. Recent calls count most: the first calls of a process are its slowest. */
export function learnPace(pace: CallRate, calls: number, seconds: number): void {
  pace.seconds = PACE * pace.seconds + seconds;
  pace.calls = PACE * pace.calls + calls;
}

/**
 * The next calls of a batch as a job.
 * @param slots jobs that workers do at a time
 * @returns null when the batch was given up, since a call is too large
 */
export function cutJob(batch: CallBatch, run: string, slots: number): Open | null {
  const { next: from, calls, pace } = batch;
  const left = calls.length - from;
  const wanted = pace.calls === 0 ? 1 : Math.floor((JOB * pace.calls) / Math.max(pace.seconds, 1e-9));
  // Towards the end jobs become small, so that all workers are done together.
  const most = Math.ceil(left / (2 * Math.max(1, slots)));
  let count = Math.max(1, Math.min(wanted, most, MOST));
  let packed = pack({ shared: batch.shared, calls: itemsOf(calls, from, from + count) });
  while (packed.bytes.length > LIMITS.job / 2 && count > 1) {
    count = Math.ceil(count / 4);
    packed = pack({ shared: batch.shared, calls: itemsOf(calls, from, from + count) });
  }
  const { service, method, setup, setupBlobs } = batch;
  const blobs = [...new Set([...setupBlobs, ...packed.blobs.keys()])];
  const text = Buffer.from(packed.bytes).toString('base64');
  const data: JobData = { format: FORMAT, run, service, method, setup, blobs, calls: text };
  if (text.length > LIMITS.job) {
    batch.reject(new UserError(`a call of ${text.length} bytes is too large for the queue`));
    return null;
  }
  batch.next += count;
  return { batch, data, from, to: from + count, seen: 0, bad: 0, missed: 0 };
}

/** @param calls of the job @returns null when it is no answer to them */
export function readAnswer(
  bytes: Uint8Array,
  calls: readonly unknown[],
  { answer: schema, fits }: MethodSchemas,
): JobAnswer | null {
  if (bytes.length > LIMITS.answer) return null;
  let value: unknown;
  try {
    value = unpack(bytes, () => {
      throw new Error('an answer holds no blobs');
    });
  } catch {
    return null;
  }
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return null;
  const { data } = parsed;
  if (!('answers' in data)) return data;
  if (data.answers.length !== calls.length) return null;
  // Checked, but kept as they came: the order of their fields is that of this machine's own games.
  const right = (one: unknown, i: number) => schema.safeParse(one).success && (fits?.(one, calls[i]) ?? true);
  return data.answers.every(right) ? data : null;
}
