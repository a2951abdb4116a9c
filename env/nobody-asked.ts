/** Games that ask for no decision: training on them would go on for ever and learn nothing. */
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';

/** In so many games in a row somebody who learns is asked, or nobody ever will be. */
export const EMPTY_GAMES = 1000;

/** @param games that were played. @returns what to throw */
export function nobodyAsked({ id }: Pick<Game, 'id'>, games: number): UserError {
  return new UserError(
    `${id}: nobody who learns is ever asked: ${games} games in a row ended without a decision (tabletop check shows what the game asks)`,
  );
}
