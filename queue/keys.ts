/** Names of everything in Redis, and how long it lives there. BullMQ's own keys begin `tabletop:jobs-<code>`. */

/** BullMQ's prefix. */
export const PREFIX = 'tabletop';

/** Queue of the workers with this code; others never see its jobs. @param code `codeHash` */
export const queueName = (code: string): string => `jobs-${code.slice(0, 8)}`;

/** A key of BullMQ's in a queue: a list of it, or a job by its id. */
export const queueKey = (code: string, part: string): string => `${PREFIX}:${queueName(code)}:${part}`;
/** What there may be in a queue beside jobs, but what BullMQ lets end by itself: with `stalled-check` it looks for lost jobs. */
export const queueParts = [
  ...['wait', 'paused', 'active', 'delayed', 'prioritized', 'completed', 'failed', 'stalled'],
  ...['marker', 'meta', 'events', 'id'],
];

/** Bytes by their SHA-256. */
export const blobKey = (sha256: string): string => `tabletop:blob:${sha256}`;
/** Answers of a run, by job id. */
export const resultsKey = (run: string): string => `tabletop:results:${run}`;
/** Job ids whose answers are there, in the order in which they came. */
export const readyKey = (run: string): string => `tabletop:ready:${run}`;
/** Why workers do not take jobs of a run, by worker. */
export const refusalsKey = (run: string): string => `tabletop:refusals:${run}`;
/** What is known of a run while its command lives. */
export const runKey = (run: string): string => `tabletop:run:${run}`;
/** What is known of a worker while it lives. */
export const workerKey = (name: string): string => `tabletop:worker:${name}`;

/** Seconds after which what nobody renews is gone. */
export const LIFE = { worker: 15, run: 60, refusal: 15, answers: 3600, blob: 3600, job: 3600 } as const;
/** Milliseconds between two renewals. */
export const RENEW = 4000;

/** Milliseconds for which a worker holds a job without a sign of life; and between two looks at jobs whose worker has gone. */
export const LOCK = 10_000;
export const STALLED = 5000;
/** So many workers may die over a job before it is set aside. Machines are switched off: that is not the job's fault. */
export const MAX_DEATHS = 10;
/** So often a job may end the process that does it. */
export const MAX_CRASHES = 3;
