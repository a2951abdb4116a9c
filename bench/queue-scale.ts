/**
 * How far a queue carries, and what it costs: what a job takes is measured here, and 10, 100 and 1,000 workers are computed
 * from it by an event simulation. Build first (npm run build); needs Linux and redis-server.
 *
 *   npx tsx bench/queue-scale.ts --seconds 2 --price 0.04
 *
 * Measured, on a queue of its own with --workers workers of one job at a time, in games of three commands: `evaluate`
 * (Doomspire, scripted:tuned against scripted:mixed), `evolution` (Doomspire, the weights of scripted:mixed) and
 * `expert-iteration` (Connect Four, the preset's network and search; smaller shards). --size makes them longer.
 *
 * - Bytes of a job and of a result as they lie in Redis; bytes on the wire by Redis' own count, everything included.
 * - Processor time of Redis for a job, and of the processes that play: a short and a long run are compared, so that the
 *   start is not in it. Of the command: in the middle of a run. Of the learner for an update: by the run's own clock.
 * - Decisions by second and core: of all seats in the games (evaluate, evolution), or those that are searched and learned
 *   from (expert-iteration), by the processor time of the processes that play.
 *
 * Simulated: jobs of --seconds each, as unequal as those measured (lognormal, seeded); Redis, the command and the learner
 * as servers with one core, that take things in their order; Redis has --gigabits on each way. The command puts in
 * all jobs together for which there is room, and waits --latency milliseconds for Redis each time. Results, and what the
 * command makes of them, grow with the length of a job. Everything that is common to the jobs of an update (weights)
 * reaches each machine once an update; a machine has --cores workers.
 *
 * - evaluate: --jobs jobs for each worker; three times as many as there are workers are always under way. The end, where some
 *   have no job left, counts.
 * - evolution, expert-iteration: --each jobs for each worker and update; the next update begins when the last result is
 *   in and has been learned from. For expert-iteration the learner learns as often from each game as the preset says
 *   (so it has more to do the more workers there are), and in a second row no more than in an update of the preset.
 *
 * Cost: cores of the workers, one for Redis and one for the command, for as long as 10^9 decisions take; --price is that
 * of one core for an hour. On a busy machine all these numbers are too large or too small: it is for quiet ones.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RunDirectory } from '../checkpoints/run.js';
import { createRng } from '../env/chance.js';
import { mean, variance } from '../eval/statistics.js';
import { commandLine, numberFrom0, positiveNumber, wholeNumber } from './command-line.js';
import {
  type JobDone,
  machine,
  OwnQueue,
  ownFolder,
  type Ran,
  type Spent,
  spentBetween,
  tabletop,
} from './own-queue.js';

const { values: flags } = commandLine(import.meta.url, {
  seconds: { type: 'string', default: '2' },
  price: { type: 'string', default: '0.04' },
  jobs: { type: 'string', default: '50' },
  each: { type: 'string', default: '2' },
  cores: { type: 'string', default: '8' },
  latency: { type: 'string', default: '0.5' },
  gigabits: { type: 'string', default: '1' },
  workers: { type: 'string', default: '2' },
  size: { type: 'string', default: '1' },
  seed: { type: 'string', default: 'scale' },
  json: { type: 'boolean', default: false },
});
const seconds = positiveNumber('seconds', flags.seconds);
const price = numberFrom0('price', flags.price);
const jobsEach = wholeNumber('jobs', flags.jobs);
const jobsOfUpdate = wholeNumber('each', flags.each);
const cores = wholeNumber('cores', flags.cores);
const latency = positiveNumber('latency', flags.latency) / 1000;
const bytesPerSecond = (positiveNumber('gigabits', flags.gigabits) * 1e9) / 8;
const workers = wholeNumber('workers', flags.workers);
const size = positiveNumber('size', flags.size);
const sizes = [10, 100, 1000];
const DECISIONS = 1e9;
/** Games of an update of expert iteration: of the preset, and here. */
const PRESET_GAMES = 256;
const SHARD_GAMES = 16;

/** A command whose jobs are measured. */
interface Kind {
  name: string;
  /** Length of the runs that are compared: games, or updates. */
  short: number;
  long: number;
  /** Whether games come in updates. */
  updates: boolean;
  /** @param run a folder that is not there @param decisions budget of a training */
  words(length: number, run: string, decisions: number): string[];
  /** Decisions of all games. */
  decisions(ran: Ran, lines: readonly Line[]): number;
}

