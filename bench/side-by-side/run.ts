/**
 * Our PPO beside sb3-contrib's MaskablePPO on one game: trains both with each seed, from nothing, so many minutes each,
 * in turns, or at the same time (--together); plays the policies that were kept on the way; prints strength over
 * minutes. README.md says what is the same. Before it: npm run build && npx tsx bench/side-by-side/setup.ts
 *
 *   npx tsx bench/side-by-side/run.ts --game connect-four --minutes 15 --seeds 3 --together --out runs/side-by-side
 *
 * Stopped, it goes on with the same command; a training that was under way begins again. --write also writes it to
 * bench/results, with a page of all games that were compared (side-by-side.md) and a plot each. Use a machine that has
 * nothing else to do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { formatDuration } from '../../cli/terminal.js';
import { observationSize } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { commandLine, given, positiveNumber, wholeNumber } from '../command-line.js';
import { curveOf, type Learned } from './curves.js';
import { type MeasureSettings, measure } from './measure.js';
import { page } from './page.js';
import { strengthPlot } from './plot.js';
import { Progress } from './progress.js';
import { type Result, resultSchema } from './result.js';
import { comparison, ppoOf } from './settings.js';
import { finished, runTraining, sides, type Trained, type TrainingPlan } from './training.js';
import { versions } from './versions.js';

const results = path.join(path.dirname(fileURLToPath(import.meta.url)), '../results/side-by-side');

const { values: flags } = commandLine(import.meta.url, {
  game: { type: 'string' },
  minutes: { type: 'string' },
  seeds: { type: 'string', default: '3' },
  points: { type: 'string', default: '10' },
  out: { type: 'string', default: 'runs/side-by-side' },
  cores: { type: 'string' },
  'peer-threads': { type: 'string' },
  together: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] },
  write: { type: 'boolean', default: false },
});
const id = given('--game', flags.game);
const minutes = flags.minutes === undefined ? 0 : positiveNumber('minutes', flags.minutes);
const seeds = wholeNumber('seeds', flags.seeds);
const points = wholeNumber('points', flags.points);
const here = os.availableParallelism();
const atOnce = flags.together ? sides.length : 1;
const cores = wholeNumber('cores', flags.cores ?? `${Math.max(1, Math.floor(here / atOnce))}`);
const peerThreads = wholeNumber('peer-threads', flags['peer-threads'] ?? `${cores}`);

async function main(): Promise<void> {
  if (flags.together && process.platform !== 'linux')
    throw new UserError('--together: each side is kept to its cores by taskset, which Linux has; leave it out');
  if (flags.together && sides.length * cores > here)
    throw new UserError(`--together with --cores ${cores}: ${sides.length * cores} cores, of ${here} here`);
  const config = await comparison(id, { minutes, cores, set: flags.set });
  const played = await facts(config);
  const { against, blocks } = config.evaluation;
  const folder = path.resolve(flags.out, config.game);
  // Who begins, or who has the first cores, changes from seed to seed.
  const pairs = Array.from({ length: seeds }, (_, i) => i + 1).map((seed) =>
    (seed % 2 === 1 ? sides : [...sides].reverse()).map(
      (side, at): TrainingPlan => ({
        ...{ side, seed, config, points, peerThreads },
        pinned: flags.together ? Array.from({ length: cores }, (_, i) => at * cores + i) : undefined,
        folder: path.join(folder, `${side}-${seed}`),
      }),
    ),
  );
  const plans = pairs.flat();
  const takesPart = versions();
  const open = plans.filter((plan) => finished(plan) === null).length;
  const machine = {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: here,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  };
  const progress = new Progress(open, 60 * config.minutes, atOnce, plans.length * points * against.length);
  progress.say(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, load ${os.loadavg()[0]!.toFixed(2)}`);
  const named = Object.entries(takesPart).map(([name, number]) => `${name} ${number}`);
  progress.say(named.join(', '));
  progress.say(
    `${played.title}: ${plans.length} trainings of ${formatDuration(60 * config.minutes)}, ${plans.length - open} of them there; ` +
      `${formatDuration(60 * config.minutes * Math.ceil(open / atOnce))} of training left`,
  );
  const learned: Learned[] = [];
  for (const pair of pairs) {
    const under: Promise<Trained>[] = [];
    for (const plan of pair) {
      under.push(train(plan, progress));
      if (!flags.together) await under.at(-1);
    }
    const trained = await Promise.all(under);
    for (const [i, plan] of pair.entries()) learned.push(await judge(plan, trained[i]!, progress));
  }
  const result: Result = {
    command: commandText(),
    ...{
      ...played,
      minutes: config.minutes,
      points,
      blocks,
      against,
      games: config.games,
      cores,
      together: flags.together,
      machine,
    },
    rivals: ppoOf(config).opponents.map(({ agent, allSeats }) => ({ agent, share: allSeats.from })),
    rows: config.decisionsPerUpdate,
    versions: takesPart,
    load: Math.max(...learned.map(({ trained }) => trained.load[0])),
    curves: against.flatMap((agent) => sides.map((side) => curveOf(side, agent, learned, config.minutes, points))),
  };
  writeAtomic(path.join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  const picture = (name: string) => `side-by-side-${name}.svg`;
  writeAtomic(path.join(folder, picture(result.game)), strengthPlot(result));
  const text = page([result], picture);
  writeAtomic(path.join(folder, 'side-by-side.md'), text);
  process.stdout.write(text);
  if (flags.write) writeResults(result);
}

/** Trains, unless it was done. */
async function train(plan: TrainingPlan, progress: Progress): Promise<Trained> {
  const name = `${plan.side}, seed ${plan.seed}`;
  const done = finished(plan);
  if (done) return done;
  const trained = await runTraining(plan, (at) => progress.train(name, at.seconds, at.decisions));
  progress.trained();
  return trained;
}

