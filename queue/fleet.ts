/**
 * The queue as a fleet (env/fleet.ts): a command's side. Calls are put into jobs, jobs into BullMQ's queue; answers
 * come by a hash and a list in Redis, which are only ever hints. What is sure is kept here: which calls are open. A job
 * that nobody knows of any more is put in again, an answer that comes twice is dropped. So nothing is lost when
 * workers, Redis or connections are, and nothing is counted twice.
 */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';
import type { Queue } from 'bullmq';
import { CallCrashed, type Calls, type Fleet, type OpenService, type Service } from '../env/fleet.js';
import { itemsOf, type List } from '../env/list.js';
import type { Methods } from '../env/thread.js';
import { UserError } from '../env/user-error.js';
import { printable } from '../env/words.js';
import { type CallBatch, type CallRate, cutJob, learnPace, noPace, type Open, readAnswer } from './batch.js';
import { BlobStore } from './blob-store.js';
import { pack, sha256 } from './codec.js';
import {
  type Address,
  addressText,
  briefly,
  connect,
  evictingPolicy,
  newConnection,
  parseAddress,
  patiently,
  pause,
  queuePackages,
  type Redis,
} from './connection.js';
import { codeHash } from './identity.js';
import { LIFE, MAX_CRASHES, PREFIX, queueName, RENEW, readyKey, refusalsKey, resultsKey, runKey } from './keys.js';
import { type JobAnswer, LIMITS, type RunRecord, runSchema } from './messages.js';
import { putJobs, renewJobs } from './put.js';
import { serviceNamed } from './services/index.js';
import type { MethodSchemas } from './services/service.js';
import { readWorkers } from './status.js';

/** Who uses a fleet. */
export interface FleetSettings {
  /** What the command is, for `queue status`. */
  command: string;
  /** Hears what somebody at the terminal should know. */
  onNote(text: string): void;
}

/**
 * Jobs in the queue for each job that workers can do at a time: they never wait, and little is given up when a run
 * stops.
 */
const AHEAD = 3;
/** Milliseconds after which it is looked for what became of a job; and jobs looked for at a time. */
const LOOK = 5000;
const LOOKS = 200;
/** So often an answer may be none, or say that blobs are missing, before the run is given up. */
const BAD = 5;

/** Has calls answered by workers of a queue: the command's side. */
export class QueueFleet implements Fleet {
  private readonly run = randomBytes(6).toString('hex');
  private readonly unanswered = new Map<string, Open>();
  private readonly batches = new Set<CallBatch>();
  private readonly blobs: BlobStore;
  private readonly paces = new Map<string, CallRate>();
  private readonly over = new AbortController();
  private readonly told = new Set<string>();
  private readonly loops: Promise<void>[] = [];
  private queue!: Queue;
  private reader!: Redis;
  private jobs = 0;
  private slots = 0;
  private done = 0;
  private total = 0;
  private late = 0;
  private feeding: Promise<void> | undefined;
  private troubled = false;

  private constructor(
    private readonly address: Address,
    private readonly redis: Redis,
    private readonly settings: FleetSettings,
  ) {
    this.blobs = new BlobStore(redis, (work) => this.patiently(work));
  }

  /** @param url of Redis @throws UserError when it is no address, there is no Redis, or it does not let us in */
  static async connect(url: string, settings: FleetSettings): Promise<QueueFleet> {
    const address = parseAddress(url);
    const fleet = new QueueFleet(address, await connect(address), settings);
    await fleet.begin();
    return fleet;
  }

  private async begin(): Promise<void> {
    const { bullmq } = queuePackages();
    const trouble = (text: string) => this.trouble(text);
    this.redis.on('error', (error: Error) => trouble(error.message));
    // BullMQ would write about the queue before any job is in it, for ever where none comes.
    const how = { connection: this.redis as never, prefix: PREFIX, skipMetasUpdate: true };
    this.queue = new bullmq.Queue(queueName(codeHash()), how);
    this.queue.on('error', (error) => trouble(error.message));
    const evicting = await evictingPolicy(this.redis);
    if (evicting) this.note(`Redis may drop what workers need (maxmemory-policy ${evicting}): set it to noeviction`);
    this.reader = newConnection(this.address);
    this.loops.push(this.read(), this.watch());
  }

