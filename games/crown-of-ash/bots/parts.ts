/**
 * What action values are made of, so that they add up to it: what an action brings if all goes well, what the others lose
 * by it (below zero: gain), its price, and what chance and the others' attacks take off again.
 */
export const parts = ['gain', 'others', 'cost', 'danger'] as const;

/** The parts of one action; the danger is the rest. */
export interface Parts {
  gain: number;
  others: number;
  cost: number;
}
