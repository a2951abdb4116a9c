import type { Command } from 'commander';
import { readText } from '../../checkpoints/read-text.js';
import { endingOf } from '../../env/finished.js';
import { gameNamedIn } from '../../env/load-game.js';
import { parseReplay, playReplay } from '../../env/replay.js';
import { outputEnded, write } from '../output.js';
import { Retelling } from '../play/retelling.js';
import { rankingText } from '../play/words.js';
import { chooseGame, printResult, requireVersion } from './shared.js';

/** `tabletop replay <file>`: checks a replay and tells the game again. */
export function addReplay(program: Command): void {
  program
    .command('replay <file>')
    .description('check a saved game step by step and print it')
    .option('--game <game>', 'path of the module of your own game')
    .option('--show', 'print the board at the start of each round, every decision and what came of it')
    .option('--any-version', 'accept a replay of another version of the game')
    .option('--json', 'print one JSON object')
    .action(async (file: string, flags: { game?: string; show?: boolean; anyVersion?: boolean; json?: boolean }) => {
      const text = readText(file);
      const replay = parseReplay(text, file);
      const { game } = await chooseGame(flags.game ?? gameNamedIn(file, replay.game));
      requireVersion(file, replay, game, flags.anyVersion);
      const telling = flags.show && !flags.json ? new Retelling(game, replay) : null;
      const env = playReplay(game, replay, {
        anyVersion: flags.anyVersion,
        luck: (chance) => telling?.noting(chance) ?? chance,
        visit: (moment) => {
          // Checking goes on to the end when nobody reads any more: it takes a moment, and its result is the exit code.
          if (telling && !outputEnded()) write(telling.at(moment));
        },
      });
      const { state } = env;
      const result = {
        game: game.id,
        version: game.version,
        seed: replay.seed ?? null,
        decisions: env.decisions,
        rounds: state.round,
        over: state.over,
        truncated: state.truncated,
        ending: state.over ? endingOf(state) : '',
        places: state.over ? [...env.places()] : [],
        verified: true,
      };
      printResult(flags.json, result, () =>
        [
          `\n${state.text(0)}\n`,
          `${game.title}${replay.seed === undefined ? '' : `, seed ${replay.seed}`}: ${env.decisions} decisions, ${state.round} rounds, every position agrees with the record`,
          state.over ? rankingText(env) : 'The record ends before the game does.',
        ].join('\n'),
      );
    });
}
