/**
 * A worker: takes jobs from the queue of its code, has them done by processes of its own, and leaves the answers in
 * Redis. A job may be done twice, by two workers or by one: the answer is the same, and the command takes the first.
 */

import { hostname } from 'node:os';
import process from 'node:process';
import type { Job } from 'bullmq';
import { packageVersion } from '../env/package.js';
import { printable } from '../env/words.js';
import { Cache } from './cache.js';
import { pack } from './codec.js';
import {
  addressText,
  briefly,
  connect,
  newConnection,
  parseAddress,
  patiently,
  pause,
  queuePackages,
  type Redis,
} from './connection.js';
import { codeHash, shippedModules } from './identity.js';
import { JobProcess, ProcessEnded } from './job-process.js';
import {
  blobKey,
  LIFE,
  LOCK,
  MAX_CRASHES,
  MAX_DEATHS,
  PREFIX,
  queueKey,
  queueName,
  RENEW,
  readyKey,
  refusalsKey,
  resultsKey,
  runKey,
  STALLED,
  workerKey,
} from './keys.js';
import { type JobAnswer, type JobData, jobSchema, LIMITS, type WorkerRecord } from './messages.js';

/** How a worker works. */
export interface WorkerSettings {
  /** Address of Redis. */
  queue: string;
  /** Jobs at a time, each in a process of its own. */
  concurrency: number;
  /** SHA-256 of modules whose code may be executed, beside those of the package. */
  allowed: readonly string[];
  /** Folder for what is kept from job to job. */
  cache: string;
  /** As others see it; unique. */
  name: string;
  /** Ends it: jobs in hand go back to the queue. */
  signal: AbortSignal;
  /** Hears what happens, a line each. */
  log(line: string): void;
}

/** Milliseconds for which who gave a job back takes none, so that others may. */
const ASIDE = 250;

/** Milliseconds until BullMQ tries again what a lost connection broke off. */
const RETRY = 1000;
/** Reasons that are remembered. */
const REFUSALS = 1000;

/** Leaves an answer where there is still a run that waits for it. */
const LEAVE = `
if redis.call('exists', KEYS[1]) == 0 then return 0 end
redis.call('hset', KEYS[2], ARGV[1], ARGV[2])
redis.call('rpush', KEYS[3], ARGV[1])
redis.call('expire', KEYS[2], ARGV[3])
redis.call('expire', KEYS[3], ARGV[3])
return 1`;

/** Puts a job that was given back behind the others: BullMQ puts it before them, where whoever cannot do it finds it again. */
const BEHIND = "if redis.call('lrem', KEYS[1], 1, ARGV[1]) == 1 then redis.call('lpush', KEYS[1], ARGV[1]) end";

/**
 * Works until the signal. While Redis is away, timers and connections of BullMQ may outlive it: a caller with nothing
 * else to do ends the process.
 * @throws UserError when there is no Redis, it does not let us in, or the cache cannot be used
 */
export async function runWorker(settings: WorkerSettings): Promise<void> {
  const { log, name, concurrency, signal } = settings;
  const address = parseAddress(settings.queue);
  const { bullmq } = queuePackages();
  const cache = new Cache(settings.cache);
  const redis = await connect(address, signal);
  const own = new OwnWorker(settings, cache, redis, bullmq);
  const trouble = settled((text) => log(`Redis at ${addressText(address)} is away (${text}): waiting`));
  redis.on('error', (error: Error) => trouble.heard(error.message));
  redis.on('ready', trouble.over);
  const connection = newConnection(address);
  const worker = new bullmq.Worker(queueName(codeHash()), (job, token) => own.work(job, token!), {
    connection: connection as never,
    prefix: PREFIX,
    concurrency,
    lockDuration: LOCK,
    stalledInterval: STALLED,
    maxStalledCount: MAX_DEATHS,
    runRetryDelay: RETRY,
    removeOnComplete: { count: 0 },
    metrics: { maxDataPoints: bullmq.MetricsTime.ONE_WEEK },
    name,
  });
  // The connection above reports a lost Redis; other errors of BullMQ are about a job that it cannot read or remove.
  const complaint = settled((text) => log(`BullMQ: ${printable(text)}`));
  worker.on('error', (error) => {
    if (redis.status === 'ready' && !('code' in error)) complaint.heard(error.message);
  });
  worker.on('stalled', (id) => log(`job ${id} was left by its worker: back in the queue`));
  await own.tell().catch(() => {});
  log(`worker ${name} is ready: ${concurrency} jobs at a time, code ${codeHash().slice(0, 8)}`);
  const timer = setInterval(() => void own.renew(), RENEW);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  clearInterval(timer);
  own.close();
  await briefly(() => worker.close(), 2000);
  await briefly(() => redis.del(workerKey(name)));
  worker.disconnect().catch(() => {});
  connection.disconnect();
  redis.disconnect();
  log(`worker ${name} has ended`);
}

