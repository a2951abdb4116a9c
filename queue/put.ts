/**
 * Jobs are put into the queue, each with the time after which it goes by itself: the command may be killed at any moment,
 * and no worker of its code come again.
 */
import type { JobsOptions, Queue } from 'bullmq';
import type { ChainableCommander } from 'ioredis';
import { queuePackages, type Redis } from './connection.js';
import { codeHash } from './identity.js';
import { LIFE, queueKey, queueParts } from './keys.js';

/** A job before it is in the queue. */
export interface NewJob {
  name: string;
  data: unknown;
  opts: JobsOptions & { jobId: string };
}

/**
 * Puts jobs in, and gives them and the queue's own keys their time in the same step: all of it is done, or nothing. A second
 * time the same ids add nothing.
 */
export async function putJobs(queue: Queue, jobs: readonly NewJob[]): Promise<void> {
  const { bullmq } = queuePackages();
  const { backend } = queue;
  const step = (await backend.client).multi();
  for (const { name, data, opts } of jobs)
    await backend.addJobToTransaction(step, new bullmq.Job(queue, name, data, opts, opts.jobId).asJSON(), opts.jobId);
  const ids = jobs.map(({ opts }) => opts.jobId);
  // It is a transaction of ioredis, of which BullMQ's type has less.
  lasting(step as unknown as ChainableCommander, ids);
  for (const [error] of (await step.exec()) ?? []) if (error) throw error;
}

/** Lets jobs that still wait live on. */
export async function renewJobs(redis: Redis, ids: readonly string[]): Promise<void> {
  await lasting(redis.pipeline(), ids).exec();
}

function lasting(commands: ChainableCommander, ids: readonly string[]): ChainableCommander {
  for (const part of [...queueParts, ...ids]) commands.expire(queueKey(codeHash(), part), LIFE.job);
  return commands;
}
