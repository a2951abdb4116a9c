/**
 * What a queue costs on one machine: the same command with the threads of its own process (the pool) and with a queue, in
 * turns, so that both meet the same load. Build first (npm run build); needs Linux and redis-server, and a machine with no
 * other work.
 *
 *   npx tsx bench/queue-throughput.ts evaluate --pairs 5
 *   npx tsx bench/queue-throughput.ts evolution --pairs 5
 *
 * `evaluate` plays scripted:tuned against scripted:mixed in Doomspire, `evolution` trains the weights of scripted:mixed for
 * a few updates (--games are those of all updates together), without measurements. The pool has --workers threads, the
 * queue as many workers with one job at a time; they run already, and have played a small command. Redis, workers and the
 * command share the machine. Results must be the same bytes, times apart.
 *
 * Seconds are from the start of a command to its end. Throughput is games by second, queue / pool. Processor seconds, as
 * shares of all those of the pool's run:
 *
 * - redis: of redis-server, from before the command to after it.
 * - own: redis, the whole process of the command, and the workers' processes that speak to Redis; not their children, which
 *   play. So the start of the command counts, which the pool has too.
 * - net: own without what the command takes when nothing is to be played: an evaluation of as many games that are all in
 *   its file of state already; a training of one small update, less what its games took.
 * - more: all processes of the queue's run, the playing ones too, minus the pool's. The children have long been
 *   compiled, the pool's threads begin anew: it can be below 0.
 *
 * Exit code 1 where results differ, the median throughput is below --least, or the median of net above --most (by default
 * asked of `evaluate` alone: with a queue a training starts its --workers threads too, to measure with).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RunDirectory } from '../checkpoints/run.js';
import { median } from '../env/speed.js';
import { UserError } from '../env/user-error.js';
import { untimed } from '../test/queue/works.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { machine, OwnQueue, ownFolder, type Ran, type Spent, spentBetween, tabletop } from './own-queue.js';
import { pairedRatio } from './paired-ratio.js';

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    pairs: { type: 'string', default: '5' },
    games: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: 'queue' },
    least: { type: 'string', default: '0.95' },
    most: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
  1,
);
/** Of a run of evolution. */
const UPDATES = 4;
const GAMES_EACH = 16;

const subject = positionals[0];
if (subject !== 'evaluate' && subject !== 'evolution') throw new UserError('what? evaluate or evolution');
const pairs = wholeNumber('pairs', flags.pairs);
// The presets' number: 64 candidates with 16 games each, in every update.
const games = wholeNumber('games', flags.games || (subject === 'evaluate' ? '2000' : '4096'));
const workers = wholeNumber('workers', flags.workers);
const least = positiveNumber('least', flags.least);
const most = flags.most || subject === 'evaluate' ? positiveNumber('most', flags.most || '0.03') : Infinity;

/** One command that was run, and everything it made that must be the same. */
interface Done extends Ran {
  result: string;
  /** Of a training: seconds that the games of all updates took. */
  collected?: number;
}

const folder = ownFolder();
let runs = 0;

/** `tabletop evaluate`. @param by the queue; null: a pool */
async function evaluated(seed: string, count: number, by: OwnQueue | null, more: string[] = []): Promise<Done> {
  const what = ['evaluate', 'scripted:tuned', '--game', 'doomspire', '--against', 'scripted:mixed'];
  const who = by ? ['--queue', by.url] : ['--workers', `${workers}`];
  const how = ['--games', `${count}`, '--seed', seed, '--json', ...who, ...more];
  const ran = await tabletop([...what, ...how], folder, by ?? undefined).done;
  // How it was called may differ, and times do.
  const { command, effort, ...rest } = JSON.parse(ran.stdout) as { command: string; effort: object[] };
  return { ...ran, result: JSON.stringify({ ...rest, effort: effort.map((one) => ({ ...one, milliseconds: 0 })) }) };
}

