import { expect, it } from 'vitest';
import { type GamesProgress, Meter } from './pool.js';

it('tells the time left only once the games played say something', () => {
  let clock = 0;
  const told: GamesProgress[] = [];
  const meter = new Meter(
    1000,
    (progress) => told.push(progress),
    () => clock,
  );
  clock = 8000;
  meter.add(1); // The threads have just started.
  meter.add(0);
  clock = 20_000;
  meter.add(48);
  meter.add(1);
  expect(told).toEqual([
    { done: 1, total: 1000, secondsLeft: Number.NaN },
    { done: 49, total: 1000, secondsLeft: Number.NaN },
    { done: 50, total: 1000, secondsLeft: 380 },
  ]);
});

it('does not wait for a share of very many games', () => {
  let clock = 0;
  let left = Number.NaN;
  const meter = new Meter(
    1_000_000,
    ({ secondsLeft }) => {
      left = secondsLeft;
    },
    () => clock,
  );
  clock = 59_000;
  meter.add(100);
  expect(left).toBeNaN();
  clock = 60_000;
  meter.add(100);
  expect(left).toBeCloseTo(299_940);
});