/** Tells of trouble once, until it is over. */
function settled(tell: (text: string) => void): { heard(text: string): void; over(): void } {
  let told = '';
  return {
    heard(text) {
      if (text === told) return;
      told = text;
      tell(text);
    },
    over() {
      told = '';
    },
  };
}

/** What a worker does with jobs. */
class OwnWorker {
  private readonly free: JobProcess[];
  /** Jobs in hand: their run, and who does them. */
  private readonly busy = new Map<string, { run: string; by: JobProcess | undefined; gone: boolean }>();
  private readonly stop = new AbortController();
  private done = 0;
  private failed = 0;
  /** Reasons that were logged. */
  private readonly refusals = new Set<string>();
  private seconds = 0;

  constructor(
    private readonly settings: WorkerSettings,
    private readonly cache: Cache,
    private readonly redis: Redis,
    private readonly bullmq: typeof import('bullmq'),
  ) {
    const { concurrency, allowed, name } = settings;
    const start = { cache: cache.folder, allowed: [...allowed, ...shippedModules()], worker: name };
    this.free = Array.from({ length: concurrency }, () => new JobProcess(start));
  }

  /** Does a job and leaves its answer. @throws Error when it is to be tried again */
  async work(job: Job, token: string): Promise<void> {
    const { log } = this.settings;
    const id = job.id ?? '?';
    const parsed = jobSchema.safeParse(job.data);
    if (!parsed.success || !id.startsWith(`${parsed.data.run}-`)) {
      log(`job ${id.slice(0, 80)} is none of ours: dropped`);
      return;
    }
    const data = parsed.data;
    const { run } = data;
    if ((await this.redis.exists(runKey(run))) === 0) {
      log(`job ${id} of run ${run} dropped: its command has gone`);
      return;
    }
    const by = this.free.pop();
    const hand = { run, by, gone: false };
    this.busy.set(id, hand);
    try {
      const missing = await this.fetch(data);
      if (missing.length > 0) return await this.leave(run, id, { missing });
      await this.doJob(job, token, data, by!, hand);
    } catch (error) {
      if (error instanceof ProcessEnded || error instanceof this.bullmq.WaitingError) throw error;
      // Trouble with Redis is no fault of the job: it may be repeated, which counts as no attempt.
      log(`job ${id} of run ${run} back in the queue: ${(error as Error).message}`);
      return await this.giveBack(job, token).catch((trouble: unknown) => {
        // Where that fails too the job is free once its lock has ended.
        throw trouble instanceof this.bullmq.WaitingError ? trouble : new this.bullmq.WaitingError();
      });
    } finally {
      this.busy.delete(id);
      if (by) this.free.push(by);
    }
  }

  private async doJob(
    job: Job,
    token: string,
    { run, service, method, setup, calls }: JobData,
    by: JobProcess,
    hand: { gone: boolean },
  ): Promise<void> {
    const { log } = this.settings;
    const id = job.id!;
    const what = `job ${id} of run ${run}`;
    const careful = job.attemptsMade > 0 || job.stalledCounter > 0;
    const said = await by
      .do({ service, method, setup, calls: Buffer.from(calls, 'base64'), careful })
      .catch((error: unknown) => {
        if (error instanceof ProcessEnded) return error;
        throw error;
      });
    if (said instanceof ProcessEnded) {
      if (this.stop.signal.aborted) return this.giveBack(job, token);
      if (hand.gone) return log(`${what} dropped: its command has gone`);
      this.failed++;
      log(`${what} failed: its process ended (${said.why})`);
      if (job.attemptsMade + 1 < MAX_CRASHES) throw said;
      return this.leave(run, id, { crashed: said.why, call: said.call });
    }
    if ('unable' in said) {
      this.logRefusal(`run ${run} left to others: ${said.unable}`);
      return this.refuse(job, token, run, said.unable);
    }
    if ('error' in said) {
      this.failed++;
      log(`${what} failed: ${said.error.split('\n')[0]}`);
      return this.leave(run, id, { error: said.error, user: said.user });
    }
    if (said.done.length > LIMITS.answer)
      return this.leave(run, id, { error: `an answer has ${said.done.length} bytes: too many`, user: true });
    await this.leave(run, id, said.done);
    this.done++;
    this.seconds += said.seconds;
    log(`${what} done: ${service}/${method} x ${said.calls}, ${said.seconds.toFixed(2)} s`);
  }

