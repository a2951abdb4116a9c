/**
 * Whether one build of this project is as fast as another: the same work in both, in turns, so that both meet the same
 * load. Both folders have their dist/ (npm run build).
 *
 *   npx tsx bench/two-builds.ts crown-of-ash ../before . --pairs 10
 *   npx tsx bench/two-builds.ts all ../before . --clock
 *
 * Rows: a game (its rules, rules with observations, copies; in processor time, so that a busy machine matters little,
 * or with --clock in wall-clock time), train-<game> (the training loop, rollouts and gradient steps by wall-clock time:
 * nothing else should compute), search-<game> (simulations a second of processor time, in the same games in both
 * builds), or all games (env), all training (train), all searches (search), everything (all). two-builds.json lists
 * what is trained and searched. Nine updates: with three, only eight gradient steps would be timed, right after the
 * first four.
 *
 * Printed for each row: the median speeds, the ratio after / before of the pairs (above 1: faster now), median and
 * geometric mean, and the 95 % interval of the mean. Exit code 1 when an interval stays below --least, or the mean of
 * all rows below --mean.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gameIds } from '../env/load-game.js';
import { median } from '../env/speed.js';
import { UserError } from '../env/user-error.js';
import { mean } from '../eval/statistics.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { pairedRatio } from './paired-ratio.js';

/** One run of a build, and what it measures: numbers of which more is better. */
interface Job {
  name: string;
  /** For node, in the folder of the build. */
  arguments: string[];
  rows: (json: never) => Record<string, number>;
}

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    pairs: { type: 'string', default: '10' },
    decisions: { type: 'string', default: '300000' },
    clock: { type: 'boolean', default: false },
    least: { type: 'string', default: '0.97' },
    mean: { type: 'string', default: '0.98' },
  },
  3,
);
const pairs = wholeNumber('pairs', flags.pairs, 2);
const decisions = wholeNumber('decisions', flags.decisions);
const least = positiveNumber('least', flags.least);
const wantedMean = positiveNumber('mean', flags.mean);
const [wanted, ...folders] = positionals;
const [before, after] = folders;
if (!wanted || !before || !after) throw new UserError('give what to measure, the folder before and the folder after');
for (const folder of folders)
  if (!existsSync(path.join(folder, 'dist/cli/main.js'))) throw new UserError(`${folder}: no built checkout there`);
const env = gameIds().map((id) => gameJob(id));
const config = JSON.parse(readFileSync(new URL('./two-builds.json', import.meta.url), 'utf8')) as {
  train: { game: string; updates: number }[];
  search: { game: string; agent: string; against: string; games: number }[];
};
const train = config.train.map(({ game, updates }) => trainJob(game, updates));
const search = config.search.map(({ game, agent, against, games }) => searchJob(game, agent, against, games));
const groups: Record<string, Job[]> = { env, train, search, all: [...env, ...train, ...search] };
const jobs = groups[wanted] ?? groups.all!.filter(({ name }) => name === wanted);
if (jobs.length === 0) {
  const names = [...Object.keys(groups), ...groups.all!.map(({ name }) => name)];
  throw new UserError(`cannot measure ${wanted}: use one of ${names.join(', ')}`);
}

