import process from 'node:process';
import type { Command } from 'commander';
import { checkGame } from '../../env/conformance/index.js';
import { loadGame } from '../../env/games/index.js';
import { parseGameOptions, printResult, wholeNumber } from './shared.js';

/** `tabletop check <game>`: holds a game to the contract. */
export function addCheck(program: Command): void {
  program
    .command('check <game>')
    .description(
      'hold a game (id, or path of a module that exports one) to the contract: masks, copies, saves, hidden facts, chance',
    )
    .option('--options <options>', 'options of the game: JSON, or key=value,...')
    .option('--games <n>', 'games to play for each check', wholeNumber(1), 20)
    .option('--seed <seed>', 'seed of all games', '1')
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: { options?: string; games: number; seed: string; json?: boolean }) => {
      const { game, bots, module } = await loadGame(name);
      const options = flags.options === undefined ? undefined : parseGameOptions(game, flags.options);
      const result = await checkGame(game, { games: flags.games, seed: flags.seed, options, bots, module });
      printResult(flags.json, result, () =>
        [
          ...result.checks.map((c) => `${c.passed ? 'ok  ' : 'FAIL'}  ${c.name}${c.detail ? `: ${c.detail}` : ''}`),
          '',
          result.passed ? `${game.id} passes` : `${game.id} does not pass`,
        ].join('\n'),
      );
      if (!result.passed) process.exitCode = 1;
    });
}