/** Measures, with all cores: what is measured does not depend on the time. */
async function judge(plan: TrainingPlan, trained: Trained, progress: Progress): Promise<Learned> {
  const { config, side, seed } = plan;
  const { against, blocks } = config.evaluation;
  const name = `${side}, seed ${seed}`;
  const { game, options } = config;
  const how: MeasureSettings = { game, options, against, blocks, seed: 'side-by-side', workers: here };
  let began = performance.now();
  let fresh = 0;
  const measured = await measure(plan.folder, trained, how, ({ point }) => {
    const now = performance.now();
    progress.measured(`${name}, moment ${point} of ${points}`, (now - began) / 1000);
    began = now;
    fresh++;
  });
  for (let i = fresh; i < points * against.length; i++) progress.measured(name, 0);
  const last = measured
    .slice(-against.length)
    .map((one) => `${(100 * one.winRate.mean).toFixed(1)} % against ${one.against}`);
  progress.say(`${name}: ${trained.points.at(-1)!.decisions} decisions, wins ${last.join(', ')}`);
  return { trained, measured };
}

/** The command that makes this again, without where it was written. */
function commandText(): string {
  const { game, minutes: each, seeds: trained, points: kept, cores: used, together, set } = flags;
  const named = {
    game,
    minutes: each,
    seeds: trained,
    points: kept,
    cores: used,
    together,
    'peer-threads': flags['peer-threads'],
    set,
  };
  const words = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === false
      ? []
      : value === true
        ? [`--${name}`]
        : [value].flat().map((one) => `--${name} ${/^[\w.:=/-]+$/.test(one) ? one : `'${one}'`}`),
  );
  return `npx tsx bench/side-by-side/run.ts ${words.join(' ')}`;
}

/** One game into bench/results, and the page of all games that are there. */
function writeResults(result: Result): void {
  writeAtomic(`${results}-${result.game}.json`, `${JSON.stringify(result, null, 2)}\n`);
  const names = readdirSync(path.dirname(results)).filter((name) => /^side-by-side-.*\.json$/.test(name));
  const files = names.sort().map((name) => path.join(path.dirname(results), name));
  const all = files.map((file) => resultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  writeAtomic(
    `${results}.md`,
    page(all, (name) => `${path.basename(results)}-${name}.svg`),
  );
  for (const one of all) writeAtomic(`${results}-${one.game}.svg`, strengthPlot(one));
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