/** Of a run's metrics: an update. */
type Line = Record<string, unknown> & { decisions: number };

const sized = (n: number) => Math.max(1, Math.round(n * size));
const shards = sized(8);
const gamesOfUpdate = shards * SHARD_GAMES;
const training = (game: string, run: string, decisions: number, set: readonly string[]): string[] => [
  ...['train', game, '--run', run, '--decisions', `${decisions}`, '--seed', flags.seed, '--workers', '2', '--json'],
  ...['minutes=0', 'evaluation.every=0', 'evaluation.reportBlocks=0', ...set].flatMap((one) => ['--set', one]),
];

/** @param reuse of the preset, or hardly any: then the command's own time is that of results alone */
const expertIteration = (name: string, reuse: string[]): Kind => ({
  name,
  ...{ short: 1, long: 4, updates: true },
  words: (_, run, decisions) => [
    ...training('connect-four', run, decisions, [
      `expert-iteration.shards=${shards}`,
      `expert-iteration.games=${SHARD_GAMES}`,
      ...reuse,
    ]),
    ...['--preset', 'expert-iteration'],
  ],
  decisions: (_, lines) => lines.at(-1)?.decisions ?? 0,
});

const kinds: Kind[] = [
  {
    name: 'evaluate',
    ...{ short: sized(200), long: sized(2000), updates: false },
    words: (games) => [
      ...['evaluate', 'scripted:tuned', '--game', 'doomspire', '--against', 'scripted:mixed', '--seed', flags.seed],
      ...['--games', `${games}`, '--json'],
    ],
    decisions: ({ stdout }) =>
      (JSON.parse(stdout) as { effort: { decisions: number }[] }).effort.reduce((sum, one) => sum + one.decisions, 0),
  },
  {
    name: 'evolution',
    ...{ short: 1, long: 4, updates: true },
    words: (_, run, decisions) => [
      ...training('doomspire', run, decisions, [`evolution.pairs=${sized(32)}`]),
      ...['--algorithm', 'evolution', '--agent', 'scripted:mixed'],
    ],
    decisions: (_, lines) =>
      lines.reduce((sum, line) => sum + Number(line.games) * Number(line.episode_length_mean), 0),
  },
  expertIteration('expert-iteration', []),
];

/** The last of them with hardly anything to learn: what the command does then is not its learner's. */
const unlearned = expertIteration('expert-iteration', ['expert-iteration.reuse=0.001']);

/** What a run brought and took. */
interface Measured {
  ran: Ran;
  spent: Spent;
  /** Bytes into Redis and out of it. */
  wire: { in: number; out: number };
  jobs: JobDone[];
  decisions: number;
  updates: number;
  /** Decisions as a training counts them, for its budget. */
  counted: number;
  /** Of all updates. */
  learnSeconds: number;
}

/** What jobs of a kind take: seconds of processors and bytes, of one job where nothing else is said. */
interface Constants {
  kind: string;
  jobs: number;
  /** Processor seconds of playing it. */
  play: number;
  /** How unequal jobs are: standard deviation by mean. */
  spread: number;
  /** As they lie in Redis. */
  jobBytes: number;
  resultBytes: number;
  /** What all jobs of an update have in common. */
  commonBytes: number;
  /** On the wire, without what is in common. */
  wireIn: number;
  wireOut: number;
  redis: number;
  client: number;
  /** Of the workers' processes that speak to Redis. */
  parent: number;
  /** Of an update, and jobs of it. */
  learner: number;
  jobsOfUpdate: number;
  decisionsPerCoreSecond: number;
}

const folder = ownFolder();
const queue = await OwnQueue.start(0);
const about = await machine(queue);
let runs = 0;

/** Starts a run. */
function started(kind: Kind, length: number, decisions: number) {
  const run = path.join(folder, `run-${runs++}`);
  const running = tabletop([...kind.words(length, run, decisions), '--queue', queue.url], folder, queue);
  return { running, run };
}

const linesOf = (kind: Kind, run: string): Line[] =>
  kind.updates ? (RunDirectory.open(run).metrics() as Line[]).filter((line) => line.collect_seconds !== undefined) : [];

async function wire() {
  const stats = await queue.numbers('stats');
  return { in: stats.total_net_input_bytes!, out: stats.total_net_output_bytes! };
}

