import { expect, it } from 'vitest';
import { createRng, gaussian } from '../env/chance.js';
import { crossedMean } from './crossed.js';
import { pairedTest } from './statistics.js';

it('is the interval over deals where there is one training', () => {
  const row = [0.2, 0.5, 0.1, 0.9, 0.4];
  const { difference } = pairedTest(row, 0);
  const found = crossedMean([row]);
  expect(found.low).toBeCloseTo(difference.low, 9);
  expect(found.high).toBeCloseTo(difference.high, 9);
});

it('is as wide as trainings differ, however many deals they play', () => {
  // Two trainings that differ by 0.2 on every deal: with one degree of freedom hardly anything is known.
  const found = crossedMean([new Array<number>(400).fill(0.4), new Array<number>(400).fill(0.6)]);
  expect(found.mean).toBeCloseTo(0.5);
  expect((found.high - found.low) / 2).toBeCloseTo(12.706 * 0.1, 2);
  expect(
    crossedMean([
      [1, 1],
      [1, 1],
    ]),
  ).toEqual({ mean: 1, low: 1, high: 1 });
});

it('covers the truth about as often as it says, where seeds, deals and games differ by luck', () => {
  const rng = createRng('crossed');
  const normal = () => gaussian(rng);
  for (const [seeds, deals] of [
    [0.5, 0.05],
    [0.05, 0.5],
    [0.2, 0.2],
  ] as const) {
    let covered = 0;
    for (let trial = 0; trial < 400; trial++) {
      const columns = Array.from({ length: 12 }, () => deals * normal() * 3);
      const table = Array.from({ length: 4 }, () => {
        const row = seeds * normal();
        return columns.map((column) => row + column + 0.3 * normal());
      });
      const { low, high } = crossedMean(table);
      if (low <= 0 && 0 <= high) covered++;
    }
    expect(covered / 400, `${seeds} ${deals}`).toBeGreaterThan(0.92);
    expect(covered / 400, `${seeds} ${deals}`).toBeLessThan(0.995);
  }
});
