/**
 * Our PPO beside sb3-contrib's MaskablePPO on one game: trains both with each seed, from nothing, in turns, so many minutes
 * each; plays the policies that were kept on the way; prints strength over minutes. README.md says what is the same.
 * Before it: npm run build && npx tsx bench/peers/setup.ts
 *
 *   npx tsx bench/side-by-side/run.ts --game connect-four --minutes 15 --seeds 3 --out runs/side-by-side
 *
 * Stopped, it goes on with the same command; a training that was under way begins again. --write also writes what there is
 * of all games in --out to bench/results/side-by-side.md and a plot each. Use a machine that has nothing else to do.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { writeAtomic } from '../../checkpoints/index.js';
import { formatDuration, ProgressLine } from '../../cli/terminal.js';
import { observationSize } from '../../env/game.js';
import { loadGame } from '../../env/games/index.js';
import { parseOptions } from '../../env/options.js';
import { packageVersion } from '../../env/package.js';
import { UserError } from '../../env/user-error.js';
import { commandLine, positiveNumber, wholeNumber } from '../command-line.js';
import { environmentPython, Peer } from '../peers/peer.js';
import { curveOf, type Learned } from './curves.js';
import { type MeasureSettings, measure } from './measure.js';
import { page } from './page.js';
import { strengthPlot } from './plot.js';
import { type Result, resultSchema } from './result.js';
import { comparison, ppoOf } from './settings.js';
import { built, finished, runTraining, sides, type TrainingPlan } from './training.js';

const results = path.join(path.dirname(fileURLToPath(import.meta.url)), '../results/side-by-side');

const { values: flags } = commandLine(import.meta.url, {
  game: { type: 'string', default: 'connect-four' },
  minutes: { type: 'string' },
  seeds: { type: 'string', default: '3' },
  points: { type: 'string', default: '10' },
  out: { type: 'string', default: 'runs/side-by-side' },
  cores: { type: 'string', default: String(os.availableParallelism()) },
  set: { type: 'string', multiple: true, default: [] },
  write: { type: 'boolean', default: false },
});
const minutes = flags.minutes === undefined ? 0 : positiveNumber('minutes', flags.minutes);
const seeds = wholeNumber('seeds', flags.seeds);
const points = wholeNumber('points', flags.points);
const cores = wholeNumber('cores', flags.cores);

/** What is missing before anything can be trained. @throws UserError */
function checkPlace(): void {
  if (!existsSync(built)) throw new UserError('what trains and measures is not built yet: npm run build');
  const trouble = findOnnx();
  if (typeof trouble === 'string') throw new UserError(`onnx: models cannot be played: ${trouble}`);
  if (!existsSync(environmentPython))
    throw new UserError('there is no Python environment: npx tsx bench/peers/setup.ts');
  const needed = "all(find_spec(name) for name in ('torch', 'onnx', 'pettingzoo', 'sb3_contrib'))";
  const script = `import sys; from importlib.util import find_spec; sys.exit(not ${needed})`;
  if (spawnSync(environmentPython, ['-c', script]).status !== 0)
    throw new UserError('the Python environment lacks something: npx tsx bench/peers/setup.ts');
}

async function versionsOf(): Promise<Record<string, string>> {
  const peer = new Peer();
  const { python, torch, stableBaselines3, sb3Contrib, numpy } = await peer.versions();
  peer.close();
  return {
    'tabletop-gym': packageVersion(),
    Node: process.version.slice(1),
    Python: python,
    PyTorch: torch,
    'stable-baselines3': stableBaselines3,
    'sb3-contrib': sb3Contrib,
    NumPy: numpy,
  };
}

/** Tells what is done and how long the rest takes; measuring is known once something was measured. */
class Progress {
  private readonly line = new ProgressLine(30);
  private measuredSeconds = 0;
  private measuredCount = 0;

  constructor(
    private trainingsLeft: number,
    private readonly secondsEach: number,
    private measurementsLeft: number,
  ) {}

  /** @param seconds of the training under way */
  train(name: string, seconds: number, decisions: number): void {
    const rest = this.left(this.trainingsLeft * this.secondsEach - seconds);
    const per = seconds > 0 ? Math.round(decisions / seconds) : 0;
    this.line.update(
      `${rest} left | ${name}: ${formatDuration(seconds)} of ${formatDuration(this.secondsEach)} | ${per} decisions/s`,
    );
  }

  trained(): void {
    this.trainingsLeft--;
  }

  /** @param seconds that one evaluation took; 0: it was there already */
  measured(name: string, seconds: number): void {
    this.measurementsLeft--;
    if (seconds === 0) return;
    this.measuredSeconds += seconds;
    this.measuredCount++;
    this.line.update(`${this.left(this.trainingsLeft * this.secondsEach)} left | measuring ${name}`);
  }