async function measure(kind: Kind, length: number, decisions: number): Promise<Measured> {
  const [logged, before, bytes] = [queue.jobs.length, await queue.spent(), await wire()];
  const { running, run } = started(kind, length, decisions);
  const ran = await running.done;
  const [after, later] = [await queue.spent(), await wire()];
  // Workers say so after Redis has it.
  await pause(500);
  const lines = linesOf(kind, run);
  return {
    ran,
    spent: spentBetween(before, after),
    wire: { in: later.in - bytes.in, out: later.out - bytes.out },
    jobs: queue.jobs.slice(logged),
    decisions: kind.decisions(ran, lines),
    updates: lines.length,
    counted: lines.at(-1)?.decisions ?? 0,
    learnSeconds: lines.reduce((sum, line) => sum + Number(line.learn_seconds), 0),
  };
}

/** Bytes as they lie in Redis. */
interface Kept {
  job: number;
  result: number;
  /** Everything that is kept by its content, together. */
  blobs: number;
}

/**
 * Looks into Redis while a run is under way. The command is held for a while, so that results wait for it.
 */
async function look(kind: Kind, length: number, decisions: number): Promise<Kept> {
  const { redis } = queue;
  const { running } = started(kind, length, decisions);
  let over = false;
  const done = running.done.finally(() => {
    over = true;
  });
  const [jobs, results, blobs] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  let held = 0;
  while (!over) {
    for (const key of await redis.keys('tabletop:*')) {
      const [, what = '', id = ''] = key.split(':');
      if (what === 'blob' && !blobs.has(key)) blobs.set(key, await redis.strlen(key));
      // Of a job, not of the queue: its id ends with a number.
      const job = /^jobs-/.test(what) && /-\d+$/.test(id) && key.split(':').length === 3;
      if (job && !jobs.has(key)) jobs.set(key, (await redis.memory('USAGE', key, 'SAMPLES', 0).catch(() => 0)) ?? 0);
      if (what !== 'results') continue;
      for (const [field, value] of Object.entries(await redis.hgetallBuffer(key)))
        results.set(`${key} ${field}`, value.length);
    }
    if (held === 0 && jobs.size > 0) {
      running.signal('SIGSTOP');
      held = performance.now();
    }
    // Until some have come, or nobody works any more.
    if (held > 0 && (results.size >= 2 * workers || performance.now() - held > 15_000)) {
      running.signal('SIGCONT');
      held = Number.POSITIVE_INFINITY;
    }
    await pause(20);
  }
  await done;
  const typical = (sizes: Iterable<number>) => {
    const all = [...sizes].filter((n) => n > 0);
    return all.length === 0 ? 0 : mean(all);
  };
  return {
    job: typical(jobs.values()),
    result: typical(results.values()),
    blobs: [...blobs.values()].reduce((sum, n) => sum + n, 0),
  };
}

/** What Redis takes while nothing is to be done: processor seconds a second. */
async function idleTime(): Promise<number> {
  const lasts = 10;
  const before = (await queue.spent()).redis;
  await pause(lasts * 1000);
  return ((await queue.spent()).redis - before) / lasts;
}

/** Processor seconds of the command for a job, in the middle of its run: neither start nor end. */
function commandTime({ ran, jobs, learnSeconds }: Measured): number {
  const [first, last] = [jobs[Math.floor(jobs.length / 4)], jobs.at(-2)];
  if (!first || !last || first === last) return 0;
  const until = (moment: number) => ran.course.findLast(({ at }) => at <= moment)?.processor ?? 0;
  const between = jobs.filter(({ at }) => at > first.at && at <= last.at).length;
  const share = between / jobs.length;
  return Math.max(0, until(last.at) - until(first.at) - share * learnSeconds) / Math.max(1, between);
}

/** How unequal jobs are that answer about as many calls. */
function spreadOf(jobs: readonly JobDone[]): number {
  const most = Math.max(...jobs.map(({ calls }) => calls));
  const times = jobs.filter(({ calls }) => calls > most / 2).map((job) => job.seconds / job.calls);
  return times.length < 3 ? 0 : Math.sqrt(variance(times)) / mean(times);
}