  /** Says once why it does not do the jobs of a run: they come again until another worker takes them. */
  private logRefusal(text: string): void {
    if (this.refusals.has(text)) return;
    if (this.refusals.size >= REFUSALS) this.refusals.clear();
    this.refusals.add(text);
    this.settings.log(text);
  }

  /** Gives a job back with the reason, so that another worker may take it. */
  private async refuse(job: Job, token: string, run: string, why: string): Promise<never> {
    const key = refusalsKey(run);
    await this.redis.hset(key, this.settings.name, why);
    await this.redis.expire(key, LIFE.refusal);
    return this.giveBack(job, token);
  }

  /**
   * Puts a job in the queue again, for another worker above all. Without a time at which it is due: the clocks of workers
   * may differ by hours.
   */
  private async giveBack(job: Job, token: string): Promise<never> {
    await job.moveToWait(token);
    if (!this.stop.signal.aborted) {
      await this.redis.eval(BEHIND, 1, queueKey(codeHash(), 'wait'), job.id!);
      await pause(ASIDE, this.stop.signal);
    }
    throw new this.bullmq.WaitingError();
  }

  /** Fetches what of a job's blobs is not here yet. @returns those that are no longer in Redis */
  private async fetch({ setup, blobs }: JobData): Promise<string[]> {
    const missing: string[] = [];
    for (const hash of [setup, ...blobs]) {
      if (this.cache.has(hash)) continue;
      const bytes = await this.redis.getBuffer(blobKey(hash));
      if (!bytes || bytes.length > LIMITS.blob) missing.push(hash);
      else
        try {
          this.cache.put(hash, bytes);
        } catch (error) {
          // The child cannot read it and says that this worker cannot do the job, which stays for others.
          this.settings.log(`cannot keep a blob: ${(error as Error).message}`);
        }
    }
    return missing;
  }

  private async leave(run: string, id: string, answer: JobAnswer | Uint8Array): Promise<void> {
    const bytes = answer instanceof Uint8Array ? answer : pack(answer, Infinity).bytes;
    const keys = [runKey(run), resultsKey(run), readyKey(run)];
    // Games that were played are worth some patience.
    const left = await patiently(
      () => this.redis.eval(LEAVE, keys.length, ...keys, id, Buffer.from(bytes), LIFE.answers),
      (text) => this.settings.log(`the answer to job ${id} waits: ${text}`),
      AbortSignal.any([this.stop.signal, AbortSignal.timeout(LIFE.run * 1000)]),
    );
    if (left === 0) this.settings.log(`job ${id} of run ${run}: its command has gone, the answer is dropped`);
  }

  /** Says that it lives, and ends work that nobody waits for. */
  async renew(): Promise<void> {
    try {
      await this.tell();
      for (const hand of this.busy.values())
        if (!hand.gone && (await this.redis.exists(runKey(hand.run))) === 0) {
          hand.gone = true;
          hand.by?.kill('its command has gone');
        }
    } catch {
      // Redis is away: the next time, then.
    }
  }

  async tell(): Promise<void> {
    const { name, concurrency } = this.settings;
    const record: WorkerRecord = {
      ...{ name, host: hostname(), pid: process.pid, concurrency, code: codeHash(), version: packageVersion() },
      ...{ busy: this.busy.size, done: this.done, failed: this.failed, seconds: Math.round(this.seconds * 10) / 10 },
    };
    await this.redis.set(workerKey(name), JSON.stringify(record), 'EX', LIFE.worker);
  }

  /** Takes nothing more; jobs in hand go back. */
  close(): void {
    this.stop.abort(new Error('the worker ends'));
    // For good: a job whose data are just being fetched, or that BullMQ brings now, must find nobody who does it.
    for (const { by } of this.busy.values()) by?.close('the worker ends');
    for (const one of this.free) one.close('the worker ends');
  }
}