/**
 * `tabletop train` by evolution.
 * @param pairsEach of an update
 * @param each games of a candidate
 * @param decisions of the candidates; the update in which there are as many is the last
 * @param by the queue; null: a pool of so many threads
 */
async function trained(
  seed: string,
  { pairsEach, each, decisions }: { pairsEach: number; each: number; decisions: number },
  by: OwnQueue | null,
  threads = workers,
): Promise<Done> {
  const run = path.join(folder, `run-${runs++}`);
  const set = [
    'minutes=0',
    'evaluation.every=0',
    'evaluation.reportBlocks=0',
    `evolution.pairs=${pairsEach}`,
    `evolution.gamesEach=${each}`,
  ].flatMap((one) => ['--set', one]);
  const what = ['train', 'doomspire', '--algorithm', 'evolution', '--agent', 'scripted:mixed', '--run', run];
  const how = ['--seed', seed, '--workers', `${threads}`, '--decisions', `${decisions}`, '--json', ...set];
  const who = by ? ['--queue', by.url] : [];
  const ran = await tabletop([...what, ...how, ...who], folder, by ?? undefined).done;
  const made = RunDirectory.open(run);
  // Clock times differ, and only they.
  const lines = untimed(readFileSync(path.join(run, 'metrics.jsonl'), 'utf8'));
  const checkpoint = readFileSync(made.latest()!.file).toString('base64');
  const collected = made.metrics().reduce((sum, line) => sum + Number(line.collect_seconds ?? 0), 0);
  return { ...ran, result: `${checkpoint}\n${lines}`, collected };
}

interface Pair {
  seed: string;
  pool: { seconds: number; processor: number; idle: number; collected?: number | undefined };
  queue: { seconds: number; client: number; collected?: number | undefined } & Spent;
  same: boolean;
  throughput: number;
  redis: number;
  own: number;
  net: number;
  more: number;
}

const queue = await OwnQueue.start(workers);
const about = await machine(queue);

// A first one of each: programs in the page cache, workers compiled. That of a training says how long an update is.
process.stderr.write('warming up\n');
const warmGames = Math.max(8 * workers, Math.round(games / 10));

/** How a subject is played, and the processor seconds of its command when there is nothing to play. */
interface Subject {
  play(seed: string, by: OwnQueue | null): Promise<Done>;
  idle(): Promise<number>;
}

async function evaluation(): Promise<Subject> {
  const state = ['--state', path.join(folder, 'idle.state')];
  const idle = () => evaluated(`${flags.seed}/idle`, games, null, state);
  await idle();
  await evaluated(`${flags.seed}/warm`, warmGames, queue);
  return { play: (seed, by) => evaluated(seed, games, by), idle: async () => (await idle()).processor };
}

async function evolution(): Promise<Subject> {
  const pairsEach = Math.max(1, Math.round(games / (UPDATES * 2 * GAMES_EACH)));
  const size = { pairsEach, each: GAMES_EACH };
  await trained(`${flags.seed}/warm`, { ...size, decisions: 1 }, null);
  await trained(`${flags.seed}/warm`, { ...size, decisions: 1 }, queue);
  const update = RunDirectory.open(path.join(folder, 'run-0'))
    .metrics()
    .find((line) => line.collect_seconds !== undefined)!;
  // Half an update less, as updates are not equally long.
  const decisions = Math.round(update.decisions * (UPDATES - 0.5));
  return {
    play: (seed, by) => trained(seed, { ...size, decisions }, by),
    async idle() {
      const { processor, collected } = await trained(
        `${flags.seed}/idle`,
        { pairsEach: 1, each: 1, decisions: 1 },
        null,
        0,
      );
      return processor - collected!;
    },
  };
}

const { play, idle } = await (subject === 'evaluate' ? evaluation() : evolution());

