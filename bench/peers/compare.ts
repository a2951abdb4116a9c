/**
 * Measures training speed beside PyTorch and sb3-contrib, in turns in one run, and prints the ratios: the whole loop
 * against MaskablePPO's with an environment that does no work, and a gradient step against PyTorch's. Before it:
 * npm run build && npx tsx bench/peers/setup.ts
 *
 *   npx tsx bench/peers/compare.ts [--rounds 5] [--updates 4] [--steps 20] [--only loop|step|ours]
 *     [--game doomspire] [--preset standard] [--set key=value ...] [--threads n] [--write] [--json]
 *
 * --write also measures ours alone (`tabletop bench train --scaling`) and writes all of it to
 * bench/results/train-speed.md, .json and .svg. Use a machine that has nothing else to do.
 */
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { presetConfig } from '../../training/presets/index.js';
import { applySet } from '../../training/run/config.js';
import { presetGame } from '../../training/run/preset-game.js';
import { timePicture } from '../../training/speed/picture.js';
import { variants } from '../../training/speed/scaling.js';
import { commandLine, wholeNumber } from '../command-line.js';
import { built } from './built.js';
import { compareLoops } from './loop.js';
import { Peer } from './peer.js';
import { type Comparison, report } from './report.js';
import { compareSteps } from './step.js';

const results = path.join(path.dirname(fileURLToPath(import.meta.url)), '../results/train-speed');

const { values: flags } = commandLine(import.meta.url, {
  rounds: { type: 'string', default: '5' },
  updates: { type: 'string', default: '4' },
  steps: { type: 'string', default: '20' },
  only: { type: 'string' },
  game: { type: 'string', default: 'doomspire' },
  preset: { type: 'string', default: 'standard' },
  set: { type: 'string', multiple: true, default: [] },
  write: { type: 'boolean', default: false },
  threads: { type: 'string', default: String(os.cpus().length) },
  json: { type: 'boolean', default: false },
});
const rounds = wholeNumber('rounds', flags.rounds);
const updates = wholeNumber('updates', flags.updates, 2);
const steps = wholeNumber('steps', flags.steps);
if (flags.only !== undefined && !['loop', 'step', 'ours'].includes(flags.only))
  throw new UserError(`--only ${flags.only}: one of loop, step, ours`);
const wanted = (part: 'loop' | 'step' | 'ours') => (flags.only ? flags.only === part : part !== 'ours' || flags.write);
const threads = wholeNumber('threads', flags.threads);
const progress = (what: string) => (text: string) => process.stderr.write(`${what}: ${text}\n`);

async function main(): Promise<void> {
  const { game, source } = await loadGame(flags.game);
  let config = applySet(presetConfig(presetGame(await loadGame(source)), flags.preset), 'ppo.epochs=4');
  for (const assignment of flags.set) config = applySet(config, assignment);
  const loadBefore = os.loadavg()[0]!;
  const peer = wanted('loop') || wanted('step') ? new Peer() : null;
  const versions = peer && (await peer.versions());
  const step = peer && wanted('step') ? await compareSteps(peer, { rounds, steps }, progress('step')) : null;
  const loop =
    peer && wanted('loop') ? await compareLoops(peer, config, { rounds, updates, threads }, progress('loop')) : null;
  peer?.close();
  const alone: Comparison['alone'] = [];
  if (wanted('ours')) {
    const { measureTraining } = await built();
    for (const { what, config: one } of [{ what: 'as configured', config }, ...variants(config)]) {
      progress('ours')(what);
      alone.push({ what, ...(await measureTraining(one, updates)) });
    }
  }
  const machine = {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    loadBefore,
    loadAfter: os.loadavg()[0]!,
  };
  const command = `npx tsx bench/peers/compare.ts ${process.argv.slice(2).join(' ')}`.trim();
  const comparison: Comparison = { command, machine, versions, loop, step, alone };
  if (flags.write) {
    writeAtomic(`${results}.json`, `${JSON.stringify(comparison, null, 2)}\n`);
    writeAtomic(`${results}.md`, report(comparison));
    const title = `${game.title}: time of a learned decision`;
    const note = `${machine.cpu}, ${machine.cores} cores, node ${machine.node}; medians of ${updates - 1} updates; ${command}`;
    if (alone.length > 0)
      writeAtomic(
        `${results}.svg`,
        timePicture(
          title,
          note,
          alone.map(({ what, loop: own }) => ({ label: what, loop: own })),
        ),
      );
  }
  process.stdout.write(flags.json ? `${JSON.stringify(comparison, null, 2)}\n` : report(comparison));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`peers: ${(error as Error).message}\n`);
  process.exitCode = error instanceof UserError ? 2 : 1;
}
// ONNX Runtime's threads would keep the process.
process.exit();
