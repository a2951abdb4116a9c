/** Games that go on beyond their own bound: without a word, environments and training would play them for ever. */
import type { Game } from './game.js';
import { UserError } from './user-error.js';

/**
 * The error for a game that is not over after `maxDecisions` decisions.
 * @param most what `maxDecisions` gives
 */
export function endless({ id }: Pick<Game, 'id'>, most: number): UserError {
  return new UserError(
    `${id}: a game goes on after ${most} decisions, and maxDecisions() is ${most}: raise it, or give the rules a cap at which a game is over and truncated`,
  );
}
