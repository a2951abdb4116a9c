/** Games that ask for no decision: an environment would begin the next one for ever, and training would learn nothing. */
import type { Game } from './game.js';
import { UserError } from './user-error.js';

/** A game may end before a learner decides. After so many in a row it never will. */
export const EMPTY_GAMES = 1000;

/** @param games that were played. @returns what to throw where training finds no decision */
export function nobodyAsked({ id }: Pick<Game, 'id'>, games: number): UserError {
  return new UserError(
    `${id}: nobody who learns is ever asked: ${games} games in a row ended without a decision (tabletop check shows what the game asks)`,
  );
}