const measured: Pair[] = [];
for (let i = 0; i < pairs; i++) {
  const seed = `${flags.seed}/${i}`;
  const unplayed = await idle();
  const first = i % 2 === 0 ? await play(seed, null) : null;
  const before = await queue.spent();
  const queued = await play(seed, queue);
  const spent = spentBetween(before, await queue.spent());
  const pool = first ?? (await play(seed, null));
  const { redis, parents, children } = spent;
  const own = redis + queued.processor + parents;
  measured.push({
    seed,
    pool: { seconds: pool.seconds, processor: pool.processor, collected: pool.collected, idle: unplayed },
    queue: { seconds: queued.seconds, client: queued.processor, collected: queued.collected, ...spent },
    same: pool.result === queued.result,
    throughput: pool.seconds / queued.seconds,
    redis: redis / pool.processor,
    own: own / pool.processor,
    net: (own - unplayed) / pool.processor,
    more: (own + children) / pool.processor - 1,
  });
  process.stderr.write(`\rpair ${i + 1} of ${pairs}   `);
}
process.stderr.write(`\r${' '.repeat(30)}\r`);
await queue.stop();

const middle = (value: (pair: Pair) => number) => median(measured.map(value));
const collecting = ({ pool, queue: other }: Pair) => (pool.collected ?? Number.NaN) / (other.collected ?? Number.NaN);
const summary = {
  throughput: middle((pair) => pair.throughput),
  interval: pairs > 1 ? pairedRatio(measured.map((pair) => pair.throughput)) : null,
  // Of a training: of collecting alone, without start and end of the command.
  collecting: subject === 'evolution' ? middle(collecting) : null,
  redis: middle((pair) => pair.redis),
  own: middle((pair) => pair.own),
  net: middle((pair) => pair.net),
  more: middle((pair) => pair.more),
  same: measured.every((pair) => pair.same),
};
const passed = summary.same && summary.throughput >= least && summary.net <= most;
if (flags.json)
  console.log(JSON.stringify({ subject, about, pairs, games, workers, seed: flags.seed, measured, summary, passed }));
else print();
process.exitCode = passed ? 0 : 1;

function print(): void {
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  const seconds = (n: number) => n.toFixed(2);
  const head = [
    'seed',
    'pool s',
    'queue s',
    'queue / pool',
    'pool cpu s',
    'no games',
    'redis',
    'client',
    'parents',
    'children',
  ];
  console.log(`| ${[...head, 'redis', 'own', 'net', 'more', 'same bytes'].join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(head.length + 3)}---|`);
  for (const pair of measured) {
    const { pool, queue: other } = pair;
    const cpu = [pool.processor, pool.idle, other.redis, other.client, other.parents, other.children].map(seconds);
    const times = [seconds(pool.seconds), seconds(other.seconds), pair.throughput.toFixed(3)];
    const shares = [pair.redis, pair.own, pair.net, pair.more].map(percent);
    console.log(`| ${[pair.seed, ...times, ...cpu, ...shares, pair.same ? 'yes' : 'NO'].join(' | ')} |`);
  }
  const { interval, throughput, collecting, redis, own, net, more } = summary;
  const between = interval ? ` (95 % of the mean: ${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})` : '';
  console.log(`\nmedian throughput, queue / pool: ${throughput.toFixed(3)}${between}; wanted ${least} or more`);
  if (collecting !== null) console.log(`of collecting alone: ${collecting.toFixed(3)}`);
  console.log(
    `median shares of processor time: redis ${percent(redis)}, own ${percent(own)}, ` +
      `net ${percent(net)}${Number.isFinite(most) ? ` (wanted ${percent(most)} or less)` : ''}, more ${percent(more)}`,
  );
  console.log(`results: ${summary.same ? 'the same bytes' : 'THEY DIFFER'}`);
  console.log(
    `${subject}, ${games} games, ${workers} workers, ${pairs} pairs, seeds ${flags.seed}/0 to ${pairs - 1}; ` +
      Object.entries(about)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
  );
}
