/** Why an action is refused: said in the same words by every environment. */
import type { Game, State } from './game.js';
import { UserError } from './user-error.js';

/**
 * Whether an action may be played. Code without types may give its digits instead of a number, which the mask would find
 * legal and the rules would take for another one.
 */
export const isLegal = (mask: Uint8Array, action: number): boolean => typeof action === 'number' && mask[action] === 1;

/**
 * The error for an action that is not legal in a position that is not over.
 * @param mask the legal actions, 1 each
 * @param decisions taken in this game so far
 * @param where which game it is, where there are several
 */
export function illegalAction(
  game: Game,
  state: State,
  mask: Uint8Array,
  action: number,
  decisions: number,
  where = '',
): UserError {
  if (typeof action !== 'number') {
    const given = `${JSON.stringify(action)} (${Array.isArray(action) ? 'array' : typeof action})`;
    return new UserError(`an action is a number, and ${given} was given in ${where}${game.id} (decision ${decisions})`);
  }
  const legal = Array.from(mask.keys()).filter((a) => mask[a] === 1);
  const some = legal.slice(0, 8).map((a) => `${a} (${state.actionText(a)})`);
  const more = legal.length > 8 ? `, ... (${legal.length} in all)` : '';
  return new UserError(
    `action ${action} is not legal in ${where}${game.id} at prompt '${game.prompts[state.prompt]}' ` +
      `(seat ${state.actor}, decision ${decisions}); legal: ${some.join(', ')}${more}`,
  );
}
