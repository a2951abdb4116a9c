/**
 * Commands over a queue while everything around them fails, by a schedule drawn from a seed: workers and Redis are killed
 * and come back, stand still, lose each other, cannot write. Each result is compared with that of a quiet moment without
 * a queue.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRng, type Rng, shuffle } from '../../env/chance.js';
import { readyKey } from '../../queue/keys.js';
import { openQueue, presentJobs } from './by-hand.js';
import { Place } from './place.js';
import { type Program, wait } from './program.js';
import { quietResult, type Work, works } from './works.js';

/** What happens to workers, and to Redis and the way there. */
const workerFaults = ['worker killed', 'child killed', 'worker stopped for 12 s', 'worker sent home'] as const;
const redisFaults = [
  ...(['Redis killed', 'Redis cannot write', 'Redis unreachable'] as const),
  ...(['connections cut', 'connections stand still', 'jobs and answers delivered twice'] as const),
] as const;
type Fault = (typeof workerFaults)[number] | (typeof redisFaults)[number];

interface ChaosSettings {
  seed: string;
  /** After this no fault and no command begins; what is under way ends. */
  seconds: number;
  /** Seconds from one fault to the next, least and most: of workers, of Redis. */
  pauses?: typeof PAUSES;
}

interface ChaosReport {
  seconds: number;
  commands: number;
  faults: number;
  /** Jobs that workers did, those that were done again included. */
  jobs: number;
  /** Commands without the quiet result, with what they said; and what else should not have been. */
  problems: string[];
}

/** Workers at a time, each of one job. */
const WORKERS = 2;
/** A command that takes longer under faults hangs. */
const MOST_SECONDS = 300;
/** Seconds from one fault to the next, least and most: of workers, of Redis. A job that is lost costs its lock, 10 s. */
const PAUSES: Readonly<Record<'workers' | 'redis', readonly [number, number]>> = { workers: [6, 16], redis: [4, 14] };

/** @param folder an empty one */
export async function chaos({ seed, seconds, pauses = PAUSES }: ChaosSettings, folder: string): Promise<ChaosReport> {
  const kinds: readonly Work[] = Object.values(works).filter(({ name }) => !name.startsWith('check'));
  for (const work of kinds) await quietResult(work, path.join(folder, 'quiet'));
  const report: ChaosReport = { seconds: 0, commands: 0, faults: 0, jobs: 0, problems: [] };
  const place = await Place.make();
  const storm = new Storm(place, seed, pauses, report);
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  let calm: NodeJS.Timeout | undefined;
  try {
    await storm.begin();
    calm = setTimeout(() => storm.end(), seconds * 1000);
    const rng = createRng(`${seed}/commands`);
    while (elapsed() < seconds && report.problems.length < 10) {
      const work = kinds[rng.int(kinds.length)]!;
      const wanted = await quietResult(work, folder);
      const running = place.work(work);
      try {
        if (!isDeepStrictEqual(await running.result(MOST_SECONDS), wanted))
          report.problems.push(`${work.name}: another result`);
      } catch (error) {
        report.problems.push(`${work.name}: ${(error as Error).message}`);
      }
      report.commands++;
      report.seconds = elapsed();
    }
  } finally {
    clearTimeout(calm);
    await storm.end();
    report.jobs = storm.jobs();
    await place.stop();
  }
  return report;
}

