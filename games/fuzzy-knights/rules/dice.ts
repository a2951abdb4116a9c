/** Dice, always drawn from the chance passed in. */
import type { Chance } from '../../../env/chance.js';

/** A d10, 1-10: the tens of a roll of 10, 20 ... 100. */
export function tenth(chance: Chance, stream: number): number {
  return 1 + chance.draw(stream, 10);
}

/** Sum of n dice. */
export function rollDice(chance: Chance, stream: number, n: number, sides: number): number {
  let sum = n;
  for (let i = 0; i < n; i++) sum += chance.draw(stream, sides);
  return sum;
}

/** `[number, sides, bonus]` at `at` of a table. */
export function rollTable(chance: Chance, stream: number, table: ArrayLike<number>, at = 0): number {
  return rollDice(chance, stream, table[at]!, table[at + 1]!) + table[at + 2]!;
}
