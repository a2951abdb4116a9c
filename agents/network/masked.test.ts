import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { ILLEGAL_LOGIT, MaskedDistribution } from './masked.js';

const mask = Uint8Array.of(9, 9, 0, 1, 1, 0, 1, 0);
const distribution = () => new MaskedDistribution(6);

describe('MaskedDistribution', () => {
  it('is uniform over legal actions for equal logits', () => {
    const d = distribution().set(new Float32Array(6).fill(3), 0, mask, 2);
    expect(d.legal).toBe(3);
    expect([...d.ids.subarray(0, 3)]).toEqual([1, 2, 4]);
    expect(d.entropy()).toBeCloseTo(Math.log(3), 12);
    expect(d.logProb(2)).toBeCloseTo(-Math.log(3), 12);
    expect(d.logProb(0)).toBe(ILLEGAL_LOGIT);
    const out = new Float32Array(8).fill(7);
    d.write(out, 1);
    expect([...out]).toEqual([7, 0, ...[1, 1, 0, 1, 0].map((x) => Math.fround(x / 3)), 7]);
  });

  it('does not notice illegal logits, however large', () => {
    const a = distribution().set(Float32Array.of(0, 1, 2, 0, 3, 0), 0, mask, 2);
    const b = distribution().set(Float32Array.of(1e30, 1, 2, Number.NaN, 3, -1e30), 0, mask, 2);
    expect(b.probabilities).toEqual(a.probabilities);
    expect(b.entropy()).toBe(a.entropy());
    expect(a.probabilities[0]).toBeCloseTo(1 / (1 + Math.E + Math.E ** 2), 12);
  });

  it('stays finite at the ends of the number range', () => {
    const d = distribution().set(Float32Array.of(0, -3e38, 3e38, 0, 0, 0), 0, mask, 2);
    expect(d.entropy()).toBe(0);
    expect(Number.isFinite(d.logProb(1))).toBe(true);
    expect(d.argmax()).toBe(2);
  });

  it('draws by probability, and never what is illegal', () => {
    const d = distribution().set(Float32Array.of(5, 0, Math.log(2), 5, 0, 5), 0, mask, 2);
    const rng = createRng(1);
    const counts = new Array(6).fill(0);
    for (let i = 0; i < 20_000; i++) counts[d.sample(rng)]++;
    [0, 0.25, 0.5, 0, 0.25, 0].forEach((p, a) => {
      expect(Math.abs(counts[a] / 20_000 - p)).toBeLessThan(p === 0 ? 1e-9 : 0.015);
    });
  });

  it('takes one number a draw, also when there is no choice', () => {
    const one = Uint8Array.of(0, 0, 1, 0, 0, 0);
    const rng = createRng(1);
    expect(distribution().set(new Float32Array(6), 0, one, 0).sample(rng)).toBe(2);
    const other = createRng(1);
    other.uniform();
    expect(rng.uniform()).toBe(other.uniform());
  });

  it('gets sharper with a lower temperature', () => {
    const logits = Float32Array.of(0, 1, 2, 0, 0, 0);
    const cold = distribution().set(logits, 0, mask, 2, 0.5);
    expect(cold.logProb(2) - cold.logProb(1)).toBeCloseTo(2, 12);
  });

  it('refuses a mask without a legal action and logits that are not numbers', () => {
    expect(() => distribution().set(new Float32Array(6), 0, new Uint8Array(6), 0)).toThrow('allows no action');
    expect(() => distribution().set(new Float32Array(6).fill(Number.NaN), 0, mask, 2)).toThrow('not a finite number');
    expect(() => distribution().set(new Float32Array(6).fill(Infinity), 0, mask, 2)).toThrow('not a finite number');
  });
});
