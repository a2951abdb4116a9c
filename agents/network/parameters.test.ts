import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { adamStep, TINY } from './adam.js';
import { Parameters } from './parameters.js';

const rng = createRng('parameters');
const floats = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() * 2 - 1);

/** Not a multiple of four, and neither is where the second group begins. */
const SIZE = 1003;
const BORDER = 990;

describe('Parameters', () => {
  it('steps as Adam does in 64 bits', () => {
    const all = new Parameters(SIZE, 1);
    all.weights.set(floats(SIZE));
    const [weights, first, second] = [all.weights.slice(), new Float32Array(SIZE), new Float32Array(SIZE)];
    for (let t = 1; t <= 20; t++) {
      const gradient = floats(SIZE).map((x) => x * 10 ** (-6 * rng.uniform()));
      all.gradients[0]!.set(gradient);
      for (const [from, to] of [
        [0, BORDER],
        [BORDER, SIZE],
      ] as const) {
        all.move(from, to, t, 1e-2, 0.3);
        adamStep(weights, first, second, gradient, from, to, t, 1e-2, 0.3);
      }
    }
    for (let i = 0; i < SIZE; i++) {
      expect(Math.abs(all.weights[i]! - weights[i]!)).toBeLessThan(2e-6);
      expect(Math.abs(all.first[i]! - first[i]!)).toBeLessThan(1e-6 * Math.abs(first[i]!) + 1e-8);
      expect(Math.abs(all.second[i]! - second[i]!)).toBeLessThan(1e-5 * second[i]! + 1e-12);
    }
  });

  it('leaves what is outside of its range alone, and sets moments to zero that are too small', () => {
    const all = new Parameters(SIZE, 1);
    all.weights.set(floats(SIZE));
    const before = all.weights.slice();
    all.gradients[0]!.fill(0.5);
    all.move(5, 50, 1, 1e-2, 1);
    for (let i = 0; i < SIZE; i++) expect(all.weights[i] !== before[i], String(i)).toBe(i >= 5 && i < 50);
    all.gradients[0]!.fill(0);
    all.first.fill(TINY).fill(-TINY, 0, 100);
    all.second.fill(TINY / 2);
    all.move(0, SIZE, 2, 1e-2, 1);
    expect(all.first.every((m) => m === 0)).toBe(true);
    expect(all.second.every((v) => v === 0)).toBe(true);
  });

  it('adds gradients up, and measures them', () => {
    const all = new Parameters(SIZE, 3);
    const parts = all.gradients.map((gradient) => {
      gradient.set(floats(SIZE));
      return gradient.slice();
    });
    const length = (...of: [from: number, to: number][]) => all.gradientLength(of.map(([from, to]) => ({ from, to })));
    expect(length([0, SIZE])).toBeCloseTo(Math.hypot(...parts[0]!), 8);
    expect(length([BORDER, SIZE])).toBeCloseTo(Math.hypot(...parts[0]!.subarray(BORDER)), 8);
    expect(length([0, 7], [BORDER, SIZE])).toBeCloseTo(
      Math.hypot(...parts[0]!.subarray(0, 7), ...parts[0]!.subarray(BORDER)),
      8,
    );
    all.addGradients();
    expect(all.gradients[0]).toEqual(parts[0]!.map((x, i) => Math.fround(x + parts[1]![i]!) + parts[2]![i]!));
  });

  it('sees a gradient that is not finite', () => {
    const all = new Parameters(SIZE, 1);
    for (const at of [0, 500, SIZE - 1]) {
      all.gradients[0]!.fill(1)[at] = Number.NaN;
      expect(all.gradientLength([{ from: 0, to: SIZE }])).toBeNaN();
    }
  });
});