/** Two series of faults at once, one of workers and one of Redis; each heals one fault before the next. */
class Storm {
  private readonly stopping = new AbortController();
  private readonly workers: Program[] = [];
  private readonly gone: Program[] = [];
  private series: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly place: Place,
    private readonly seed: string,
    private readonly pauses: typeof PAUSES,
    private readonly report: ChaosReport,
  ) {}

  async begin(): Promise<void> {
    for (let i = 0; i < WORKERS; i++) this.workers.push(await this.place.worker());
    this.series = Promise.all([
      this.run(workerFaults, this.pauses.workers, (fault, rng) => this.ofWorkers(fault, rng)),
      this.run(redisFaults, this.pauses.redis, (fault, rng) => this.ofRedis(fault, rng)),
    ]);
  }

  /** No more faults; returns when all is healed. */
  async end(): Promise<void> {
    this.stopping.abort();
    await this.series;
  }

  jobs(): number {
    const all = new Set([...this.workers, ...this.gone]);
    return [...all].reduce((sum, { out }) => sum + (out.match(/job \S+ of run \S+ done/g)?.length ?? 0), 0);
  }

  private async run<F extends Fault>(
    faults: readonly F[],
    [least, most]: readonly [number, number],
    strike: (fault: F, rng: Rng) => Promise<void>,
  ): Promise<void> {
    const rng = createRng(`${this.seed}/${faults[0]}`);
    // Each kind as often as the others, in any order.
    const next: F[] = [];
    for (;;) {
      await this.pause(least + (most - least) * rng.uniform());
      if (this.stopping.signal.aborted) return;
      if (next.length === 0) {
        next.push(...faults);
        shuffle(next, rng);
      }
      const fault = next.pop()!;
      try {
        await strike(fault, rng);
        this.report.faults++;
      } catch (error) {
        this.report.problems.push(`${fault}: ${(error as Error).message}`);
      }
    }
  }

  private async ofWorkers(fault: (typeof workerFaults)[number], rng: Rng): Promise<void> {
    const i = rng.int(this.workers.length);
    const worker = this.workers[i]!;
    if (worker.isOver) {
      this.report.problems.push(`a worker ended by itself\n${worker.printed}`);
      return this.replace(i, rng);
    }
    if (fault === 'worker stopped for 12 s') {
      worker.signal('SIGSTOP');
      await wait(12);
      return worker.signal('SIGCONT');
    }
    if (fault === 'child killed') {
      const children = worker.children();
      if (children.length > 0) process.kill(children[rng.int(children.length)]!, 'SIGKILL');
      return;
    }
    if (fault === 'worker killed') await worker.kill();
    else {
      worker.signal('SIGTERM');
      const { code } = await worker.end(30);
      if (code !== 143) this.report.problems.push(`a worker ended with ${code} after SIGTERM\n${worker.printed}`);
    }
    await this.replace(i, rng);
  }

  private async replace(i: number, rng: Rng): Promise<void> {
    this.gone.push(this.workers[i]!);
    await this.pause(4 * rng.uniform());
    // Redis may be away just now: a worker that does not find it at its start does not wait.
    for (let fresh: Program | undefined; !fresh; ) {
      const started = this.place.startWorker();
      await started.says(/is ready/).then(
        () => {
          fresh = started;
        },
        () => started.kill(),
      );
      if (fresh) this.workers[i] = fresh;
      else await wait(1);
    }
  }

  private async ofRedis(fault: (typeof redisFaults)[number], rng: Rng): Promise<void> {
    const { redis, proxy } = this.place;
    const away = 0.2 + 4 * rng.uniform();
    if (fault === 'connections cut') return proxy.cut();
    if (fault === 'Redis killed') {
      await redis.kill();
      await wait(away);
      return redis.restart();
    }
    if (fault === 'Redis unreachable') {
      await proxy.refuse();
      await wait(away);
      return proxy.accept();
    }
    if (fault === 'connections stand still') {
      proxy.hold();
      await wait(away);
      return proxy.release();
    }
    if (fault === 'jobs and answers delivered twice') return this.again();
    await redis.refuseWrites(true);
    await wait(away);
    await redis.refuseWrites(false);
  }

  /** Every job that there is now comes again in a moment, when it may be done, and is told of again. */
  private async again(): Promise<void> {
    const there = await presentJobs(this.place);
    if (!there) return;
    await wait(1);
    const redis = await this.place.redis.direct();
    const hand = await openQueue(this.place, there.queue);
    try {
      for (const { id, name, data } of there.jobs) {
        await hand.add(name, data, { jobId: id, removeOnComplete: true, removeOnFail: true });
        // A list without a run lives no longer than others.
        await redis.multi().rpush(readyKey(data.run), id, id).expire(readyKey(data.run), 60).exec();
      }
    } finally {
      await hand.close();
    }
  }

  /** A pause that ends with the storm. */
  private pause(seconds: number): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((done) => {
      if (signal.aborted) return done();
      const over = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', over);
        done();
      };
      const timer = setTimeout(over, seconds * 1000);
      signal.addEventListener('abort', over);
    });
  }
}
