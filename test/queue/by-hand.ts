/** The queue touched by hand, past the program: what lies on it, and what somebody else may put there. */
import { createHash } from 'node:crypto';
import type { Queue } from 'bullmq';
import { Packr } from 'msgpackr';
import type { Place } from './place.js';
import { until } from './program.js';

/** A job as it lies in Redis. */
export interface RawJob {
  id: string;
  name: string;
  data: { run: string; setup: string; blobs: string[]; [more: string]: unknown };
}

const jobKey = /^tabletop:(jobs-[^:]+):([^:]+-\d+)$/;

/** The jobs of a command that no worker has taken yet; waits for the first. @returns them and the queue's name */
export async function waitingJobs(place: Place): Promise<{ queue: string; jobs: RawJob[] }> {
  let found = await presentJobs(place);
  await until(async () => {
    found = await presentJobs(place);
    return found !== null;
  }, 'jobs on the queue');
  return found!;
}

/** All jobs in Redis, and the queue's name; null when there are none. */
export async function presentJobs(place: Place): Promise<{ queue: string; jobs: RawJob[] } | null> {
  const redis = await place.redis.direct();
  const jobs: RawJob[] = [];
  let queue = '';
  for (const key of await redis.keys('tabletop:jobs-*')) {
    const parts = jobKey.exec(key);
    if (!parts) continue;
    const { name, data } = await redis.hgetall(key);
    if (!data) continue;
    queue = parts[1]!;
    jobs.push({ id: parts[2]!, name: name!, data: JSON.parse(data) as RawJob['data'] });
  }
  return jobs.length > 0 ? { queue, jobs } : null;
}

/** Ids of the jobs that wait, for their turn or for a while, and of those at work. */
export async function jobIds(place: Place): Promise<{ waiting: string[]; active: string[] }> {
  const redis = await place.redis.direct();
  const ids = { waiting: [] as string[], active: [] as string[] };
  for (const key of await redis.keys('tabletop:jobs-*')) {
    if (key.endsWith(':active')) ids.active.push(...(await redis.lrange(key, 0, -1)));
    else if (key.endsWith(':wait')) ids.waiting.push(...(await redis.lrange(key, 0, -1)));
    else if (key.endsWith(':delayed')) ids.waiting.push(...(await redis.zrange(key, '0', '-1')));
  }
  return ids;
}

/** How many there are of these. */
export async function jobCounts(place: Place): Promise<{ waiting: number; active: number }> {
  const { waiting, active } = await jobIds(place);
  return { waiting: waiting.length, active: active.length };
}

/** The queue as BullMQ has it, from outside; close it. */
export async function openQueue(place: Place, name: string): Promise<Queue> {
  const { Queue } = await import('bullmq');
  const { port, password } = place.redis;
  const queue = new Queue(name, { prefix: 'tabletop', connection: { host: '127.0.0.1', port, password } });
  queue.on('error', () => {});
  return queue;
}

/** What is put in the place of a job's game, and of each agent. */
export interface Forgery {
  game?: () => unknown;
  spec?: () => unknown;
}

/** The data of a job whose setup is another, which is stored beside the true one. */
export async function forgedSetup(
  place: Place,
  data: RawJob['data'],
  { game, spec }: Forgery,
): Promise<RawJob['data']> {
  const redis = await place.redis.direct();
  const bytes = await redis.getBuffer(`tabletop:blob:${data.setup}`);
  let forged = 0;
  const walk = (part: unknown): unknown => {
    if (ArrayBuffer.isView(part) || typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(walk);
    const instead = 'spec' in part ? spec : 'id' in part || 'module' in part ? game : undefined;
    if (instead) {
      forged++;
      return instead();
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, walk(value)]));
  };
  const packr = new Packr({ useRecords: false, moreTypes: true });
  const packed = packr.pack(walk(packr.unpack(bytes!)));
  if (forged === 0) throw new Error('the setup names neither a game nor an agent');
  const setup = createHash('sha256').update(packed).digest('hex');
  await redis.set(`tabletop:blob:${setup}`, packed);
  return { ...data, setup, blobs: [...new Set([...data.blobs.filter((blob) => blob !== data.setup), setup])] };
}
