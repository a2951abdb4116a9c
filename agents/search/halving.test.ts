import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRng } from '../../env/chance.js';
import { FEWEST_SAMPLES, halve } from './halving.js';

/** Actions 0.. with these expected outcomes, each simulation off by noise; counts what was asked. */
function actions(means: number[], noise = 0, seed = 'noise') {
  const rng = createRng(seed);
  const asked = means.map(() => 0);
  const numbers: number[][] = [];
  return {
    asked,
    numbers,
    others: means.map((_, action) => action).slice(1),
    outcome(action: number, n: number) {
      asked[action]!++;
      (numbers[action] ??= []).push(n);
      return means[action]! + noise * (2 * rng.uniform() - 1);
    },
  };
}

describe('sequential halving', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('finds the best of many actions', () => {
    const { others, outcome } = actions([0, -0.2, 0.3, 0.1, 0.25, -0.5, 0.6, 0]);
    const { action, lead } = halve(0, others, outcome, 0.05, { samples: 8 });
    expect(action).toBe(6);
    expect(lead).toBeCloseTo(0.6);
  });

  it('keeps the usual action where nothing else leads by the margin', () => {
    const { others, outcome } = actions([0, 0.04, -0.2, 0.05]);
    expect(halve(0, others, outcome, 0.05, { samples: 8 })).toEqual({ action: 0, lead: 0 });
    expect(halve(0, others, outcome, 0.03, { samples: 8 }).action).toBe(3);
  });

  it('of actions that lead by the same takes the one that gets there sooner, then the first', () => {
    const { others, outcome } = actions([0, 0.5, 0.5, 0.5, 0.1]);
    expect(halve(0, others, outcome, 0.05, { samples: 8 }).action).toBe(1);
    expect(halve(0, others, outcome, 0.05, { samples: 8 }, (action) => [0, 9, 9, 8, 1][action]!).action).toBe(3);
    // The usual one is kept before any that is only as good.
    const same = actions([0.5, 0.5, 0.5]);
    expect(halve(0, same.others, same.outcome, 0, { samples: 8 }, (action) => -action).action).toBe(0);
  });

  it('spends most on the actions that lead', () => {
    const { asked, others, outcome } = actions([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 0.5);
    expect([7, 8]).toContain(halve(0, others, outcome, 0.05, { samples: 32 }).action);
    expect(Math.max(...asked.slice(1, 5))).toBeLessThan(asked[8]!);
    expect(asked[0]).toBe(Math.max(...asked));
  });

  it('drops what is hopeless after four simulations, and stops when nothing is left', () => {
    const { asked, others, outcome } = actions([0, -1, -2, -3]);
    expect(halve(0, others, outcome, 0.05, { samples: 100 }).action).toBe(0);
    expect(asked).toEqual([FEWEST_SAMPLES, FEWEST_SAMPLES, FEWEST_SAMPLES, FEWEST_SAMPLES]);
  });

  it('spends no more than it may', () => {
    for (const simulations of [1, 7, 50, 333]) {
      const { asked, others, outcome } = actions([0, 0.1, 0.1, 0.1, 0.1, 0.1], 1);
      halve(0, others, outcome, 0, { simulations });
      expect(asked.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(simulations);
    }
  });

  it('is the more patient the more it may spend, and errs the less', () => {
    /** Share of the budget spent, and of the searches that found the better action. */
    const found = (simulations: number) => {
      let spent = 0;
      let right = 0;
      for (let i = 0; i < 200; i++) {
        const { asked, others, outcome } = actions([0, 0.2, -0.2], 1, `patience/${i}`);
        if (halve(0, others, outcome, 0.05, { simulations }).action === 1) right++;
        spent += asked.reduce((sum, n) => sum + n, 0) / simulations / 200;
      }
      return { spent, right: right / 200 };
    };
    const few = found(32);
    const many = found(512);
    expect(many.right).toBeGreaterThan(few.right + 0.25);
    // With one standard error of doubt throughout it was 0.77.
    expect(many.right).toBeGreaterThan(0.85);
    expect(many.spent).toBeGreaterThan(0.6);
  });

  it('departs for nothing on fewer than four simulations', () => {
    const { others, outcome } = actions([0, 1, 1]);
    expect(halve(0, others, outcome, 0.05, { simulations: 9 }).action).toBe(0);
    expect(halve(0, others, outcome, 0.05, { simulations: 24 }).action).toBe(1);
  });

  it('numbers simulations alike for all actions, so that they may share their draws', () => {
    const { numbers, others, outcome } = actions([0, 0.3, 0.2, 0.1], 0.2);
    halve(0, others, outcome, 0.05, { samples: 16 });
    for (const seen of numbers) expect(seen).toEqual(seen.map((_, i) => i));
  });

  it('is not carried away by noise: what it departs for leads by more than its standard error', () => {
    let departed = 0;
    for (let i = 0; i < 200; i++) {
      const { others, outcome } = actions([0, 0], 1, `noise/${i}`);
      if (halve(0, others, outcome, 0, { samples: 16 }).action !== 0) departed++;
    }
    // One standard error is left behind by chance in 16 of 100, twice the simulations' own noise apart.
    expect(departed).toBeGreaterThan(15);
    expect(departed).toBeLessThan(60);
  });

  it('keeps to the clock where time is the budget', () => {
    const { asked, others, outcome } = actions([0, 0.5, 0.4], 0.5);
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const slow = (action: number, n: number) => {
      now += 0.25;
      return outcome(action, n);
    };
    expect(halve(0, others, slow, 0.05, { milliseconds: 20 }).action).toBe(1);
    // The pass that time runs out in is played to its end.
    expect(now).toBeGreaterThan(1015);
    expect(now).toBeLessThan(1021);
    expect(asked[0]).toBeGreaterThan(20);
    // A clock too coarse to see anything pass drops nothing.
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    let left = 50;
    halve(0, others, outcome, 0.05, { milliseconds: 20 }, undefined, () => left-- > 0);
    expect(asked[1]).toBeGreaterThan(50);
  });
});