  async open<S, M extends Methods<M>>({ name }: Service<S, M>, setup: S): Promise<OpenService<M>> {
    const service = serviceNamed(name);
    if (!service) throw new RangeError(`there is no service ${name}`);
    const packed = pack(await service.pack(setup));
    const hash = sha256(packed.bytes);
    const setupBlobs = [...packed.blobs.keys()];
    const stored = new Map([...packed.blobs, [hash, packed.bytes]]);
    for (const [blob, bytes] of stored)
      if (bytes.length > LIMITS.blob)
        throw new UserError(`a file of ${bytes.length} bytes is too large for the queue (${blob.slice(0, 8)})`);
    await this.blobs.use(stored);
    return {
      all: async (method, calls, how) =>
        this.all(name, method, service.methods[method]!, hash, setupBlobs, calls as never, how as never),
      close: () => briefly(() => this.blobs.release(stored.keys())),
    };
  }

  /** Ends everything: jobs that wait are taken back, answers are forgotten. Waits for Redis only briefly. */
  async close(): Promise<void> {
    const ended = new UserError('the queue was closed');
    for (const batch of this.batches) batch.reject(ended);
    const left = [...this.unanswered.keys()];
    this.unanswered.clear();
    this.over.abort(ended);
    this.reader.disconnect();
    await briefly(async () => {
      // First, since then workers drop what is left.
      await this.redis.del(runKey(this.run), resultsKey(this.run), readyKey(this.run), refusalsKey(this.run));
      await Promise.all(left.map((id) => this.queue.remove(id).catch(() => {})));
    });
    this.queue.disconnect().catch(() => {});
    // Whatever still waits for Redis fails now, and the loops end.
    this.redis.disconnect();
    await briefly(() => Promise.all(this.loops));
  }

