/** The legal actions once more, from the lists in words. For tests; shares no code with the mask. */
import type { Position } from './position.js';

export function enumerate({ step, length, dim, masked, valid }: Position): number[] {
  if (step >= length) return [];
  return [...new Array(dim).keys()].filter((i) => !masked || valid[i] === 1);
}
