import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { gumbel, Halving, improvedPolicy, mixedValue, valueLogit } from './gumbel.js';

const logs = (...probabilities: number[]) => probabilities.map(Math.log);
const improved = (logits: number[], visits: number[], values: number[], own: number) => {
  const out = new Float64Array(logits.length);
  improvedPolicy({ logits, visits, values }, own, out);
  return [...out];
};

describe('Gumbel noise', () => {
  it('makes the largest sum a draw from the policy', () => {
    const rng = createRng('gumbel');
    const logits = logs(0.6, 0.3, 0.1);
    const times = [0, 0, 0];
    for (let n = 0; n < 20_000; n++) {
      const sums = logits.map((logit) => logit + gumbel(rng));
      times[sums.indexOf(Math.max(...sums))]!++;
    }
    for (const [i, p] of [0.6, 0.3, 0.1].entries()) expect(times[i]! / 20_000).toBeCloseTo(p, 1.7);
  });

  it('is a finite number where the generator gives 0', () => {
    const zero = { ...createRng(0), uniform: () => 0 };
    expect(Number.isFinite(gumbel(zero))).toBe(true);
  });
});

describe('the improved policy', () => {
  it('is the policy where nothing was tried, or all is worth the same', () => {
    const p = [0.5, 0.3, 0.2];
    for (const [k, q] of improved(logs(...p), [0, 0, 0], [0, 0, 0], 0.4).entries()) expect(q).toBeCloseTo(p[k]!, 12);
    for (const [k, q] of improved(logs(...p), [4, 2, 0], [0.4, 0.4, 0], 0.4).entries())
      expect(q).toBeCloseTo(p[k]!, 12);
  });

  it('is softmax(logit + sigma(value)) with v_mix for what was not tried', () => {
    const logits = logs(0.5, 0.3, 0.2);
    // v_mix = (own + N * (p0 q0 + p1 q1) / (p0 + p1)) / (1 + N), N = 4.
    const mix = (0.5 + (4 * (0.5 * 0.52 + 0.3 * 0.48)) / 0.8) / 5;
    expect(mixedValue({ logits, visits: [3, 1, 0], values: [0.52, 0.48, 0] }, 0.5)).toBeCloseTo(mix, 12);
    const sums = [0.52, 0.48, mix].map((value, k) => Math.exp(logits[k]! + valueLogit(value, 3)));
    const total = sums.reduce((a, b) => a + b);
    for (const [k, q] of improved(logits, [3, 1, 0], [0.52, 0.48, 0], 0.5).entries())
      expect(q).toBeCloseTo(sums[k]! / total, 12);
    expect(valueLogit(0.5, 3)).toBe(53 * 0.5);
  });

  it('leaves the policy the less, the less values count', () => {
    const logits = logs(0.5, 0.5);
    const tried = { logits, visits: [3, 1], values: [0.6, 0.4] };
    for (const valueScale of [1, 0.1, 0.01]) {
      const out = new Float64Array(2);
      improvedPolicy(tried, 0.5, out, valueScale);
      expect(Math.log(out[0]! / out[1]!)).toBeCloseTo(53 * valueScale * 0.2, 9);
    }
  });

  it('is worth at least as much as the policy, with the values that it knows', () => {
    const rng = createRng('improvement');
    for (let n = 0; n < 200; n++) {
      const weights = Array.from({ length: 6 }, () => rng.uniform() + 0.01);
      const total = weights.reduce((a, b) => a + b);
      const p = weights.map((w) => w / total);
      const values = p.map(() => rng.uniform());
      const worth = (policy: number[]) => policy.reduce((sum, q, k) => sum + q * values[k]!, 0);
      const better = improved(
        logs(...p),
        p.map(() => 1 + rng.int(9)),
        values,
        rng.uniform(),
      );
      expect(worth(better)).toBeGreaterThanOrEqual(worth(p) - 1e-12);
      expect(better.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    }
  });

  it('stays a distribution where the policy rules actions out', () => {
    const out = improved([0, -Infinity, -Infinity], [1, 1, 0], [0.2, 0.9, 0], 0.3);
    expect(out).toEqual([1, 0, 0]);
  });
});

describe('sequential halving', () => {
  /** How often each candidate is tried. @param worth of a candidate */
  function spend(candidates: number, budget: number, worth: (candidate: number) => number): number[] {
    const halving = new Halving(Array.from({ length: candidates }, (_, i) => i));
    const visits = new Array<number>(candidates).fill(0);
    for (let done = 0; done < budget; done++) visits[halving.next(done / budget, worth)]!++;
    return visits;
  }

  it('gives every phase the same share of the budget, and the last two the rest', () => {
    const visits = spend(16, 64, (candidate) => -candidate);
    // Phases of 16 x 1, 8 x 2, 4 x 4 and 2 x 8 simulations.
    expect(visits).toEqual([15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(visits.reduce((a, b) => a + b)).toBe(64);
  });

  it('spends any budget to the last simulation', () => {
    for (const budget of [5, 16, 37, 400])
      for (const candidates of [1, 2, 3, 16])
        expect(spend(candidates, budget, (candidate) => candidate).reduce((a, b) => a + b)).toBe(budget);
  });

  it('keeps what is worth most', () => {
    const visits = spend(7, 70, (candidate) => (candidate === 4 ? 1 : 0));
    expect(visits[4]).toBe(Math.max(...visits));
    expect(spend(3, 30, () => 0)).toEqual(spend(3, 30, () => 1));
  });
});
