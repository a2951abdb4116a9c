import { describe, expect, it } from 'vitest';
import { createRng } from '../env/chance.js';
import {
  benjaminiHochberg,
  blockMean,
  blockRate,
  bootstrap,
  bootstrapMean,
  eloScore,
  holm,
  mean,
  pairedTest,
  quantile,
  spread,
  sprt,
  student95,
  studentTail,
  variance,
  wilson,
} from './statistics.js';

describe('small statistics', () => {
  it('mean, variance and quantiles of known values', () => {
    expect(mean([2, 4, 4, 4, 5, 5, 7, 9])).toBe(5);
    expect(variance([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(32 / 7, 12);
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(spread([10, 0, 5, 1, 2, 3, 4, 6, 7, 8, 9])).toEqual({ mean: 5, p10: 1, p90: 9 });
    expect(mean([])).toBe(0);
  });
});

describe('wilson', () => {
  // Published values: Newcombe 1998, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (wins, n, low, high) => {
    const interval = wilson(wins, n);
    expect(interval.mean).toBeCloseTo(wins / n, 12);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('stays inside 0..1 and knows nothing from nothing', () => {
    expect(wilson(10, 10)).toMatchObject({ mean: 1, high: 1 });
    expect(wilson(10, 10).low).toBeGreaterThan(0.7);
    expect(wilson(0, 0)).toEqual({ mean: 0, low: 0, high: 1 });
  });
});

describe('bootstrap', () => {
  it('approaches the normal interval of the mean', () => {
    const rng = createRng('data');
    const values = Array.from({ length: 400 }, () => rng.uniform());
    const { low, high } = bootstrapMean(values, 1, 4000);
    const half = 1.96 * Math.sqrt(variance(values) / 400);
    expect(low).toBeCloseTo(mean(values) - half, 2);
    expect(high).toBeCloseTo(mean(values) + half, 2);
    expect(high - low).toBeGreaterThan(half);
  });

  it('is the same for the same seed and draws as many blocks as there are', () => {
    expect(bootstrapMean([0, 1, 1, 0, 1], 7)).toEqual(bootstrapMean([0, 1, 1, 0, 1], 7));
    const [drawn] = bootstrap(9, (weights) => [mean(weights)], 1, 50);
    expect(drawn).toEqual({ low: 1, high: 1 });
  });

  it('a rate takes Wilson where nearly all blocks are alike', () => {
    const all = blockRate(new Array(100).fill(1), 400);
    expect(all.method).toBe('Wilson over games');
    expect(all).toMatchObject(wilson(400, 400));
    const mixed = blockRate(
      Array.from({ length: 100 }, (_, i) => (i % 3) / 4),
      400,
    );
    expect(mixed.method).toBe('bootstrap over blocks');
    expect(mixed.low).toBeLessThan(mixed.mean);
    expect(blockRate([0, 0.5, 1], 12).method).toBe('Wilson over games');
  });

  it('a mean is never surer than its games: where blocks are alike, of all games', () => {
    const alike = new Array(20).fill(0.5);
    const { low, high } = wilson(30, 40);
    expect(blockMean(alike, 40, true)).toEqual({ mean: 0.5, low: 2 * low - 1, high: 2 * high - 1 });
    const rewards = blockMean([0, 0, 0], 6, false, [2, -2, 2, -2, 2, -2]);
    expect(rewards.mean).toBe(0);
    expect(rewards.high).toBeCloseTo((1.96 * Math.sqrt(4.8)) / Math.sqrt(6), 3);
    const many = Array.from({ length: 40 }, (_, i) => (i % 3) / 4);
    expect(blockMean(many, 40, true)).toEqual(bootstrapMean(many));
  });

  it('covers the truth about 95 times in 100', () => {
    const rng = createRng('coverage');
    let covered = 0;
    for (let i = 0; i < 300; i++) {
      const blocks = Array.from({ length: 60 }, () => (rng.uniform() < 0.3 ? 0.5 : 0.25));
      const { low, high } = bootstrapMean(blocks, i, 300);
      if (low <= 0.325 && 0.325 <= high) covered++;
    }
    expect(covered).toBeGreaterThan(270);
    expect(covered).toBeLessThan(297);
  });
});

describe('student and the paired test', () => {
  it('knows the table of t', () => {
    expect(student95(1)).toBeCloseTo(12.706, 3);
    expect(student95(9)).toBeCloseTo(2.2622, 4);
    expect(student95(100)).toBeCloseTo(1.984, 3);
    expect(studentTail(0, 5)).toBeCloseTo(1, 12);
    expect(studentTail(1, 1)).toBeCloseTo(0.5, 10); // Cauchy
  });

  it("gives Student's own sleep data: t = -4.0621 on 9 degrees, p = 0.002833", () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const test = pairedTest(first, second);
    expect(test.difference.mean).toBeCloseTo(-1.58, 10);
    expect(test.p).toBeCloseTo(0.002833, 6);
    expect(test.difference.low).toBeCloseTo(-2.4598858, 6);
    expect(test.difference.high).toBeCloseTo(-0.7001142, 6);
  });

  it('allows for what was not seen where all shares differ alike', () => {
    const { difference } = pairedTest(new Array(40).fill(0), new Array(40).fill(0), true);
    // Of 40 none differs: up to 8.8 % may (Clopper and Pearson's table).
    expect(difference.mean).toBe(0);
    expect([difference.low, difference.high].map((x) => x.toFixed(3))).toEqual(['-0.088', '0.088']);
    expect(pairedTest([1, 1, 1], [0, 0, 0], true).difference).toMatchObject({ mean: 1, high: 1 });
    expect(pairedTest([5, 5, 5], [4, 4, 4]).difference).toEqual({ mean: 1, low: 1, high: 1 });
  });

  it('compares with a number, and refuses unequal lengths', () => {
    expect(pairedTest([0.25, 0.25], 0.25)).toMatchObject({ p: 1 });
    // Three that fall alike: one in four by chance.
    expect(pairedTest([1, 1, 1], 0.25).p).toBe(0.25);
    expect(() => pairedTest([1], [1, 2])).toThrow('1 against 2');
  });
});

describe('sprt', () => {
  it('has bounds of 2.944 and the closed form', () => {
    const blocks = [0.25, 0.5, 0.25, 0.5, 0.25, 0.5, 0.25, 0.5];
    const test = sprt(blocks, { h0: 0.25, h1: 0.35 });
    expect(test.upper).toBeCloseTo(2.9444, 4);
    expect(test.lower).toBeCloseTo(-2.9444, 4);
    expect(test.llr).toBeCloseTo((8 * 0.1 * (0.75 - 0.6)) / (2 * variance(blocks)), 12);
    expect(test.verdict).toBe('stronger');
  });

  it('errs about as often as it may', () => {
    let wrong = 0;
    let right = 0;
    for (let run = 0; run < 200; run++) {
      for (const truth of [0.25, 0.3]) {
        const rng = createRng(`${run}/${truth}`);
        const blocks: number[] = [];
        let verdict = 'undecided';
        while (verdict === 'undecided' && blocks.length < 3000) {
          let wins = 0;
          for (let game = 0; game < 4; game++) if (rng.uniform() < truth) wins++;
          blocks.push(wins / 4);
          if (blocks.length % 5 === 0) verdict = sprt(blocks, { h0: 0.25, h1: 0.3 }).verdict;
        }
        if (truth === 0.25 && verdict === 'stronger') wrong++;
        if (truth === 0.3 && verdict === 'stronger') right++;
      }
    }
    expect(wrong).toBeLessThan(24);
    expect(right).toBeGreaterThan(180);
  });

  it('does not decide from a handful of blocks', () => {
    expect(sprt([1, 1, 1], { h0: 0.25, h1: 0.3 }).verdict).toBe('undecided');
    expect(sprt([], { h0: 0.25, h1: 0.3 })).toMatchObject({ llr: 0, verdict: 'undecided' });
  });

  it('turns Elo into a score', () => {
    expect(eloScore(0, 4)).toBe(0.25);
    expect(eloScore(400, 2)).toBeCloseTo(10 / 11, 12);
  });
});

describe('corrections for many comparisons', () => {
  it('are those of the textbook', () => {
    // Holm 1979 by hand: 0.01 * 4, 0.013 * 3, 0.03 * 2, 0.04 * 1, never falling.
    expect(holm([0.03, 0.01, 0.04, 0.013])).toEqual([0.06, 0.04, 0.06, 0.04]);
    expect(benjaminiHochberg([0.03, 0.01, 0.04, 0.02])).toEqual([0.04, 0.04, 0.04, 0.04]);
    expect(benjaminiHochberg([0.01, 0.5, 0.02])).toEqual([0.03, 0.5, 0.03]);
    expect(holm([])).toEqual([]);
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
  });
});
