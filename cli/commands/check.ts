import process from 'node:process';
import type { Command } from 'commander';
import type { CheckReport } from '../../env/conformance/check-game.js';
import { checkModule } from '../../env/conformance/check-module.js';
import { checkNames } from '../../env/conformance/names.js';
import { perft } from '../../eval/exact/perft.js';
import { interruptSignal } from '../interrupt.js';
import { QUEUE, QUEUE_ABOUT, withQueue } from '../queue-flag.js';
import { countProgress } from '../terminal.js';
import { chooseGame, positiveNumber, printResult, wholeNumber } from './shared.js';

interface CheckFlags {
  options?: string;
  games: number;
  seed: string;
  seconds: number;
  depth?: number;
  queue?: string;
  json?: boolean;
}

/** `tabletop check <game>`: holds a game to the contract. */
export function addCheck(program: Command): void {
  program
    .command('check <game>')
    .description('test whether a game keeps the contract')
    .option('--options <options>', 'game options: JSON, or key=value,...')
    .option('--games <n>', 'number of games for each check', wholeNumber(1), 20)
    .option('--seed <seed>', 'seed of all games', '1')
    .option('--seconds <n>', 'time limit for one call of the game', positiveNumber, 60)
    .option('--depth <n>', 'also count the histories of 1 to n decisions (perft)', wholeNumber(1))
    .option(QUEUE, QUEUE_ABOUT)
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: CheckFlags) => {
      const chosen = await chooseGame(name, flags.options);
      const options = flags.options === undefined ? undefined : chosen.options;
      const { games, seed, seconds } = flags;
      const { module } = chosen;
      const progress = countProgress('checks');
      const onProgress = (at: number) =>
        progress.update({ done: at, total: checkNames.length, secondsLeft: Number.NaN, part: checkNames[at] ?? '' });
      const request = { module, games, seed, options, seconds, signal: interruptSignal(), onProgress };
      const result = await withQueue(flags, progress.clear, (fleet) =>
        checkModule(chosen.game, request, fleet),
      ).finally(progress.clear);
      const { depth } = flags;
      const counts = depth === undefined || !result.passed ? undefined : perft(chosen.game, chosen.options, depth);
      printResult(flags.json, counts ? { ...result, perft: counts } : result, () =>
        [
          ...result.checks.map((c) => `${c.passed ? 'ok  ' : 'FAIL'}  ${c.name}${c.detail ? `: ${c.detail}` : ''}`),
          '',
          ...neverReached(result),
          ...(counts ? [`histories by number of decisions: ${counts.join(', ')}`, ''] : []),
          result.passed ? `${result.game} passes` : `${result.game} does not pass`,
        ].join('\n'),
      );
      if (!result.passed) process.exitCode = 1;
    });
}

/** Most names that a line of `neverReached` lists. */
const listed = 24;

/** What no game of the checks ever came to, and so nothing was tested of. */
function neverReached({ reached: { never } }: CheckReport): string[] {
  const lines = Object.entries(never)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => {
      const more = names.length > listed ? `, ... (${names.length} in all)` : '';
      return `  ${what}: ${names.slice(0, listed).join(', ')}${more}`;
    });
  if (lines.length === 0) return [];
  return ['never reached (play more --games, or write a bot that goes there):', ...lines, ''];
}
