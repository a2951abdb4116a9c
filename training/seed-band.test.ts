import { expect, it } from 'vitest';
import { seedBand } from './seed-band.js';

it('is the mean of the seeds as far as all have come, from the lowest to the highest', () => {
  const runs = [
    [
      { x: 0, y: 0.2 },
      { x: 10, y: 0.4 },
      { x: 20, y: 0.9 },
    ],
    [
      { x: 0, y: 0.4 },
      { x: 14, y: 0.8 },
    ],
    [],
  ];
  const { points, band } = seedBand('a', runs);
  expect(points.map(({ x }) => x)).toEqual([0, 12]);
  expect(points[1]).toMatchObject({ low: 0.4, high: 0.8 });
  expect(points[1]!.y).toBeCloseTo(0.6);
  expect(band).toBe('lowest to highest of 2 seeds');
  expect(seedBand('a', [runs[1]!]).points).toEqual(runs[1]);
  expect(seedBand('a', []).points).toEqual([]);
});
