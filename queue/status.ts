/** The state of a queue, as `tabletop queue status` shows it. */
import { printable } from '../env/words.js';
import { briefly, connect, parseAddress, queuePackages, type Redis } from './connection.js';
import { PREFIX, queueKey, queueName, refusalsKey, runKey, workerKey } from './keys.js';
import { type RunRecord, readRecord, runSchema, type WorkerRecord, workerSchema } from './messages.js';

/** A run and where its jobs are. */
interface RunStatus extends RunRecord {
  /** Jobs in the queue, and at work. */
  waiting: number;
  active: number;
  /** Why workers do not take its jobs. */
  refusals: string[];
}

/** The state of a queue: its Redis, its workers, and the commands that wait for them. */
export interface QueueStatus {
  redis: { version: string; memoryBytes: number; clients: number; appendOnly: boolean };
  workers: WorkerRecord[];
  runs: RunStatus[];
  /** Jobs of commands that have gone; they go by themselves within an hour. */
  left: number;
}

async function keysLike(redis: Redis, pattern: string): Promise<string[]> {
  const keys = new Set<string>();
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000);
    cursor = next;
    for (const key of found) keys.add(key);
  } while (cursor !== '0');
  return [...keys].sort();
}

async function records(redis: Redis, pattern: string): Promise<string[]> {
  const keys = await keysLike(redis, pattern);
  return keys.length === 0 ? [] : (await redis.mget(keys)).filter((text) => text !== null);
}

/** All workers that live, whatever their code. */
export async function readWorkers(redis: Redis): Promise<WorkerRecord[]> {
  const found = (await records(redis, workerKey('*'))).map((text) => readRecord(workerSchema, text));
  return found.filter((one) => one !== null);
}

/** @throws UserError when there is no Redis, or it does not let us in */
export async function queueStatus(queue: string): Promise<QueueStatus> {
  const { bullmq } = queuePackages();
  const redis = await connect(parseAddress(queue));
  try {
    const info = await redis.info();
    const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    const workers = await readWorkers(redis);
    const found = (await records(redis, runKey('*'))).map((text) => readRecord(runSchema, text));
    const runs = found.filter((one) => one !== null);
    const jobs = new Map<string, { waiting: string[]; active: string[] }>();
    const named = (await keysLike(redis, queueKey('*', 'meta'))).map((key) => key.split(':')[1]!);
    for (const name of new Set([...runs.map((run) => queueName(run.code)), ...named])) {
      const one = new bullmq.Queue(name, { connection: redis as never, prefix: PREFIX, skipMetasUpdate: true });
      one.on('error', () => {});
      const ids = async (...types: ('wait' | 'active' | 'delayed')[]) =>
        (await one.getRanges(types, 0, -1, true)).map(String);
      jobs.set(name, { waiting: await ids('wait', 'delayed'), active: await ids('active') });
    }
    const alive = new Set(runs.map(({ run }) => run));
    const all = [...jobs.values()].flatMap(({ waiting, active }) => [...waiting, ...active]);
    const of = (ids: string[], run: string) => ids.filter((id) => id.startsWith(`${run}-`)).length;
    return {
      redis: {
        version: fact('redis_version'),
        memoryBytes: Number(fact('used_memory')),
        clients: Number(fact('connected_clients')),
        appendOnly: fact('aof_enabled') === '1',
      },
      workers,
      left: all.filter((id) => !alive.has(id.split('-')[0]!)).length,
      runs: await Promise.all(
        runs.map(async (run) => {
          const { waiting, active } = jobs.get(queueName(run.code))!;
          const refusals = Object.entries(await redis.hgetall(refusalsKey(run.run)));
          return {
            ...run,
            waiting: of(waiting, run.run),
            active: of(active, run.run),
            refusals: refusals.map(([name, why]) => printable(`worker ${name} ${why}`)),
          };
        }),
      ),
    };
  } finally {
    await briefly(() => redis.quit());
    redis.disconnect();
  }
}
