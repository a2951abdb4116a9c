import { expect, it } from 'vitest';
import { createRng, gaussian } from '../../env/chance.js';
import type { End } from './play-outs.js';
import { mistakesOf, Race } from './race.js';

const endOf = (value: number): End => ({ firsts: [value], earned: [value], played: value });

/** A race of actions worth so much, with noise that all share and noise of their own. */
function raced(worths: readonly number[], play: number, seed: string, kept: number[] = []) {
  const rng = createRng(seed);
  const actions = worths.map((_, action) => action);
  const race = new Race(actions, new Set(kept), ({ earned }) => earned[0]!, false);
  const shared: number[] = [];
  for (let i = 0; i < play; i++) {
    const { action, n } = race.next();
    shared[n] ??= 5 * gaussian(rng);
    race.add(action, endOf(worths[action]! + shared[n]! + gaussian(rng)));
  }
  return race;
}

/** A race of actions that win so often. */
function shares(chances: readonly number[], play: number, seed: string) {
  const rng = createRng(seed);
  const actions = chances.map((_, action) => action);
  const race = new Race(actions, new Set(actions), ({ firsts }) => firsts[0]!, true);
  for (let i = 0; i < play; i++) {
    const { action, n } = race.next();
    race.add(action, { ...endOf(Number(rng.uniform() < chances[action]!)), played: n });
  }
  return race;
}

it('goes on with those that may be best, and says by how much another one loses', () => {
  const race = raced([0, 1, -3, 0.9, -5], 600, 'far', [2]);
  expect(race.running).toContain(2);
  expect(race.running).not.toContain(4);
  expect(race.count(4)).toBeLessThan(race.count(1));
  const behind = race.behind(2)!;
  expect([1, 3]).toContain(behind.leader);
  expect(race.leader).toBe(behind.leader);
  // The noise that all share falls out: the loss is known far better than each result.
  expect(Math.abs(behind.mean - 4)).toBeLessThan(0.6);
  expect(behind.high - behind.low).toBeLessThan(1.5);
  const { low, high } = race.estimate(2)!;
  expect(high - low).toBeGreaterThan(behind.high - behind.low);
  expect(mistakesOf([behind])).toEqual([true]);
});

it('says nothing where too little is known, or the action leads', () => {
  expect(raced([0, 1], 20, 'few').behind(0)).toBeNull();
  expect(raced([0, 1], 1, 'none').leader).toBeNull();
  expect(mistakesOf([null])).toEqual([false]);
  expect(raced([5, 0], 64, 'lead', [0, 1]).behind(0)).toBeNull();
});

it('keeps chances between 0 and 1, and never takes a few wins for certainty', () => {
  const race = shares([1, 0], 40, 'sure');
  const [won, lost] = [race.estimate(0)!, race.estimate(1)!];
  expect(won).toMatchObject({ mean: 1, high: 1 });
  expect(won.low).toBeLessThan(0.75);
  expect(lost).toMatchObject({ mean: 0, low: 0 });
  expect(race.behind(1)).toMatchObject({ mean: 1, high: 1 });
  expect(race.behind(1)!.low).toBeLessThan(0.9);
});

it('takes playouts that are all the same game for one', () => {
  const race = new Race([0, 1], new Set([0, 1]), ({ firsts }) => firsts[0]!, true);
  for (let i = 0; i < 200; i++) race.add(i % 2, endOf(1 - (i % 2)));
  expect([0, 1].map((action) => race.alike(action))).toEqual([true, true]);
  expect(race.estimate(0)!.low).toBeLessThan(0.25);
  expect(mistakesOf([race.behind(1)])).toEqual([false]);
});

it('is not flattered by the luck that made an action lead', () => {
  let [sum, inside] = [0, 0];
  const races = 200;
  for (let i = 0; i < races; i++) {
    const race = shares(Array(12).fill(0.5), 12 * 40, `same ${i}`);
    const { mean, low, high } = race.estimate(race.leader!)!;
    sum += mean / races;
    if (low <= 0.5 && high >= 0.5) inside++;
  }
  expect(Math.abs(sum - 0.5)).toBeLessThan(0.03);
  expect(inside / races).toBeGreaterThan(0.9);
});

it('calls a good move of a whole game a mistake in at most one of twenty games', () => {
  let wrong = 0;
  const games = 100;
  for (let i = 0; i < games; i++) {
    const moves = Array.from({ length: 20 }, (_, move) => shares(Array(4).fill(0.5), 4 * 64, `null ${i} ${move}`));
    if (mistakesOf(moves.map((race) => race.behind(0))).includes(true)) wrong++;
  }
  // Two standard errors of 5 % of 100 games above it.
  expect(wrong / games).toBeLessThan(0.094);
});
