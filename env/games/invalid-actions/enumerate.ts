/** The legal actions once more, from the lists in words. For tests; shares no code with the mask. */
import { DIM, LENGTH, MASKED, STEP, VALID } from './state.js';

export function enumerate({ cells }: { cells: Int16Array }): number[] {
  if (cells[STEP]! >= cells[LENGTH]!) return [];
  const numbers = Array.from(cells.subarray(VALID, VALID + cells[DIM]!));
  return [...numbers.keys()].filter((i) => cells[MASKED] === 0 || numbers[i] === 1);
}
