/**
 * Speed of two builds of this project, run in turns so that both meet the same load: every row of `tabletop bench`, with the
 * ratio after / before (above 1: faster now) and its 95 % interval over the pairs. Build both first (npm run build);
 * nothing else should compute. Exit code 1 when a row's interval stays below --least, or the mean of all below --mean.
 *
 *   npx tsx bench/before-after.ts --before ../old --pairs 10
 *   npx tsx bench/before-after.ts --before ../old --only doomspire
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { games } from '../env/games/index.js';
import { median } from '../env/speed.js';
import { UserError } from '../env/user-error.js';
import { mean } from '../eval/statistics.js';
import { commandLine, positiveNumber, wholeNumber } from './command-line.js';
import { pairedRatio } from './paired-ratio.js';

/** One run of a command, and what it measures: numbers of which more is better. */
interface Job {
  name: string;
  arguments: string[];
  rows: (json: never) => Record<string, number>;
}

const { values: flags } = commandLine(import.meta.url, {
  before: { type: 'string', default: '' },
  after: { type: 'string', default: '.' },
  pairs: { type: 'string', default: '10' },
  only: { type: 'string', default: '' },
  least: { type: 'string', default: '0.97' },
  mean: { type: 'string', default: '0.98' },
});
const pairs = wholeNumber('pairs', flags.pairs, 2);
const least = positiveNumber('least', flags.least);
const wantedMean = positiveNumber('mean', flags.mean);
const [before, after] = [main('before', flags.before), main('after', flags.after)];
const jobs = [...games.map(({ id }) => envJob(id)), trainJob('doomspire', 3), trainJob('connect-four', 4)].filter(
  ({ name }) => name.includes(flags.only),
);
if (jobs.length === 0) throw new UserError(`--only ${flags.only}: no row's name has it; try 'env' or a game`);

const means: number[] = [];
const slow: string[] = [];
console.log(`| row | before (median) | after (median) | ratio | 95 % interval |\n|---|---|---|---|---|`);
for (const job of jobs) {
  const seen: { before: Record<string, number>; after: Record<string, number> }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // Whoever is first meets a machine that has rested: they take turns at that too.
    const first = pair % 2 === 0 ? before : after;
    const one = await measure(first, job);
    const other = await measure(first === before ? after : before, job);
    seen.push(first === before ? { before: one, after: other } : { before: other, after: one });
    process.stderr.write(`\r${job.name}: pair ${pair + 1} of ${pairs}   `);
  }
  process.stderr.write(`\r${' '.repeat(60)}\r`);
  for (const row of Object.keys(seen[0]!.before)) {
    const { mean: ratio, low, high } = pairedRatio(seen.map((pair) => pair.after[row]! / pair.before[row]!));
    means.push(ratio);
    if (high < least) slow.push(row);
    const cells = [median(seen.map((p) => p.before[row]!)), median(seen.map((p) => p.after[row]!))].map(shown);
    const interval = `${low.toFixed(3)}, ${high.toFixed(3)}`;
    console.log(`| ${row} | ${cells.join(' | ')} | ${ratio.toFixed(3)} | ${interval} |`);
  }
}
const all = Math.exp(mean(means.map(Math.log)));
console.log(`\ngeometric mean of ${means.length} rows: ${all.toFixed(3)}; ${pairs} pairs, node ${process.version}`);
for (const row of slow) console.log(`slower: ${row}`);
process.exitCode = slow.length > 0 || all < wantedMean ? 1 : 0;

/** The command line of a build. @throws UserError where there is none */
function main(name: string, folder: string): string {
  const file = path.resolve(folder, 'dist/cli/main.js');
  if (folder === '' || !existsSync(file)) throw new UserError(`--${name} '${folder}': no built checkout there`);
  return file;
}

/** Rules, observation and copies of a game. */
function envJob(game: string): Job {
  return {
    name: `env ${game}`,
    arguments: ['bench', 'env', game, '--decisions', '150000', '--runs', '3', '--json'],
    rows: ({ rules, observed, copy }: Speeds) => ({
      [`${game}: rules, decisions/s`]: rules.decisionsPerSecond,
      [`${game}: with observation, decisions/s`]: observed.decisionsPerSecond,
      [`${game}: copies/s`]: 1e9 / copy.nanoseconds,
    }),
  };
}

/** The training loop, playing alone, and a gradient step. */
function trainJob(game: string, updates: number): Job {
  return {
    name: `train ${game}`,
    arguments: ['bench', 'train', game, '--updates', `${updates}`, '--json'],
    rows: ({ loop, rollout, learner }: TrainSpeeds) => ({
      [`${game}: training, decisions/s`]: loop.decisionsPerSecond,
      [`${game}: rollouts, decisions/s`]: rollout.decisionsPerSecond,
      [`${game}: gradient steps/s`]: 1000 / learner.stepMilliseconds,
    }),
  };
}

interface Speeds {
  rules: { decisionsPerSecond: number };
  observed: { decisionsPerSecond: number };
  copy: { nanoseconds: number };
}

interface TrainSpeeds {
  loop: { decisionsPerSecond: number };
  rollout: { decisionsPerSecond: number };
  learner: { stepMilliseconds: number };
}

async function measure(file: string, job: Job): Promise<Record<string, number>> {
  const cwd = path.resolve(path.dirname(file), '../..');
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...job.arguments], { cwd, maxBuffer: 1e8 });
  return job.rows(JSON.parse(stdout) as never);
}

function shown(n: number): string {
  return n >= 1e6 ? `${(n / 1e6).toFixed(2)} M` : n >= 1e4 ? `${(n / 1e3).toFixed(1)} k` : n.toFixed(1);
}
