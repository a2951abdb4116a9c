/**
 * What learns fastest from nothing but the rules? Trains a game by each algorithm, with each seed, so many minutes of one
 * core, with the settings that `tabletop train <game> --preset <algorithm>` has; plays the policies that were kept on the
 * way against bots; prints strength over minutes. No bot takes part in learning.
 *
 *   npx tsx bench/side-by-side/algorithms.ts --game ./docs/examples/honey-fair.ts --minutes 4 --seeds 3 --against random,scripted:builder
 *
 * --sides names what is compared, in the order of the table. MaskablePPO (of sb3-contrib; setup.ts installs it) has no
 * self-play: it learns against random play. --together trains as many at a time as there are cores, each on its own.
 * Stopped, the same command goes on; a training that was under way begins again. --write writes the page and the plots to
 * bench/results. Use a machine that has nothing else to do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { presetConfig } from '../../training/presets/index.js';
import { applySets, type Config } from '../../training/run/config.js';
import { presetGame } from '../../training/run/preset-game.js';
import { commandLine, given, positiveNumber, wholeNumber } from '../command-line.js';
import { curveOf, type Learned } from './curves.js';
import { measure } from './measure.js';
import { strengthOverTime } from './page.js';
import { strengthPlot } from './plot.js';
import { Progress } from './progress.js';
import { resultSchema } from './result.js';
import { algorithms, finished, runTraining, type SideName, type TrainingPlan } from './training.js';
import { versions } from './versions.js';

const results = path.join(path.dirname(fileURLToPath(import.meta.url)), '../results');

const { values: flags } = commandLine(import.meta.url, {
  game: { type: 'string' },
  against: { type: 'string', default: 'random' },
  sides: { type: 'string', default: 'afterstate,PPO,expert iteration' },
  minutes: { type: 'string', default: '4' },
  seeds: { type: 'string', default: '3' },
  points: { type: 'string', default: '4' },
  blocks: { type: 'string', default: '100' },
  out: { type: 'string', default: 'runs/algorithms' },
  together: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

const comparedSchema = z.strictObject({
  ...resultSchema.pick({ command: true, game: true, title: true, minutes: true, points: true, blocks: true }).shape,
  ...resultSchema.pick({ players: true, against: true, machine: true, versions: true, load: true, curves: true }).shape,
});
type Compared = z.output<typeof comparedSchema>;

/** The settings of a side: those of its preset, one core, nothing measured on the way. */
function settings(side: SideName, known: Parameters<typeof presetConfig>[0], minutes: number): Config {
  const preset = side === 'expert iteration' ? 'expert-iteration' : side === 'afterstate' ? 'afterstate' : 'ppo';
  const base = presetConfig(known, preset, { minutes });
  const last = base.phases.at(-1)!;
  const alone = side === 'MaskablePPO' ? randomOpponents : {};
  const phases = [...base.phases.slice(0, -1), { ...last, decisions: 0, minutes: 0, ...alone }];
  const sets = ['workers=1', 'learnerThreads=1', 'evaluation.every=0', 'evaluation.reportBlocks=0'];
  return applySets({ ...base, phases: phases as Config['phases'] }, {}, sets);
}

/** What MaskablePPO plays against. */
const never = { from: 0, to: 0, until: 1 };
const randomOpponents = {
  opponents: [{ agent: 'random', share: never, allSeats: { from: 1, to: 1, until: 1 } }],
  snapshots: { share: never, every: 1, poolSize: 1 },
};