const means: number[] = [];
const slow: string[] = [];
console.log('| row | before | after | ratio (median) | ratio (mean) | 95 % interval |\n|---|---|---|---|---|---|');
for (const job of jobs) {
  const seen: { before: Record<string, number>; after: Record<string, number> }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // Whoever is first meets a machine that has rested: they take turns at that too.
    const first = pair % 2 === 0;
    const one = await measure(first ? before : after, job);
    const other = await measure(first ? after : before, job);
    seen.push(first ? { before: one, after: other } : { before: other, after: one });
    process.stderr.write(`\r${job.name}: pair ${pair + 1} of ${pairs}   `);
  }
  process.stderr.write(`\r${' '.repeat(60)}\r`);
  for (const row of Object.keys(seen[0]!.before)) {
    const {
      mean: ratio,
      median: middle,
      low,
      high,
    } = pairedRatio(seen.map((pair) => pair.after[row]! / pair.before[row]!));
    means.push(ratio);
    if (high < least) slow.push(row);
    const speeds = [median(seen.map((p) => p.before[row]!)), median(seen.map((p) => p.after[row]!))].map(shown);
    const ratios = [middle.toFixed(3), ratio.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`];
    console.log(`| ${[`${job.name}: ${row}`, ...speeds, ...ratios].join(' | ')} |`);
  }
}
const all = Math.exp(mean(means.map(Math.log)));
console.log(`\ngeometric mean of ${means.length} rows: ${all.toFixed(3)}; ${pairs} pairs, node ${process.version}`);
for (const row of slow) console.log(`slower: ${row}`);
process.exitCode = slow.length > 0 || all < wantedMean ? 1 : 0;

/** Random play of a game with and without observations, and copies, in a process of its own. */
function gameJob(id: string): Job {
  const work = `
const { createRng, SeededChance } = await import('./dist/env/chance.js');
const { observationSize } = await import('./dist/env/game.js');
const { loadGame } = await import('./dist/env/load-game.js').catch(() => import('./dist/env/games/index.js'));
const pack = await loadGame('${id}');
const { game } = pack;
const n = ${decisions};
const options = game.options.parse({});
const mask = new Uint8Array(game.actions);
const out = new Float32Array(observationSize(game));
function play(n, seed, observe) {
  const chance = new SeededChance(seed, game.streams);
  const rng = createRng(seed);
  let s = game.newState(options, chance);
  for (let made = 0; made < n; ) {
    if (s.over) { s = game.newState(options, chance); continue; }
    const legal = s.legal(mask);
    if (observe) s.observe(s.actor, out, 0);
    if (legal > 1) made++;
    let skip = legal > 1 ? rng.int(legal) : 0;
    let action = 0;
    while (mask[action] === 0 || skip-- > 0) action++;
    s.apply(action, chance);
  }
}
function copies(n) {
  const from = game.newState(options, new SeededChance('copy', game.streams));
  const to = from.clone();
  for (let i = 0; i < n; i++) to.copyFrom(from);
}
/** What f does n times, a second. */
function speed(n, f) {
  const started = performance.now();
  const used = process.cpuUsage();
  f();
  const { user, system } = process.cpuUsage(used);
  return n / (${flags.clock} ? (performance.now() - started) / 1e3 : (user + system) / 1e6);
}
play(n / 4, 'warm', false);
play(n / 4, 'warm', true);
copies(n);
console.log(JSON.stringify({
  'rules, decisions/s': speed(n, () => play(n, 'rules', false)),
  'observed, decisions/s': speed(n, () => play(n, 'observed', true)),
  'copies/s': speed(5 * n, () => copies(5 * n)),
}));
`;
  return { name: id, arguments: ['--input-type=module', '-e', work], rows: (speeds: Record<string, number>) => speeds };
}

/** Simulations a second of processor time, of an agent in the seats of one game in turn. */
function searchJob(id: string, agent: string, against: string, players: number): Job {
  const work = `
const { loadAgent } = await import('./dist/agents/spec.js');
const { TurnEnv } = await import('./dist/env/turn-env.js');
const { loadGame } = await import('./dist/env/load-game.js').catch(() => import('./dist/env/games/index.js'));
const pack = await loadGame('${id}');
const { game } = pack;
const { playMatch } = await import('./dist/eval/match.js');
const env = new TurnEnv(game);
const create = await loadAgent('${agent}', { ...pack, options: env.options });
const other = await loadAgent('${against}', { ...pack, options: env.options });
let used = { user: 0, system: 0 };
function play(seat) {
  const searching = create();
  const act = searching.act.bind(searching);
  searching.act = (view) => {
    const start = process.cpuUsage();
    const action = act(view);
    const { user, system } = process.cpuUsage(start);
    used = { user: used.user + user, system: used.system + system };
    return action;
  };
  playMatch(env, Array.from({ length: ${players} }, (_, i) => (i === seat ? searching : other())), 'search/' + seat);
  return searching.simulations;
}
play(${players - 1});
used = { user: 0, system: 0 };
const simulations = play(0) + play(1);
console.log(JSON.stringify({ 'simulations/s': simulations / ((used.user + used.system) / 1e6) }));
`;
  return {
    name: `search-${id}`,
    arguments: ['--input-type=module', '-e', work],
    rows: (speeds: Record<string, number>) => speeds,
  };
}

interface TrainSpeeds {
  loop: { decisionsPerSecond: number };
  rollout: { decisionsPerSecond: number };
  learner: { stepMilliseconds: number };
}

/** The training loop, playing alone, and a gradient step. */
function trainJob(game: string, updates: number): Job {
  return {
    name: `train-${game}`,
    arguments: ['dist/cli/main.js', 'bench', 'train', game, '--updates', `${updates}`, '--json'],
    rows: ({ loop, rollout, learner }: TrainSpeeds) => ({
      'loop, decisions/s': loop.decisionsPerSecond,
      'rollouts, decisions/s': rollout.decisionsPerSecond,
      'gradient steps/s': 1000 / learner.stepMilliseconds,
    }),
  };
}

async function measure(cwd: string, job: Job): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, job.arguments, { cwd, maxBuffer: 1e8 });
  return job.rows(JSON.parse(stdout) as never);
}

function shown(n: number): string {
  return n >= 1e6 ? `${(n / 1e6).toFixed(2)} M` : n >= 1e4 ? `${(n / 1e3).toFixed(1)} k` : n.toFixed(1);
}
