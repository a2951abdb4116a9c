/** Small commands of every kind that can use a queue, and what of their results must be the same with and without it. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inProcess } from '../operator/in-process.js';
import { Program, type ProgramSettings } from './program.js';

export interface Work {
  name: string;
  /** Words after `tabletop`. They name files in the folder in which the command runs. */
  words: readonly string[];
  /** Files that it writes, as names in its folder; a folder stands for all that is in it. */
  files?: readonly string[];
}

/** What is compared: bytes of files by their SHA-256. */
export interface Result {
  printed: unknown;
  files: Record<string, string>;
}

// A budget of minutes counts how far they have gone, which gets into checkpoints.
const train = [
  ...['--set', 'workers=0', '--set', 'learnerThreads=1', '--set', 'evaluation.every=0'],
  ...['--set', 'evaluation.reportBlocks=0', '--set', 'checkpointEvery=1', '--set', 'minutes=0'],
];
const trained = ['run/checkpoints', 'run/metrics.jsonl'];
const evolution = [
  ...['train', 'doomspire', '--algorithm', 'evolution', '--agent', 'scripted:mixed', '--run', 'run', ...train],
  ...['--set', 'evolution.pairs=4', '--set', 'evolution.gamesEach=4'],
];
const expertIteration = (game: string, simulations: number) => [
  ...['train', game, '--algorithm', 'expert-iteration', '--run', 'run', ...train],
  ...['--set', 'network.trunk=[8]', '--set', 'expert-iteration.games=4', '--set', 'expert-iteration.window=2'],
  ...['--set', `expert-iteration.simulations=${simulations}`],
  ...['--set', `expert-iteration.fastSimulations=${simulations / 2}`],
];

/** Over within a second or two of playing. */
export const works = {
  evaluateTicTacToe: {
    name: 'evaluate tic-tac-toe',
    words: 'evaluate search:40 --game tic-tac-toe --against random --blocks 24 --json'.split(' '),
  },
  evaluateDoomspire: {
    name: 'evaluate doomspire',
    words: 'evaluate scripted:mixed --game doomspire --against random --blocks 8 --seed 2 --json'.split(' '),
  },
  tournament: {
    name: 'tournament kuhn',
    words: 'tournament kuhn --agents random,scripted:nash,search:20 --blocks 12 --json'.split(' '),
  },
  report: {
    name: 'report doomspire',
    words: 'report doomspire --agents scripted:mixed --games 60 --json'.split(' '),
  },
  fullReport: {
    name: 'report kuhn --out',
    words:
      'report kuhn --agents random,scripted:nash --games 60 --looks 6 --playouts 3 --effects 2 --out r --json'.split(
        ' ',
      ),
    files: ['r/report.html', 'r/report.csv'],
  },
  check: { name: 'check leduc', words: 'check leduc --games 4 --json'.split(' ') },
  evolution: {
    name: 'evolution doomspire',
    words: [...evolution, '--decisions', '20000'],
    files: trained,
  },
  expertIteration: {
    name: 'expert iteration connect-four',
    words: [...expertIteration('connect-four', 16), '--decisions', '600'],
    files: trained,
  },
  expertIterationKuhn: {
    name: 'expert iteration kuhn',
    words: [...expertIteration('kuhn', 16), '--decisions', '120'],
    files: trained,
  },
} satisfies Record<string, Work>;

/** Enough for faults on the way: some seconds on two cores, in many jobs. */
export const longWork: Work = {
  name: 'evaluate connect-four',
  words: 'evaluate search:120 --game connect-four --against search:40 --blocks 120 --openings 0 --json'.split(' '),
};

/** Training that takes long enough for workers to be killed meanwhile; in many small shards, each waited for. */
export const longTraining: Work = {
  name: 'expert iteration connect-four, longer',
  words: [...expertIteration('connect-four', 32), '--decisions', '2000'],
  files: trained,
};

/**
 * One command in an empty folder of its own.
 * @param extra words after those of the work: those of a queue
 */
export class Running {
  readonly program: Program;
  private readonly folder: string;

  constructor(
    private readonly work: Work,
    base: string,
    extra: readonly string[] = [],
    settings: ProgramSettings = {},
  ) {
    mkdirSync(base, { recursive: true });
    this.folder = mkdtempSync(path.join(base, 'work-'));
    this.program = new Program([...work.words, ...extra], { cwd: this.folder, ...settings });
  }

  /** @throws Error unless it ends well, in so many seconds */
  async result(seconds?: number): Promise<Result> {
    const ended = await this.program.end(seconds);
    if (ended.code !== 0)
      throw new Error(`${this.program.name} ended with ${ended.code ?? ended.signal}\n${this.program.printed}`);
    return resultOf(this.work, this.folder, ended.out);
  }
}

/**
 * The result of one command that runs in this process, in an empty folder of its own. One at a time.
 * @param extra words after those of the work: those of a queue
 * @throws Error unless it ends well
 */
export async function resultHere(work: Work, base: string, extra: readonly string[] = []): Promise<Result> {
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(path.join(base, 'work-'));
  const { status, stdout, stderr } = await inProcess(folder, [...work.words, ...extra]);
  if (status !== 0) throw new Error(`tabletop ${work.words.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return resultOf(work, folder, stdout);
}

/** What is compared of a command that has ended; deletes its folder. */
function resultOf(work: Work, folder: string, out: string): Result {
  const files: Result['files'] = {};
  for (const name of work.files ?? []) collect(files, folder, name);
  rmSync(folder, { recursive: true, force: true });
  // Of training only the files count: it prints its speed.
  return { printed: out.startsWith('{') ? timeless(out) : undefined, files };
}

const quiet = new Map<Work, Promise<Result>>();

/** What it makes without a queue, in this process; played once. */
export function quietResult(work: Work, base: string): Promise<Result> {
  let result = quiet.get(work);
  if (!result) {
    result = resultHere(work, base);
    quiet.set(work, result);
  }
  return result;
}

/** The JSON that a command printed, without its times. */
export function timeless(out: string): unknown {
  return JSON.parse(out, (key, value) => (key === 'milliseconds' ? undefined : value)) as unknown;
}

function collect(files: Result['files'], folder: string, name: string): void {
  const file = path.join(folder, name);
  try {
    for (const inside of readdirSync(file)) collect(files, folder, path.join(name, inside));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
    const bytes = readFileSync(file);
    const compared = name.endsWith('.jsonl') ? untimed(String(bytes)) : bytes;
    files[name] = createHash('sha256').update(compared).digest('hex');
  }
}

/** The lines of a run's metrics, without its times. */
function untimed(lines: string): string {
  const withoutTimes = (line: string) => {
    const { seconds, time, sps, collect_seconds, learn_seconds, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify(rest);
  };
  return lines.trimEnd().split('\n').map(withoutTimes).join('\n');
}