async function main(): Promise<void> {
  const name = given('--game', flags.game);
  const minutes = positiveNumber('minutes', flags.minutes);
  const [seeds, points] = [wholeNumber('seeds', flags.seeds), wholeNumber('points', flags.points)];
  const blocks = wholeNumber('blocks', flags.blocks);
  const against = flags.against.split(',');
  const named = flags.sides.split(',').map((side) => side.trim());
  const strange = named.find((side) => !algorithms.some((one) => one === side));
  if (strange !== undefined) throw new UserError(`--sides ${strange}: use ${algorithms.join(', ')}`);
  const compared = named as SideName[];
  const cores = os.availableParallelism();
  const atOnce = flags.together ? cores : 1;

  const pack = await loadGame(name);
  const { game } = pack;
  const known = presetGame(pack);
  const folder = path.resolve(flags.out, game.id);
  const plans = Array.from({ length: seeds * compared.length }, (_, i): TrainingPlan => {
    const [side, seed] = [compared[i % compared.length]!, Math.floor(i / compared.length) + 1];
    const pinned = flags.together ? [i % cores] : undefined;
    const config = settings(side, known, minutes);
    return { side, seed, config, points, peerThreads: 1, pinned, folder: path.join(folder, `${side}-${seed}`) };
  });
  const takesPart = versions(compared.includes('MaskablePPO'));
  const open = plans.filter((plan) => finished(plan) === null).length;
  const progress = new Progress(open, 60 * minutes, atOnce, plans.length * points * against.length);
  const learned: Learned[] = [];
  const how = { game: pack.source, options: {}, against, blocks, seed: 'algorithms', workers: cores };
  for (let i = 0; i < plans.length; i += atOnce) {
    const some = plans.slice(i, i + atOnce);
    const trained = await Promise.all(
      some.map((plan) => {
        const done = finished(plan);
        if (done) return done;
        const label = `${plan.side}, seed ${plan.seed}`;
        return runTraining(plan, (at) => progress.train(label, at.seconds, at.decisions)).finally(() =>
          progress.trained(),
        );
      }),
    );
    for (const [k, plan] of some.entries()) {
      const label = `${plan.side}, seed ${plan.seed}`;
      const began = performance.now();
      const measured = await measure(plan.folder, trained[k]!, how, () =>
        progress.measured(label, (performance.now() - began) / 1000 / (points * against.length)),
      );
      const last = measured.slice(-against.length);
      const won = last.map((one) => `${(100 * one.winRate.mean).toFixed(1)} % against ${one.against}`);
      progress.say(`${label}: ${trained[k]!.points.at(-1)!.decisions} decisions, wins ${won.join(', ')}`);
      learned.push({ trained: trained[k]!, measured });
    }
  }
  const result: Compared = {
    command: commandText(),
    ...{ game: game.id, title: game.title, minutes, points, blocks, against },
    players: game.players(parseOptions(game, {})),
    machine: { cpu: os.cpus()[0]?.model ?? 'unknown', cores, memoryGiB: Math.round(os.totalmem() / 2 ** 30) },
    versions: takesPart,
    load: Math.max(...learned.map(({ trained }) => trained.load[0])),
    curves: against.flatMap((agent) => compared.map((side) => curveOf(side, agent, learned, minutes, points))),
  };
  write(folder, [result]);
  process.stdout.write(page([result]));
  if (!flags.write) return;
  writeAtomic(path.join(results, `algorithms-${game.id}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const files = readdirSync(results).filter((file) => /^algorithms-.*\.json$/.test(file));
  const all = files.sort().map((file) => readFileSync(path.join(results, file), 'utf8'));
  write(
    results,
    all.map((text) => comparedSchema.parse(JSON.parse(text))),
  );
}

function commandText(): string {
  const { out: _, write: __, ...told } = flags;
  const words = Object.entries(told).map(([name, value]) =>
    value === true ? `--${name}` : value ? `--${name} ${/^[\w.,:=/-]+$/.test(value) ? value : `'${value}'`}` : '',
  );
  return `npx tsx bench/side-by-side/algorithms.ts ${words.filter((word) => word !== '').join(' ')}`;
}

const picture = (game: string) => `algorithms-${game}.svg`;

/** Page and plots. */
function write(folder: string, all: readonly Compared[]): void {
  writeAtomic(path.join(folder, 'algorithms.md'), page(all));
  for (const one of all) writeAtomic(path.join(folder, picture(one.game)), strengthPlot(one));
}

function page(all: readonly Compared[]): string {
  const parts = [
    '# Algorithms beside each other, from the rules alone',
    [
      'Strength after so many minutes of one core, from nothing: no bot, no shaping, no imitation. Each algorithm has the',
      'settings of its preset; MaskablePPO, which has no self-play, learns against random play.',
    ].join('\n'),
    ...all.flatMap((one) => [
      `## ${one.title}`,
      `Command: \`${one.command}\``,
      `Each policy plays ${one.blocks * one.players} games against each kind of opponents, the same deals for all. ` +
        `${one.machine.cpu}, ${one.machine.cores} ${one.machine.cores === 1 ? 'core' : 'cores'}, ${one.machine.memoryGiB} GiB, load before a training at most ` +
        `${one.load.toFixed(2)}. ${Object.entries(one.versions)
          .map(([name, number]) => `${name} ${number}`)
          .join(', ')}.`,
      ...strengthOverTime(one, picture(one.game)),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

// So that the process of the training under way is ended too.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
process.exit();
