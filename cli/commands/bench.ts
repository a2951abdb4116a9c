import os from 'node:os';
import type { Command } from 'commander';
import { measureSpeed } from '../../env/speed.js';
import { formatCount, table } from '../terminal.js';
import { chooseGame, printResult, wholeNumber } from './shared.js';

/** `tabletop bench env <game>`: decisions a second on one core. */
export function addBench(program: Command): void {
  const bench = program.command('bench').description('measure speed on this machine (medians, warmed up)');
  bench
    .command('env <game>')
    .description('rules, observation and copy speed of a game under uniform random legal play, one core')
    .option('--options <options>', 'options of the game: JSON, or key=value,...')
    .option('--decisions <n>', 'decisions in one timed run', wholeNumber(1000), 500_000)
    .option('--runs <n>', 'timed runs, of which the median is taken', wholeNumber(1), 5)
    .option('--seed <seed>', 'seed of all games', '1')
    .option('--json', 'print one JSON object')
    .action(
      async (
        name: string,
        flags: { options?: string; decisions: number; runs: number; seed: string; json?: boolean },
      ) => {
        const { game, options } = await chooseGame(name, flags.options);
        const speed = measureSpeed(game, options, flags);
        const machine = { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, node: process.version };
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