/** @param idle as `idleTime`, with all workers @param quick the kind whose command is timed, where it is not this one */
async function constantsOf(kind: Kind, idle: number, quick = kind): Promise<Constants> {
  process.stderr.write(`measuring ${kind.name}\n`);
  const warm = await measure(kind, kind.short, 1);
  const perUpdate = warm.counted / Math.max(1, warm.updates);
  // Half an update less, as updates are not equally long.
  const budget = Math.max(1, Math.round(perUpdate * (kind.long - 0.5)));
  const few = await look(kind, kind.short, 1);
  const many = await look(kind, kind.long, budget);
  const short = await measure(kind, kind.short, 1);
  const long = await measure(kind, kind.long, budget);
  const timed = quick === kind ? long : await measure(quick, kind.long, budget);
  const jobs = long.jobs.length - short.jobs.length;
  if (jobs <= 0)
    throw new Error(`${kind.name}: ${short.jobs.length} jobs, then ${long.jobs.length}: make --size larger`);
  /** Of a job, from what the longer run has more. */
  const more = (of: (run: Measured) => number) => Math.max(0, of(long) - of(short)) / jobs;
  const updates = long.updates - short.updates;
  const commonBytes = updates > 0 ? Math.max(0, many.blobs - few.blobs) / updates : 0;
  const play = more(({ spent }) => spent.children);
  return {
    kind: kind.name,
    jobs,
    play,
    spread: spreadOf(long.jobs),
    jobBytes: many.job,
    resultBytes: many.result,
    commonBytes,
    wireIn: Math.max(many.result, more((run) => run.wire.in) - (updates * commonBytes) / jobs),
    wireOut: Math.max(many.result, more((run) => run.wire.out) - (updates * commonBytes * workers) / jobs),
    redis: more(({ spent, ran }) => spent.redis - idle * ran.seconds),
    client: commandTime(timed),
    parent: more(({ spent }) => spent.parents),
    learner: long.updates > 0 ? long.learnSeconds / long.updates : 0,
    jobsOfUpdate: updates > 0 ? jobs / updates : 0,
    decisionsPerCoreSecond: more((run) => run.decisions) / play,
  };
}

/** What happens when, in order of time. */
class Clock {
  now = 0;
  private readonly heap: { time: number; order: number; what: () => void }[] = [];
  private count = 0;

  at(time: number, what: () => void): void {
    const { heap } = this;
    heap.push({ time, order: this.count++, what });
    for (let i = heap.length - 1; i > 0 && this.before(i, (i - 1) >> 1); i = (i - 1) >> 1) this.swap(i, (i - 1) >> 1);
  }

  /** Until nothing happens any more. */
  run(): void {
    const { heap } = this;
    while (heap.length > 0) {
      const { time, what } = heap[0]!;
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2];
        const least = right < heap.length && this.before(right, left) ? right : left;
        if (least >= heap.length || !this.before(least, i)) break;
        this.swap(i, least);
        i = least;
      }
      this.now = time;
      what();
    }
  }

  private before(i: number, j: number): boolean {
    const [one, other] = [this.heap[i]!, this.heap[j]!];
    return one.time < other.time || (one.time === other.time && one.order < other.order);
  }

  private swap(i: number, j: number): void {
    const { heap } = this;
    [heap[i], heap[j]] = [heap[j]!, heap[i]!];
  }
}

/** Serves one thing after the other, first come first served. */
class Server {
  busy = 0;
  private free = 0;

  constructor(private readonly clock: Clock) {}

  take(lasts: number, then: () => void): void {
    this.free = Math.max(this.free, this.clock.now) + lasts;
    this.busy += lasts;
    this.clock.at(this.free, then);
  }
}

/** What a job takes where jobs are as long as was asked for. */
function scaled(one: Constants) {
  const longer = seconds / one.play;
  const result = one.resultBytes * longer;
  return {
    spread: one.spread / Math.sqrt(Math.max(1, longer)),
    in: (one.wireIn - one.resultBytes + result) / bytesPerSecond,
    outJob: (one.wireOut - one.resultBytes) / bytesPerSecond,
    outResult: result / bytesPerSecond,
    common: one.commonBytes / bytesPerSecond,
    client: one.client * Math.max(1, longer),
    learner: one.jobsOfUpdate > 0 ? (one.learner / one.jobsOfUpdate) * longer : 0,
  };
}

/** So many workers. Shares are of the time that passes. */
interface Row {
  kind: string;
  workers: number;
  /** Work done, as a share of what the workers could do. */
  ofIdeal: number;
  redis: number;
  command: number;
  learner: number;
  netIn: number;
  netOut: number;
  /** Which of these has the most to do. */
  busiest: string;
  /** For 10^9 decisions. */
  hours: number;
  coreHours: number;
  cost: number;
}

