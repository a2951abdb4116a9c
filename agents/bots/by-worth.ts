/** A planner out of one function: what an action is worth. */
import { UserError } from '../../env/user-error.js';
import type { Planner } from './plan-bot.js';

/** What a position on the kit says of its legal actions: the first `count` ids, ascending. */
interface Listed {
  readonly legalActions: ArrayLike<number>;
  readonly count: number;
}

/** The worth of an action, which no comparison would find wrong where it is no number. */
function numberOf(value: number, action: number): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new UserError(`a bot finds action ${action} worth ${value}: what an action is worth must be a number`);
}

/**
 * A planner that chooses the action of most worth, the lowest id of several, for `planBots`.
 * @param worth of a legal action of a position, by the weights of the bot. A finite number that follows from nothing
 *   hidden; the position stays as it is
 */
export function byWorth<Position extends Listed, Weights>(
  worth: (position: Position, action: number, weights: Readonly<Weights>) => number,
): (weights: Readonly<Weights>) => Planner<Position> & Required<Pick<Planner<Position>, 'actionValues'>> {
  return (weights) => ({
    choose(position) {
      const { legalActions, count } = position;
      let choice = legalActions[0]!;
      let most = -Infinity;
      for (let i = 0; i < count; i++) {
        const action = legalActions[i]!;
        const value = numberOf(worth(position, action, weights), action);
        if (!(value > most)) continue;
        most = value;
        choice = action;
      }
      return choice;
    },
    actionValues(position, out) {
      const { legalActions, count } = position;
      for (let i = 0; i < count; i++) {
        const action = legalActions[i]!;
        out[action] = numberOf(worth(position, action, weights), action);
      }
    },
  });
}
