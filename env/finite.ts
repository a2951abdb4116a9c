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
  if (sumIsFinite(values)) return;
  const at = values.findIndex((value) => !Number.isFinite(value));
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

/**
 * Whether all numbers are finite: in doubles their sum is then, and else never. Policies look often, so this is one loop of
 * four sums that do not wait for each other.
 */
function sumIsFinite(values: Float32Array): boolean {
  const { length } = values;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a += values[i]!;
    b += values[i + 1]!;
    c += values[i + 2]!;
    d += values[i + 3]!;
  }
  for (; i < length; i++) a += values[i]!;
  return Number.isFinite(a + b + c + d);
}

/** @param rewards by seat. @throws UserError when one is not finite: sums and gradients would be lost in it */
export function refuseRewards(rewards: ArrayLike<number>): void {
  for (let seat = 0; seat < rewards.length; seat++)
    if (!Number.isFinite(rewards[seat]))
      throw new UserError(`the reward of seat ${seat} is ${rewards[seat]}: every reward must be finite`);
}
