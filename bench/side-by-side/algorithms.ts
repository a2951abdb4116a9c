import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { loadGame } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { presetConfig } from '../../training/presets/index.js';
import { applySets, type Config } from '../../training/run/config.js';
import { presetGame } from '../../training/run/preset-game.js';
import { commandLine, given, positiveNumber, wholeNumber } from '../command-line.js';
import { type Compared, page, pageOf, write, writeAll } from './algorithms-page.js';
import { curveOf, type Learned } from './curves.js';
import { measure } from './measure.js';
import { Progress } from './progress.js';
import { algorithms, finished, networks, runTraining, type SideName, type TrainingPlan } from './training.js';
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
  page: { type: 'boolean', default: false },
});

/** The settings of a side: those of its preset, one core, nothing measured on the way. */
function settings(side: SideName, known: Parameters<typeof presetConfig>[0], minutes: number): Config {
  const [learning, reading] = side.split(' with ');
  const preset =
    learning === 'expert iteration' ? 'expert-iteration' : learning === 'afterstate' ? 'afterstate' : 'ppo';
  const base = presetConfig(known, preset, { minutes });
  const last = base.phases.at(-1)!;
  const alone = side === 'MaskablePPO' ? randomOpponents : {};
  const phases = [...base.phases.slice(0, -1), { ...last, decisions: 0, minutes: 0, ...alone }];
  const sets = ['workers=1', 'learnerThreads=1', 'evaluation.every=0', 'evaluation.reportBlocks=0'];
  if (reading !== undefined) sets.push(`network.${reading}=all`);
  return applySets({ ...base, phases: phases as Config['phases'] }, {}, sets);
}

/** What MaskablePPO plays against. */
const never = { from: 0, to: 0, until: 1 };
const randomOpponents = {
  opponents: [{ agent: 'random', share: never, allSeats: { from: 1, to: 1, until: 1 } }],
  snapshots: { share: never, every: 1, poolSize: 1 },
};

async function main(): Promise<void> {
  if (flags.page) return writeAll(results);
  const name = given('--game', flags.game);
  const minutes = positiveNumber('minutes', flags.minutes);
  const [seeds, points] = [wholeNumber('seeds', flags.seeds), wholeNumber('points', flags.points)];
  const blocks = wholeNumber('blocks', flags.blocks);
  const against = flags.against.split(',');
  const named = flags.sides.split(',').map((side) => side.trim());
  const known = [...algorithms, ...networks];
  const strange = named.find((side) => !known.some((one) => one === side));
  if (strange !== undefined) throw new UserError(`--sides ${strange}: use ${known.join(', ')}`);
  const compared = named as SideName[];
  const cores = os.availableParallelism();
  const atOnce = flags.together ? cores : 1;

  const pack = await loadGame(name);
  const { game } = pack;
  const presets = presetGame(pack);
  const folder = path.resolve(flags.out, game.id);
  const plans = Array.from({ length: seeds * compared.length }, (_, i): TrainingPlan => {
    const [side, seed] = [compared[i % compared.length]!, Math.floor(i / compared.length) + 1];
    const pinned = flags.together ? [i % cores] : undefined;
    const config = settings(side, presets, minutes);
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
  writeAtomic(path.join(results, `${pageOf(result)}-${game.id}.json`), `${JSON.stringify(result, null, 2)}\n`);
  writeAll(results);
}

function commandText(): string {
  const { out: _, write: __, page: ___, ...told } = flags;
  const words = Object.entries(told).map(([name, value]) =>
    value === true ? `--${name}` : value ? `--${name} ${/^[\w.,:=/-]+$/.test(value) ? value : `'${value}'`}` : '',
  );
  return `npx tsx bench/side-by-side/algorithms.ts ${words.filter((word) => word !== '').join(' ')}`;
}

// So that the process of the training under way is ended too.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
process.exit();
