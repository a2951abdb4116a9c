/** Numbers of a game that are none are mistakes of the game, named where they appear. */
import type { Observer } from './observer.js';
import { UserError } from './user-error.js';

/**
 * Refuses observations that hold a number that is not finite: it is an error of the game, and a network would turn it into
 * play or gradients without meaning.
 * @param values whole observations, one behind the other
 * @throws UserError that names the piece
 */
export function refuseNotFinite({ pieces, size }: Pick<Observer, 'pieces' | 'size'>, values: Float32Array): void {
  // A number minus itself is 0 for finite numbers alone: one pass without a call, since policies look often.
  let at = 0;
  while (at < values.length && values[at]! - values[at]! === 0) at++;
  if (at === values.length) return;
  let from = at % size;
  for (const { name, shape } of pieces) {
    const numbers = shape.reduce((product, n) => product * n, 1);
    if (from < numbers)
      throw new UserError(
        `observation piece ${name} is ${values[at]} (number ${from + 1} of ${numbers}): every number must be finite; tabletop check finds the position`,
      );
    from -= numbers;
  }
}

/** @param rewards by seat. @throws UserError when one is not finite: sums and gradients would be lost in it */
export function refuseRewards(rewards: ArrayLike<number>): void {
  for (let seat = 0; seat < rewards.length; seat++)
    if (!Number.isFinite(rewards[seat]))
      throw new UserError(`the reward of seat ${seat} is ${rewards[seat]}: every reward must be finite`);
}
