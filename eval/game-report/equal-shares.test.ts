import { describe, expect, it } from 'vitest';
import { equalShareTests } from './equal-shares.js';

const wins = (...counts: number[]): number[][] =>
  counts.flatMap((games, winner) => Array.from({ length: games }, () => counts.map((_, i) => (i === winner ? 1 : 0))));
const nobody = (games: number) => Array.from({ length: games }, () => [0, 0, 0, 0]);

describe('tests of equal shares', () => {
  it('find nothing where hardly a game has a winner', () => {
    expect(equalShareTests(nobody(40))).toEqual([1, 1, 1, 1]);
    expect(Math.min(...equalShareTests([...nobody(39), ...wins(0, 0, 1, 0)]))).toBeGreaterThan(0.3);
    // Games without a winner change nothing.
    expect(equalShareTests([...nobody(500), ...wins(9, 1, 0, 0)])).toEqual(equalShareTests(wins(9, 1, 0, 0)));
  });

  it('find a seat that wins more, and one that wins less', () => {
    const [first, second, third] = equalShareTests(wins(50, 100, 150));
    expect(second).toBe(1);
    expect(first).toBeLessThan(1e-5);
    expect(third).toBeCloseTo(first!, 12);
    // 60 of 100 of two seats: 2 * (1 - normal(9.5 / 5)), for each of both.
    expect(equalShareTests(wins(60, 40))).toEqual([expect.closeTo(2 * 0.05743, 4), expect.closeTo(2 * 0.05743, 4)]);
  });

  it('call what is no difference significant in few sets of games', () => {
    let found = 0;
    let state = 1;
    const random = () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
    for (let set = 0; set < 400; set++) {
      const counts = [0, 0, 0, 0];
      for (let game = 0; game < 30; game++) counts[Math.floor(4 * random())]!++;
      if (equalShareTests(wins(...counts)).some((p) => p < 0.05)) found++;
    }
    expect(found / 400).toBeLessThan(0.06);
    expect(found).toBeGreaterThan(4);
  });

  it('say nothing of one seat', () => {
    expect(equalShareTests([[1], [0]])).toEqual([]);
    expect(equalShareTests([])).toEqual([]);
  });
});