  private all(
    service: string,
    method: string,
    schemas: MethodSchemas,
    setup: string,
    setupBlobs: readonly string[],
    calls: List<Record<string, unknown>>,
    { shared = {}, label, deliver, signal }: Calls<unknown, unknown>,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (calls.length === 0) return Promise.resolve();
    const key = `${service}/${method}/${setup}`;
    const pace = this.paces.get(key) ?? noPace();
    this.paces.set(key, pace);
    const stop = new AbortController();
    // Once for all of its jobs: arrays that are sent apart, and what is small.
    const { blobs } = pack(shared);
    return new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        if (!this.batches.delete(batch)) return;
        signal?.removeEventListener('abort', abort);
        stop.abort(new Error('the batch has ended'));
        this.total -= batch.calls.length - batch.answered;
        for (const [id, job] of this.unanswered)
          if (job.batch === batch) {
            this.unanswered.delete(id);
            // What is at work already is answered too late: its answer is dropped.
            this.queue.remove(id).catch(() => {});
          }
        void this.blobs.release(blobs.keys());
        settle();
        void this.feed();
      };
      const abort = () => end(() => reject(signal!.reason));
      const batch: CallBatch = {
        ...{ service, method, schemas, setup, setupBlobs, shared, calls, label, deliver, pace, stop },
        ...{ next: 0, answered: 0 },
        resolve: () => end(resolve),
        reject: (error) => end(() => reject(error)),
      };
      this.batches.add(batch);
      this.total += calls.length;
      signal?.addEventListener('abort', abort, { once: true });
      this.blobs.use(blobs).then(
        () => this.feed(),
        (error) => batch.reject(error),
      );
    });
  }

  /**
   * Puts jobs into the queue while there is room. Only one call runs at a time; it serves calls that come meanwhile.
   */
  private feed(): Promise<void> {
    this.feeding ??= this.feedAll()
      .catch((error) => {
        for (const batch of this.batches) batch.reject(error);
      })
      .finally(() => {
        this.feeding = undefined;
      });
    return this.feeding;
  }

  private async feedAll(): Promise<void> {
    for (;;) {
      const batch = [...this.batches].find(({ next, calls }) => next < calls.length);
      const room = Math.max(4, AHEAD * this.slots) - this.unanswered.size;
      if (!batch || room <= 0) return;
      const jobs: Open[] = [];
      while (jobs.length < room && batch.next < batch.calls.length) {
        const job = cutJob(batch, this.run, this.slots);
        if (!job) break;
        jobs.push(job);
      }
      await this.put(batch, jobs);
    }
  }

  /** Puts jobs of a batch in, each under a number of its own. */
  private async put(batch: CallBatch, jobs: readonly Open[]): Promise<void> {
    // The batch has ended meanwhile: nobody waits for them.
    if (batch.stop.signal.aborted || jobs.length === 0) return;
    const bulk = jobs.map((job) => {
      const id = `${this.run}-${++this.jobs}`;
      job.seen = performance.now();
      this.unanswered.set(id, job);
      const opts = { jobId: id, attempts: MAX_CRASHES, removeOnComplete: true, removeOnFail: { age: LIFE.answers } };
      return { name: `${job.data.service}/${job.data.method}`, data: job.data, opts };
    });
    try {
      await patiently(
        () => putJobs(this.queue, bulk),
        (text) => this.trouble(text),
        AbortSignal.any([this.over.signal, batch.stop.signal]),
      );
      this.recovered();
    } catch (error) {
      if (!batch.stop.signal.aborted && !this.over.signal.aborted) throw error;
      for (const { opts } of bulk) this.unanswered.delete(opts.jobId);
    }
    for (const job of jobs) job.seen = performance.now();
  }

  /** Takes answers as they come. */
  private async read(): Promise<void> {
    const { run, reader } = this;
    const stopped = this.over.signal;
    while (!stopped.aborted) {
      try {
        const popped = await reader.blpop(readyKey(run), 1);
        const ids = popped
          ? [popped[1], ...((await reader.lpop(readyKey(run), 50)) ?? [])]
          : // Messages from while the connection was lost.
            (await reader.hkeys(resultsKey(run))).slice(0, 50);
        this.recovered();
        if (ids.length === 0) continue;
        const answers = await reader.hmgetBuffer(resultsKey(run), ...ids);
        ids.forEach((id, i) => {
          const bytes = answers[i];
          if (bytes) this.take(id, bytes);
        });
        await reader.hdel(resultsKey(run), ...ids);
      } catch (error) {
        if (stopped.aborted) return;
        this.trouble((error as Error).message);
        await pause(200, stopped);
      }
    }
  }

  /** One answer. */
  private take(id: string, bytes: Uint8Array): void {
    const job = this.unanswered.get(id);
    if (!job) {
      this.late++;
      return;
    }
    this.unanswered.delete(id);
    const { batch, from, to } = job;
    const calls = itemsOf(batch.calls, from, to).map((call) => ({ ...batch.shared, ...call }));
    const answer = readAnswer(bytes, calls, batch.schemas);
    if (!answer) {
      this.settings.onNote(`the answer to job ${id} is none: the job is put in again`);
      if (++job.bad < BAD) void this.again(job);
      else batch.reject(new UserError(`answers to job ${id} are none: is another program at the queue?`));
    } else if ('missing' in answer) {
      if (++job.missed < BAD) void this.again(job, answer.missing);
      else
        batch.reject(
          new UserError(
            `Redis has lost what job ${id} needs ${BAD} times: give it more memory, and maxmemory-policy noeviction`,
          ),
        );
    } else if ('crashed' in answer) {
      const call = batch.calls.at(Math.min(to - 1, from + answer.call));
      batch.reject(
        new CallCrashed(
          `a job was set aside after ${MAX_CRASHES} crashes (${printable(answer.crashed)}): ${batch.service}/${batch.method} of ${batch.label(call)}`,
        ),
      );
    } else if ('error' in answer) {
      const said = printable(answer.error);
      batch.reject(answer.user ? new UserError(said) : Object.assign(new Error(), { stack: said }));
    } else this.deliver(job, answer);
  }

  private deliver({ batch, from, to }: Open, { answers, seconds }: Extract<JobAnswer, { answers: unknown }>): void {
    learnPace(batch.pace, to - from, seconds);
    try {
      for (const [i, answer] of answers.entries()) {
        batch.deliver(from + i, answer);
        // It was given up over this answer.
        if (!this.batches.has(batch)) return;
      }
    } catch (error) {
      batch.reject(error);
      return;
    }
    batch.answered += to - from;
    this.done += to - from;
    if (batch.answered === batch.calls.length) batch.resolve();
    else void this.feed();
  }

  /** Puts a job in again, under another number: that of before may still be on its way out of the queue. */
  private async again(job: Open, missing: readonly string[] = []): Promise<void> {
    if (job.batch.stop.signal.aborted) return;
    try {
      await this.blobs.restore(missing);
      await this.put(job.batch, [job]);
    } catch (error) {
      job.batch.reject(error);
    }
  }

  /** Now and then lists the workers, announces that this run lives, and looks for unanswered jobs. */
  private async watch(): Promise<void> {
    const { over } = this;
    let renewed = -Infinity;
    let began = performance.now();
    while (!over.signal.aborted) {
      try {
        const now = performance.now();
        if (now - renewed > RENEW) {
          await this.tell();
          await this.lookAround(now - began);
          renewed = now;
        }
        await this.lookFor(now);
        this.recovered();
        void this.feed();
        if (this.slots > 0) began = now;
      } catch (error) {
        if (over.signal.aborted) return;
        this.trouble((error as Error).message);
      }
      await pause(this.slots > 0 ? 1000 : 300, over.signal);
      if (this.slots === 0) renewed = Math.min(renewed, performance.now() - RENEW + 700);
    }
  }

  private async tell(): Promise<void> {
    const { run, done, total, late } = this;
    const command = this.settings.command.slice(0, 4000);
    const about = { run, command, host: hostname(), pid: process.pid, code: codeHash() };
    const record: RunRecord = runSchema.parse({ ...about, done, total, late });
    await this.redis.set(runKey(run), JSON.stringify(record), 'EX', LIFE.run);
    await this.blobs.renew();
  }

  /** Who works for this run, who does not, and why. @param alone milliseconds without a worker */
  private async lookAround(alone: number): Promise<void> {
    const workers = await readWorkers(this.redis);
    const ours = codeHash();
    const before = this.slots;
    this.slots = workers.filter(({ code }) => code === ours).reduce((sum, { concurrency }) => sum + concurrency, 0);
    for (const { name, code, version } of workers)
      if (code !== ours)
        this.note(
          `worker ${name} has other code (${code.slice(0, 8)}): it does nothing for this command; here is ${ours.slice(0, 8)}, it has version ${version}: install the same package and Node there`,
        );
    if (await this.queue.isPaused()) this.note('the queue is paused, so workers take no jobs: resume it');
    for (const [name, why] of Object.entries(await this.redis.hgetall(refusalsKey(this.run))))
      this.note(printable(`worker ${name} ${why}`));
    if (this.slots === 0 && alone > 2000)
      this.note(
        `no worker with this code (${ours.slice(0, 8)}) yet; start one: tabletop queue work --queue ${addressText(this.address)}`,
      );
    if (this.slots > before) void this.feed();
  }

  /** What became of jobs that should have been heard of: nothing may be lost for ever. */
  private async lookFor(now: number): Promise<void> {
    const waiting = [...this.unanswered].filter(([, { seen }]) => seen > 0 && now - seen > LOOK).slice(0, LOOKS);
    if (waiting.length > 0)
      await renewJobs(
        this.redis,
        waiting.map(([id]) => id),
      );
    await Promise.all(
      waiting.map(async ([id, job]) => {
        const state = await this.queue.getJobState(id);
        if (!this.unanswered.has(id)) return;
        job.seen = performance.now();
        if (state === 'waiting' || state === 'active' || state === 'delayed' || state === 'prioritized') return;
        // Its answer came after the last look: it is read in a moment.
        if ((await this.redis.hexists(resultsKey(this.run), id)) === 1) return;
        if (!this.unanswered.delete(id)) return;
        if (state === 'failed') {
          const why = (await this.queue.getJob(id))?.failedReason ?? 'no reason given';
          const { batch, from } = job;
          const call = batch.calls.at(from);
          batch.reject(
            new CallCrashed(
              `a job was set aside (${printable(why)}): ${batch.service}/${batch.method} of ${batch.label(call)}`,
            ),
          );
        } else await this.again(job);
      }),
    );
  }

  private patiently<T>(work: () => Promise<T>): Promise<T> {
    return patiently(work, (text) => this.trouble(text), this.over.signal);
  }

  private note(text: string): void {
    if (this.told.has(text)) return;
    this.told.add(text);
    this.settings.onNote(text);
  }

  /** Told once, until Redis is back. */
  private trouble(text: string): void {
    if (this.troubled || this.over.signal.aborted) return;
    this.troubled = true;
    this.settings.onNote(
      `Redis at ${addressText(this.address)} does not answer (${text || 'connection lost'}): waiting for it`,
    );
  }

  private recovered(): void {
    this.troubled = false;
  }
}
