/** Numbers of a game that are none are mistakes of the game, named where they appear. */
import type { State } from './game.js';
import type { Observer } from './observer.js';
import { UserError } from './user-error.js';

/** A number of a game that is none. */
export class NotFinite extends UserError {
  /** @param what the piece of the observation, or `reward` */
  constructor(
    readonly what: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Writes what a seat sees, and refuses it where a number is not finite: that is an error of the game, and a network would turn
 * it into play or gradients without meaning.
 * @throws UserError that names the piece
 */
export function writeFinite(observer: Observer, state: State, seat: number, out: Float32Array, offset: number): void {
  observer.write(state, seat, out, offset);
  refuseNotFinite(observer, out, offset);
}

/**
 * Refuses an observation that holds a number that is not finite.
 * @param offset where it begins in `values`
 * @throws UserError that names the piece
 */
export function refuseNotFinite({ pieces, size }: Pick<Observer, 'pieces' | 'size'>, values: Float32Array, offset = 0) {
  if (sumIsFinite(values, offset, offset + size)) return;
  let at = offset;
  for (const { name, shape } of pieces) {
    const numbers = shape.reduce((product, n) => product * n, 1);
    for (let i = 0; i < numbers; i++, at++)
      if (!Number.isFinite(values[at]))
        throw new NotFinite(
          name,
          `observation piece ${name} is ${values[at]} (number ${i + 1} of ${numbers}): every number must be finite; tabletop check finds the position, with more --games where it is rare`,
        );
  }
}

/**
 * Whether all numbers are finite: in doubles their sum is then, and else never. Policies look often, so this is one loop of
 * four sums that do not wait for each other.
 */
export function sumIsFinite(values: Float32Array, from = 0, to = values.length): boolean {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = from;
  for (; i + 3 < to; i += 4) {
    a += values[i]!;
    b += values[i + 1]!;
    c += values[i + 2]!;
    d += values[i + 3]!;
  }
  for (; i < to; i++) a += values[i]!;
  return Number.isFinite(a + b + c + d);
}

/** Sums of such rewards lose nothing that is shown, and their squares are numbers in 32 bits too. */
const LARGEST = 1e12;

/** @param rewards by seat. @throws UserError when one is not finite, or so large that sums and gradients would be lost in it */
export function refuseRewards(rewards: ArrayLike<number>): void {
  for (let seat = 0; seat < rewards.length; seat++)
    if (!(Math.abs(rewards[seat]!) <= LARGEST))
      throw new NotFinite(
        'reward',
        `the reward of seat ${seat} is ${rewards[seat]}: every reward must be finite, and between -${LARGEST} and ${LARGEST}`,
      );
}