  say(text: string): void {
    this.line.clear();
    process.stderr.write(`${text}\n`);
  }

  private left(training: number): string {
    const each = this.measuredCount > 0 ? this.measuredSeconds / this.measuredCount : Number.NaN;
    const all = training + this.measurementsLeft * each;
    return Number.isNaN(all) ? `${formatDuration(training)} and measuring` : formatDuration(all);
  }
}

async function main(): Promise<void> {
  const config = await comparison(flags.game, { minutes, cores, set: flags.set });
  checkPlace();
  const { game, title, version, players, network } = await facts(config);
  const folder = path.resolve(flags.out, config.game);
  mkdirSync(folder, { recursive: true });
  const versions = await versionsOf();
  const machine = {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  };
  const { against, blocks } = config.evaluation;
  const how: MeasureSettings = { game, options: config.options, against, blocks, seed: 'side by side', workers: cores };
  // Who begins changes from seed to seed.
  const plans = Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    (seed % 2 === 1 ? sides : [...sides].reverse()).map(
      (side): TrainingPlan => ({ side, seed, config, points, folder: path.join(folder, `${side}-${seed}`) }),
    ),
  );
  const open = plans.filter((plan) => finished(plan) === null).length;
  const progress = new Progress(open, 60 * config.minutes, plans.length * points * against.length);
  progress.say(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, load ${os.loadavg()[0]!.toFixed(2)}`);
  progress.say(
    Object.entries(versions)
      .map(([name, number]) => `${name} ${number}`)
      .join(', '),
  );
  progress.say(
    `${title}: ${plans.length} trainings of ${formatDuration(60 * config.minutes)}, ${plans.length - open} of them there; ` +
      `${formatDuration(60 * config.minutes * open)} of training left`,
  );
  const learned: Learned[] = [];
  for (const plan of plans) {
    const name = `${plan.side}, seed ${plan.seed}`;
    let trained = finished(plan);
    if (!trained) {
      trained = await runTraining(plan, (at) => progress.train(name, at.seconds, at.decisions));
      progress.trained();
    }
    let began = performance.now();
    let fresh = 0;
    const measured = await measure(plan.folder, trained, how, (one) => {
      const now = performance.now();
      progress.measured(`${name}, moment ${one.point} of ${points}`, (now - began) / 1000);
      began = now;
      fresh++;
    });
    for (let i = fresh; i < points * against.length; i++) progress.measured(name, 0);
    learned.push({ trained, measured });
    const last = measured
      .slice(-against.length)
      .map((one) => `${(100 * one.winRate.mean).toFixed(1)} % against ${one.against}`);
    progress.say(`${name}: ${trained.points.at(-1)!.decisions} decisions, wins ${last.join(', ')}`);
  }
  const result: Result = {
    command: `npx tsx bench/side-by-side/run.ts ${process.argv
      .slice(2)
      .filter((word) => word !== '--write')
      .join(' ')}`.trim(),
    ...{ game, title, version, minutes: config.minutes, points, blocks, players, against, network },
    rivals: ppoOf(config).opponents.map(({ agent, allSeats }) => ({ agent, share: allSeats.from })),
    rows: config.decisionsPerUpdate,
    games: config.games,
    machine,
    versions,
    load: Math.max(...learned.map(({ trained }) => trained.load[0])),
    curves: against.flatMap((agent) => sides.map((side) => curveOf(side, agent, learned, config.minutes, points))),
  };
  writeAtomic(path.join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  const picture = (name: string) => `side-by-side-${name}.svg`;
  writeAtomic(path.join(folder, picture(game)), strengthPlot(result));
  const text = page([result], picture);
  writeAtomic(path.join(folder, 'side-by-side.md'), text);
  process.stdout.write(text);
  if (flags.write) writeResults(path.resolve(flags.out));
}

/** What there is of all games, into bench/results. */
function writeResults(out: string): void {
  const files = readdirSync(out).map((name) => path.join(out, name, 'result.json'));
  const all = files.filter(existsSync).map((file) => resultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  writeAtomic(
    `${results}.md`,
    page(all, (name) => `${path.basename(results)}-${name}.svg`),
  );
  for (const result of all) writeAtomic(`${results}-${result.game}.svg`, strengthPlot(result));
}

async function facts(config: Awaited<ReturnType<typeof comparison>>) {
  const { game } = await loadGame(config.game);
  const { trunk, activation } = config.network;
  return {
    game: game.id,
    title: game.title,
    version: game.version,
    players: game.players(parseOptions(game, config.options)),
    network: `${observationSize(game)} inputs, hidden layers ${trunk.join('-')} (${activation}), ${game.actions} actions`,
  };
}

// So that the process of the training under way is ended too.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
try {
  await main();
} catch (error) {
  process.stderr.write(`side by side: ${(error as Error).message}\n`);
  process.exitCode = error instanceof UserError ? 2 : 1;
}
process.exit();