/** @param fixed the learner has as much to do as in an update of the preset, for any number of workers */
function simulate(one: Constants, count: number, idle: number, fixed: boolean): Row {
  const step = scaled(one);
  const clock = new Clock();
  const [redis, client] = [new Server(clock), new Server(clock)];
  const [learner, netIn, netOut] = [new Server(clock), new Server(clock), new Server(clock)];
  const rng = createRng(`${flags.seed}/${one.kind}/${count}`);
  // Keeping its workers' connections leaves Redis less time for jobs.
  const redisJob = one.redis / Math.max(0.01, 1 - idle * Math.ceil(count / cores));
  const sigma = Math.sqrt(Math.log(1 + step.spread ** 2));
  const lasts = () => {
    const normal = Math.sqrt(-2 * Math.log(1 - rng.uniform())) * Math.cos(2 * Math.PI * rng.uniform());
    return seconds * Math.exp(sigma * normal - sigma ** 2 / 2);
  };
  const inUpdates = one.jobsOfUpdate > 0;
  const ofUpdate = count * jobsOfUpdate;
  const total = inUpdates ? 5 * ofUpdate : count * jobsEach;
  const learns = fixed ? (one.learner * PRESET_GAMES) / gamesOfUpdate : step.learner * ofUpdate;
  /** Jobs that may be put in, are put in, wait in the queue, are not answered; and answers that were taken. */
  let [goal, fed, waiting, open, merged] = [0, 0, 0, 0, 0];
  const resting = Array.from({ length: count }, (_, worker) => worker);
  /** By machine: the update whose weights it has. */
  const has = new Int32Array(Math.ceil(count / cores)).fill(-1);
  let ends = 0;

  /** One at a time: what there is room for meanwhile comes with the next. */
  let filling = false;
  const fill = () => {
    const jobs = Math.min(goal - fed, 3 * count - open);
    if (filling || jobs <= 0) return;
    filling = true;
    fed += jobs;
    open += jobs;
    redis.take((jobs * redisJob) / 3, () =>
      clock.at(clock.now + latency, () => {
        filling = false;
        waiting += jobs;
        for (let i = 0; i < jobs && resting.length > 0; i++) begin(resting.shift()!);
        fill();
      }),
    );
  };
  const begin = (worker: number) => {
    if (waiting === 0) {
      resting.push(worker);
      return;
    }
    waiting--;
    const update = inUpdates ? Math.floor(merged / ofUpdate) : 0;
    const own = Math.floor(worker / cores);
    const news = inUpdates && has[own] !== update ? step.common : 0;
    has[own] = update;
    const play = () => clock.at(clock.now + lasts(), () => end(worker));
    redis.take(redisJob / 3, () => netOut.take(step.outJob + news, play));
  };
  const end = (worker: number) => {
    netIn.take(step.in, () =>
      redis.take(redisJob / 3, () => {
        begin(worker);
        netOut.take(step.outResult, () => client.take(step.client, merge));
      }),
    );
  };
  const merge = () => {
    merged++;
    open--;
    ends = clock.now;
    fill();
    if (inUpdates && merged % ofUpdate === 0)
      learner.take(learns, () => {
        ends = clock.now;
        goal = Math.min(total, goal + ofUpdate);
        fill();
      });
  };
  goal = inUpdates ? ofUpdate : total;
  fill();
  clock.run();

  const ofIdeal = (total * seconds) / count / ends;
  const busy = {
    redis: redis.busy / ends,
    command: client.busy / ends,
    learner: learner.busy / ends,
    netIn: netIn.busy / ends,
    netOut: netOut.busy / ends,
  };
  const busiest = Object.entries(busy).reduce((most, next) => (next[1] > most[1] ? next : most))[0];
  const hours = DECISIONS / (count * one.decisionsPerCoreSecond * ofIdeal) / 3600;
  const kind = inUpdates && fixed ? `${one.kind}, learning as the preset` : one.kind;
  return {
    ...{ kind, workers: count, ofIdeal, ...busy, busiest, hours },
    coreHours: hours * (count + 2),
    cost: hours * (count + 2) * price,
  };
}

/** How many workers keep something busy all the time, by name; the learner: as long as the workers play. */
function limits(one: Constants, idle: number): Record<string, number> {
  const step = scaled(one);
  const common = one.jobsOfUpdate > 0 ? step.common / jobsOfUpdate / cores : 0;
  const ofJob: Record<string, number> = {
    redis: one.redis + (idle / cores) * seconds,
    command: step.client,
    netIn: step.in,
    netOut: step.outJob + step.outResult + common,
    learner: step.learner,
  };
  return Object.fromEntries(Object.entries(ofJob).map(([name, time]) => [name, time > 0 ? seconds / time : Infinity]));
}

