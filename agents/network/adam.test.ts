import { describe, expect, it } from 'vitest';
import { adamStep, clipScale } from './adam.js';

describe('adamStep', () => {
  it('takes the steps computed by hand', () => {
    const weights = Float32Array.of(1, 1);
    const m = new Float32Array(2);
    const v = new Float32Array(2);
    // Step 1: m = 0.1 g, v = 0.001 g^2; corrected both are g and g^2, so the step is rate * g / (|g| + 1e-5).
    adamStep(weights, m, v, Float32Array.of(0.5, -2), 0, 2, 1, 0.01, 1);
    expect(m[0]).toBeCloseTo(0.05, 7);
    expect(v[1]).toBeCloseTo(0.004, 7);
    expect(weights[0]).toBeCloseTo(1 - (0.01 * 0.5) / 0.50001, 7);
    expect(weights[1]).toBeCloseTo(1 + (0.01 * 2) / 2.00001, 7);
    // Step 2 with g = 1: m = 0.9 * 0.05 + 0.1 = 0.145, v = 0.999 * 0.00025 + 0.001 = 0.00124975.
    const before = weights[0]!;
    adamStep(weights, m, v, Float32Array.of(1, 0), 0, 1, 2, 0.01, 1);
    expect(m[0]).toBeCloseTo(0.145, 6);
    expect(v[0]).toBeCloseTo(0.00124975, 8);
    const [mHat, vHat] = [0.145 / (1 - 0.81), 0.00124975 / (1 - 0.998001)];
    expect(before - weights[0]!).toBeCloseTo((0.01 * mHat) / (Math.sqrt(vHat) + 1e-5), 7);
    expect(m[1]).toBeCloseTo(-0.2, 6); // outside 0..1: left alone
  });

  it('scales the gradient first', () => {
    const run = (g: number, scale: number) => {
      const state = [Float32Array.of(0), new Float32Array(1), new Float32Array(1)] as const;
      adamStep(...state, Float32Array.of(g), 0, 1, 1, 0.1, scale);
      return state.map((x) => x[0]);
    };
    expect(run(4, 0.25)).toEqual(run(1, 1));
  });

  it('never keeps subnormal moments', () => {
    const m = Float32Array.of(-1e-29, 1e-29);
    const v = Float32Array.of(1e-29, 1e-40);
    for (let t = 1; t < 50; t++) adamStep(new Float32Array(2), m, v, new Float32Array(2), 0, 2, t, 1, 1);
    expect([...m]).toEqual([0, 0]);
    expect(v[1]).toBe(0);
  });
});

describe('gradient clipping', () => {
  it('shortens what is longer than the limit, and nothing else', () => {
    expect(clipScale(5, 0.5)).toBeCloseTo(0.1, 12);
    expect(clipScale(5, 5)).toBe(1);
    expect(clipScale(5, Number.POSITIVE_INFINITY)).toBe(1);
    expect(clipScale(0, 0.5)).toBe(1);
  });
});
