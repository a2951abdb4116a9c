import os from 'node:os';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { networkText } from '../../agents/network/network.js';
import { loadGame } from '../../env/load-game.js';
import { measureSpeed } from '../../env/speed.js';
import { alignTable } from '../../eval/report.js';
import { deviceChoices } from '../../training/learn/devices.js';
import { presetNames } from '../../training/presets/index.js';
import { advisorOf } from '../../training/run/prepare.js';
import { settledDevice } from '../../training/run/settled-device.js';
import { measureTraining, type TrainingSpeed } from '../../training/run/speed.js';
import { interruptSignal } from '../interrupt.js';
import { countProgress, formatCount, ProgressLine, timeLeft } from '../terminal.js';
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
    .option('--decisions <n>', 'decisions of one timed run; there are 2 * (runs + 1)', wholeNumber(1000), 500_000)
    .option('--runs <n>', 'timed runs; the median counts', wholeNumber(1), 5)
    .option('--seed <seed>', 'seed of all games', '1')
    .option('--json', 'print one JSON object')
    .action(
      async (
        name: string,
        flags: { options?: string; decisions: number; runs: number; seed: string; json?: boolean },
      ) => {
        const { game, options } = await chooseGame(name, flags.options);
        const progress = countProgress('decisions');
        const speed = measureSpeed(game, options, {
          ...flags,
          onProgress: progress.update,
        });
        progress.clear();
        const machine = thisMachine();
        const result = { game: game.id, version: game.version, ...speed, machine };
        printResult(flags.json, result, () =>
          [
            alignTable([
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
  preset?: string;
  set: string[];
  options?: string;
  seed?: string;
  workers?: number;
  device: string;
  updates: number;
  json?: boolean;
}

/** The whole training loop, and its parts. */
function addBenchTrain(bench: Command): void {
  bench
    .command('train <game>')
    .description('speed of training: the whole loop with PPO updates, rollouts alone, one gradient step alone')
    .option(
      '--preset <name>',
      `one of ${presetNames.join(', ')} (default: standard, or ppo where that learns otherwise)`,
    )
    .option('--set <key=value>', 'one setting, such as ppo.epochs=4 (repeatable)', collect, [])
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--seed <seed>', 'seed of all randomness')
    .option('--workers <n>', 'worker threads that play', workerCount)
    .addOption(new Option('--device <name>', 'where the network learns').choices(deviceChoices).default('cpu'))
    .option('--updates <n>', 'updates of the loop; the first is not counted', wholeNumber(2), 6)
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: TrainSpeedFlags) => {
      const asked = await trainConfig(name, flags.preset === undefined ? { ...flags, algorithm: 'ppo' } : flags);
      const tell = (text: string) => void process.stderr.write(`${text}\n`);
      const config = { ...asked, device: await settledDevice(asked, await advisorOf(asked), tell) };
      const { game } = await loadGame(name);
      const machine = { ...thisMachine(), load: os.loadavg()[0]! };
      const line = new ProgressLine();
      let [part, began] = ['', 0];
      const speed = await measureTraining(config, flags.updates, {
        signal: interruptSignal(),
        onProgress: (what, at, of) => {
          if (what !== part) [part, began] = [what, performance.now()];
          // Each is told when it begins.
          const each = at > 1 ? (performance.now() - began) / 1000 / (at - 1) : Number.NaN;
          line.update(`${timeLeft(each * (of - at + 1))}${what} ${at} of ${of}`);
        },
      });
      line.clear();
      const result = { game: game.id, version: game.version, ...speed, machine };
      printResult(flags.json, result, () => speedText(`${game.id} ${game.version}`, speed, machine));
    });
}

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

function speedText(title: string, speed: TrainingSpeed, machine: Machine): string {
  const { loop, rollout, learner } = speed;
  return [
    alignTable([
      [title, 'loop /s', 'play only /s', 'step ms', 'play', 'observe', 'infer', 'learn', 'rest'],
      [
        '',
        formatCount(loop.decisionsPerSecond),
        formatCount(rollout.decisionsPerSecond),
        learner.stepMilliseconds.toFixed(2),
        ...Object.values(loop.time).map((share) => `${(100 * share).toFixed(0)} %`),
      ],
    ]),
    'decisions per second of all threads; shares of the time of the loop',
    speedNote(speed, machine),
  ].join('\n');
}

function speedNote({ setup, loop }: TrainingSpeed, { cpu, cores, node, load }: Machine): string {
  const { network, games, decisionsPerUpdate, minibatch, workers, learnerThreads, engine, device, seed } = setup;
  return [
    `network ${networkText(network)}`,
    `${games} games, ${decisionsPerUpdate} rows an update, ${minibatch} a step, ${loop.epochs} epochs`,
    `${workers} workers, ${device === 'gpu' ? 'a graphics card' : `${learnerThreads} threads`} to learn, ${engine}`,
    `median of ${loop.updates.length} updates, seed ${seed}`,
    `${cpu}, ${cores} cores, load ${load.toFixed(1)}, node ${node}`,
  ].join('; ');
}
