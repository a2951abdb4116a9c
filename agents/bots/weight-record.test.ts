import { expect, it } from 'vitest';
import { WeightRecord } from './weight-record.js';

it('shows a planner the numbers that were written', () => {
  const record = new WeightRecord({ fame: 1, prices: [2, 3], gold: 4 });
  const weights = record.weights as { fame: number; prices: number[]; gold: number };
  expect({ ...weights }).toEqual({ fame: 1, prices: [2, 3], gold: 4 });
  record.values.set([5, 6, 7, 8]);
  record.changed();
  expect([weights.fame, ...weights.prices, weights.gold]).toEqual([5, 6, 7, 8]);
});

it('keeps records apart, and what they were made from', () => {
  const like = { fame: 1, prices: [2] };
  const [one, other] = [new WeightRecord(like), new WeightRecord(like)];
  one.values.fill(9);
  one.changed();
  expect(like).toEqual({ fame: 1, prices: [2] });
  expect({ ...other.weights }).toEqual(like);
});

it('names what is no number', () => {
  expect(() => new WeightRecord({ fame: 1, bold: true })).toThrow(
    'weight bold: a number or a list of numbers wanted, not true',
  );
});
