import os from 'node:os';
import type { Command } from 'commander';
import { networkText } from '../../agents/network/network.js';
import { checkWritable, writeAtomic } from '../../checkpoints/atomic.js';
import { loadGame } from '../../env/load-game.js';
import { measureSpeed } from '../../env/speed.js';
import { presetNames } from '../../training/presets/index.js';
import type { Config } from '../../training/run/config.js';
import { measureTraining, type TrainingSpeed } from '../../training/speed/measure.js';
import { timePicture } from '../../training/speed/picture.js';
import { variants } from '../../training/speed/scaling.js';
import { interruptSignal } from '../interrupt.js';
import { formatCount, ProgressLine, table } from '../terminal.js';
import { chooseGame, collect, printResult, wholeNumber, workerCount } from './shared.js';
import { trainConfig } from './train.js';

/** `tabletop bench env <game>`, `tabletop bench train <game>`. */
export function addBench(program: Command): void {
  const bench = program.command('bench').description('measure speed on this machine');
  addBenchEnv(bench);
  addBenchTrain(bench);
}

/** Decisions a second on one core. */
function addBenchEnv(bench: Command): void {
  bench
    .command('env <game>')
    .description("speed of a game's rules, observations and copies, in random legal play on one core")
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--decisions <n>', 'decisions of one timed run', wholeNumber(1000), 500_000)
    .option('--runs <n>', 'timed runs; the median counts', wholeNumber(1), 5)
    .option('--seed <seed>', 'seed of all games', '1')
    .option('--json', 'print one JSON object')
    .action(
      async (
        name: string,
        flags: { options?: string; decisions: number; runs: number; seed: string; json?: boolean },
      ) => {
        const { game, options } = await chooseGame(name, flags.options);
        const speed = measureSpeed(game, options, flags);
        const machine = thisMachine();
        const result = { game: game.id, version: game.version, ...speed, machine };
        printResult(flags.json, result, () =>
          [
            table([
              [`${game.id} ${game.version}`, 'decisions/s', 'games/s'],
              ['rules and masks', formatCount(speed.rules.decisionsPerSecond), String(speed.rules.gamesPerSecond)],
              [
                'with observation',
                formatCount(speed.observed.decisionsPerSecond),
                String(speed.observed.gamesPerSecond),
              ],
            ]),
            `copy of a state: ${speed.copy.nanoseconds} ns`,
            `${machine.cpu}, node ${machine.node}, one core, median of ${flags.runs} runs of ${flags.decisions} decisions, seed ${flags.seed}`,
          ].join('\n'),
        );
      },
    );
}

interface TrainSpeedFlags {
  preset: string;
  set: string[];
  options?: string;
  seed?: string;
  workers?: number;
  updates: number;
  scaling?: boolean;
  out?: string;
  json?: boolean;
}

/** The whole training loop, and its parts. */
function addBenchTrain(bench: Command): void {
  bench
    .command('train <game>')
    .description('speed of training: the whole loop with PPO updates, rollouts alone, one gradient step alone')
    .option('--preset <name>', `preset: one of ${presetNames.join(', ')}`, 'standard')
    .option('--set <key=value>', 'one setting, such as ppo.epochs=4 (repeatable)', collect, [])
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', 'seed of all randomness')
    .option('--workers <n>', 'worker threads that play', workerCount)
    .option('--updates <n>', 'updates of the loop; the first is not counted', wholeNumber(2), 6)
    .option('--scaling', 'also vary threads, rows and network, one at a time')
    .option('--out <file.svg>', 'write a picture of where the time goes')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: TrainSpeedFlags) => {
      const config = await trainConfig(name, flags);
      const { game } = await loadGame(name);
      if (flags.out !== undefined) checkWritable(flags.out);
      const machine = { ...thisMachine(), load: os.loadavg()[0]! };
      const line = new ProgressLine();
      const measure = (what: string, measured: Config) =>
        measureTraining(measured, flags.updates, {
          signal: interruptSignal(),
          onProgress: (part, at, of) => line.update(`${what}: ${part} ${at} of ${of}`),
        });
      const speed = await measure('as configured', config);
      const scaling: ScalingRow[] = [];
      for (const variant of flags.scaling ? variants(config) : [])
        scaling.push({ what: variant.what, ...(await measure(variant.what, variant.config)) });
      line.clear();
      if (flags.out !== undefined) {
        const bars = [
          { label: 'as configured', loop: speed.loop },
          ...scaling.map(({ what, loop }) => ({ label: what, loop })),
        ];
        const picture = timePicture(`${game.title}: time of a learned decision`, speedNote(speed, machine), bars);
        writeAtomic(flags.out, picture);
      }
      const result = { game: game.id, version: game.version, ...speed, scaling, picture: flags.out ?? null, machine };
      printResult(flags.json, result, () => speedText(`${game.id} ${game.version}`, speed, scaling, machine));
    });
}

type ScalingRow = TrainingSpeed & { what: string };

interface Machine {
  cpu: string;
  cores: number;
  node: string;
  /** Programs that wanted a core in the minute before. */
  load: number;
}

function thisMachine(): Omit<Machine, 'load'> {
  return { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version };
}

function speedText(title: string, speed: TrainingSpeed, scaling: readonly ScalingRow[], machine: Machine): string {
  const head = [title, 'loop /s', 'play only /s', 'step ms', 'play', 'observe', 'infer', 'learn', 'rest'];
  const row = (what: string, { loop, rollout, learner }: TrainingSpeed) => [
    what,
    formatCount(loop.decisionsPerSecond),
    formatCount(rollout.decisionsPerSecond),
    learner.stepMilliseconds.toFixed(2),
    ...Object.values(loop.time).map((share) => `${(100 * share).toFixed(0)} %`),
  ];
  return [
    table([head, row('as configured', speed), ...scaling.map((one) => row(one.what, one))]),
    'decisions per second of all threads; shares of the time of the loop',
    speedNote(speed, machine),
  ].join('\n');
}

function speedNote({ setup, loop }: TrainingSpeed, { cpu, cores, node, load }: Machine): string {
  const { network, games, decisionsPerUpdate, minibatch, workers, learnerThreads, engine, seed } = setup;
  return [
    `network ${networkText(network)}`,
    `${games} games, ${decisionsPerUpdate} rows an update, ${minibatch} a step, ${loop.epochs} epochs`,
    `${workers} workers, ${learnerThreads} threads to learn, ${engine}`,
    `median of ${loop.updates.length} updates, seed ${seed}`,
    `${cpu}, ${cores} cores, load ${load.toFixed(1)}, node ${node}`,
  ].join('; ');
}
