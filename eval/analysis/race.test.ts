import { expect, it } from 'vitest';
import { createRng, gaussian } from '../../env/chance.js';
import { isMistake, measured, Race } from './race.js';

/** A race of actions worth so much, with noise that all share and noise of their own. */
function raced(worths: readonly number[], play: number, seed: string, kept: number[] = []) {
  const rng = createRng(seed);
  const race = new Race(
    worths.map((_, action) => action),
    new Set(kept),
  );
  const shared: number[] = [];
  for (let i = 0; i < play; i++) {
    const { action, n } = race.next();
    shared[n] ??= 5 * gaussian(rng);
    race.add(action, worths[action]! + shared[n]! + gaussian(rng));
  }
  return race;
}

it('measures a mean and its standard error', () => {
  expect(measured([1, 2, 3, 4])).toEqual({ mean: 2.5, error: Math.sqrt(5 / 3 / 4), n: 4 });
  expect(measured([1])).toEqual({ mean: 1, error: Infinity, n: 1 });
  expect(measured([])).toEqual({ mean: 0, error: Infinity, n: 0 });
});

it('goes on with those that may be best, and says by how much another one loses', () => {
  const race = raced([0, 1, -3, 0.9, -5], 600, 'far', [2]);
  expect(race.running).toContain(2);
  expect(race.running).not.toContain(4);
  expect(race.count(4)).toBeLessThan(race.count(1));
  const behind = race.behind(2)!;
  expect([1, 3]).toContain(behind.leader);
  // The noise that all share falls out: the loss is known far better than each result.
  expect(Math.abs(behind.mean - 4)).toBeLessThan(0.6);
  expect(behind.error).toBeLessThan(0.3);
  expect(measured(race.results(2)).error).toBeGreaterThan(2 * behind.error);
  expect(isMistake(behind)).toBe(true);
});

it('says nothing where too little is known, or the action leads', () => {
  const few = raced([0, 1], 20, 'few');
  expect(few.behind(0)).toBeNull();
  expect(isMistake(null)).toBe(false);
  const race = raced([5, 0], 64, 'lead', [0, 1]);
  expect(race.behind(0)).toBeNull();
});

it('calls no more moves mistakes than two standard errors allow, though the best of many had luck', () => {
  let wrong = 0;
  const games = 400;
  for (let i = 0; i < games; i++) if (isMistake(raced(Array(12).fill(0), 12 * 40, `null ${i}`, [0]).behind(0))) wrong++;
  // One side of two standard errors is 2.3 %; by all play-outs instead of half of them it would be several times that.
  expect(wrong / games).toBeLessThan(0.06);
});