const alone = await idleTime();
for (let i = 0; i < workers; i++) await queue.addWorker();
const waiting = await idleTime();
/** Of a worker, however many jobs it does at a time. */
const idle = Math.max(0, waiting - alone) / workers;
const constants: Constants[] = [];
for (const kind of kinds)
  constants.push(await constantsOf(kind, waiting, kind.name === unlearned.name ? unlearned : undefined));
await queue.stop();
const rows = constants.flatMap((one) =>
  (one.kind === unlearned.name ? [false, true] : [false]).flatMap((fixed) =>
    sizes.map((count) => simulate(one, count, idle, fixed)),
  ),
);
const bounds = constants.map((one) => ({ kind: one.kind, ...limits(one, idle) }));

if (flags.json)
  console.log(
    JSON.stringify({
      about,
      seconds,
      price,
      cores,
      workers,
      size,
      seed: flags.seed,
      alone,
      idle,
      constants,
      limits: bounds,
      rows,
    }),
  );
else print();

function print(): void {
  const table = (head: string[], lines: (string | number)[][]) => {
    console.log(`| ${head.join(' | ')} |\n|---|${'---:|'.repeat(head.length - 1)}`);
    for (const line of lines) console.log(`| ${line.join(' | ')} |`);
    console.log('');
  };
  const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 2 : 0)} %`;
  const ms = (n: number) => (1000 * n).toFixed(3);
  const bytes = (n: number) => Math.round(n).toLocaleString('en');
  console.log('What a job takes, as measured:\n');
  table(
    ['', ...constants.map(({ kind }) => kind)],
    [
      ['jobs', ...constants.map(({ jobs }) => jobs)],
      ['plays, core seconds', ...constants.map(({ play }) => play.toFixed(3))],
      ['standard deviation by mean', ...constants.map(({ spread }) => spread.toFixed(2))],
      ['job in Redis, bytes', ...constants.map((one) => bytes(one.jobBytes))],
      ['result in Redis, bytes', ...constants.map((one) => bytes(one.resultBytes))],
      ['common to an update, bytes', ...constants.map((one) => bytes(one.commonBytes))],
      ['into Redis, bytes', ...constants.map((one) => bytes(one.wireIn))],
      ['out of Redis, bytes', ...constants.map((one) => bytes(one.wireOut))],
      ['Redis, processor ms', ...constants.map((one) => ms(one.redis))],
      ['command, processor ms', ...constants.map((one) => ms(one.client))],
      ["worker's parent, processor ms", ...constants.map((one) => ms(one.parent))],
      ['learner, ms an update', ...constants.map((one) => ms(one.learner))],
      ['jobs of an update', ...constants.map((one) => one.jobsOfUpdate.toFixed(1))],
      ['decisions/s of a core', ...constants.map((one) => bytes(one.decisionsPerCoreSecond))],
    ],
  );
  console.log(`Redis takes ${ms(alone)} ms a second by itself, and ${ms(idle)} ms more for a worker that waits.\n`);
  console.log(`Workers that fill it, jobs of ${seconds} s (learner: that it learns as long as they play):\n`);
  const names = ['redis', 'command', 'netIn', 'netOut', 'learner'] as const;
  const shown = (n: number) => (Number.isFinite(n) ? bytes(n) : 'none');
  table(
    ['', 'Redis', 'command', 'network in', 'network out', 'learner', 'first'],
    bounds.map((one) => {
      const values = one as unknown as Record<(typeof names)[number], number>;
      const first = names.reduce((least, name) => (values[name] < values[least] ? name : least));
      return [one.kind, ...names.map((name) => shown(values[name])), first];
    }),
  );
  console.log(`Simulated, jobs of ${seconds} s; cost at ${price} for an hour of a core:\n`);
  table(
    [
      ...['', 'workers', 'of ideal', 'Redis', 'command', 'learner', 'net in', 'net out', 'busiest'],
      ...['hours for 10^9 decisions', 'core hours', 'cost'],
    ],
    rows.map((row) => [
      ...[row.kind, row.workers, percent(row.ofIdeal)],
      ...[row.redis, row.command, row.learner, row.netIn, row.netOut].map(percent),
      ...[row.busiest, row.hours.toFixed(2), row.coreHours.toFixed(1), row.cost.toFixed(2)],
    ]),
  );
  console.log(
    `${workers} workers measured, size ${size}, seed ${flags.seed}; ${Object.entries(about)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  );
}
