import { ABSENT, type Position } from './state.js';

/** Number of the lowest set bit. */
export const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);
/** How many seats, or zones, clockwise from `seat`. */
export const after = (seat: number, other: number): number => (other - seat) & 3;
/** A knight counted from a seat: 0-2 its own, then three each of +1, +2, +3. */
export const relativeKnight = (k: number, seat: number): number => after(seat, (k / 3) | 0) * 3 + (k % 3);
/** How many bits are set. */
export function bitCount(bits: number): number {
  let n = 0;
  for (; bits; bits &= bits - 1) n++;
  return n;
}

/** All resources of a seat together. */
export const totalResources = (s: Position, seat: number): number =>
  s.resources[seat * 4]! + s.resources[seat * 4 + 1]! + s.resources[seat * 4 + 2]! + s.resources[seat * 4 + 3]!;
/** Sum and number of a seat's unspent dice. */
export const diceSum = (s: Position, seat: number): number =>
  s.dice[seat * 3]! + 2 * s.dice[seat * 3 + 1]! + 3 * s.dice[seat * 3 + 2]!;
export const diceCount = (s: Position, seat: number): number =>
  s.dice[seat * 3]! + s.dice[seat * 3 + 1]! + s.dice[seat * 3 + 2]!;
/** Its smallest unspent die, 0 none. */
export function smallestDie(s: Position, seat: number): number {
  for (let face = 1; face <= 3; face++) if (s.dice[seat * 3 + face - 1]! > 0) return face;
  return 0;
}
/** Knights on the board of a seat. */
export function knightCount(s: Position, seat: number): number {
  const t = s.knightTile;
  const k = seat * 3;
  return (t[k] !== ABSENT ? 1 : 0) + (t[k + 1] !== ABSENT ? 1 : 0) + (t[k + 2] !== ABSENT ? 1 : 0);
}
