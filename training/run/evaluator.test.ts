import { expect, it } from 'vitest';
import type { Judged } from './evaluator.js';
import { replaces } from './evaluator.js';

/** A measurement with these scores by deal. */
const judged = (deals: number[]): Judged => ({
  line: {
    ...{
      decisions: 1,
      kind: 'evaluation',
      phase: 'ppo',
      name: 'evaluation',
      update: 1,
      seed: '1/measure',
      against: {},
    },
    score: deals.reduce((a, b) => a + b, 0) / deals.length,
  },
  deals,
});
const best = (deals: number[]) => ({ score: judged(deals).line.score, deals });

it('takes as good for good enough where no confidence is asked for', () => {
  expect(replaces(judged([0, 1]), best([1, 0]), 0)).toBe(true);
  expect(replaces(judged([0, 0.75]), best([1, 0]), 0)).toBe(false);
});

it('asks a paired test where one is: what is won on the same deals counts, not luck of the deals', () => {
  const luck = [0, 1, 0.25, 0.75, 0, 1, 0.5, 0.5];
  // A little better on each deal.
  const steady = luck.map((share, deal) => share + (deal % 2 ? 0.05 : 0.1));
  // As much better in the mean, on one deal alone.
  const once = luck.map((share, deal) => share + (deal === 0 ? 0.6 : 0));
  expect(replaces(judged(steady), best(luck), 0.95)).toBe(true);
  expect(replaces(judged(once), best(luck), 0.95)).toBe(false);
  expect(replaces(judged(once), best(luck), 0.8)).toBe(true);
  // Equals stay behind.
  expect(replaces(judged(luck), best(luck), 0.01)).toBe(false);
  expect(replaces(judged(luck), best(steady), 0.01)).toBe(false);
});
