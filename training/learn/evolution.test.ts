import { describe, expect, it } from 'vitest';
import { drawChange } from '../collect/changes.js';
import { type EvolutionSettings, EvolutionStrategy } from './evolution.js';

const settings: EvolutionSettings = { noise: 0.2, learningRate: 0.1 };
const seedOf = (step: number) => (pair: number) => `${step}/${pair}`;

/** Scores of pairs around the centre by a function of the weights. */
function scoresOf(
  strategy: EvolutionStrategy,
  step: number,
  pairs: number,
  noise: number,
  f: (x: Float64Array) => number,
) {
  const change = new Float32Array(strategy.units.length);
  return Float64Array.from({ length: 2 * pairs }, (_, i) => {
    drawChange(seedOf(step)(i >> 1), change);
    const sign = i % 2 === 0 ? noise : -noise;
    return f(Float64Array.from(change, (e, k) => strategy.centre[k]! + sign * e * strategy.units[k]!));
  });
}

describe('a step', () => {
  it('goes along the slope of one pair, by Adam: at first the step size in each weight', () => {
    const strategy = new EvolutionStrategy(Float32Array.of(1, 2, 3), Float32Array.of(1, 0.5, 0));
    const change = new Float32Array(3);
    drawChange('0/0', change);
    const { slope, moved } = strategy.step(Float64Array.of(0.7, 0.3), seedOf(0), settings);
    // (0.7 - 0.3) / (2 * 1 pair * 0.2) = 1: the slope is the change itself, of the weights that move.
    expect(slope).toBeCloseTo(Math.hypot(change[0]!, change[1]!), 5);
    expect(moved).toBeCloseTo(0.1 * Math.SQRT2, 5);
    expect(strategy.centre[0]).toBeCloseTo(1 + 0.1 * Math.sign(change[0]!), 5);
    expect(strategy.centre[1]).toBeCloseTo(2 + 0.05 * Math.sign(change[1]!), 5);
    expect(strategy.centre[2]).toBe(3);
    expect([...strategy.average]).toEqual([...strategy.centre]);
  });

  it('stands still where both of each pair score alike', () => {
    const strategy = new EvolutionStrategy(Float32Array.of(1, 2), Float32Array.of(1, 1));
    strategy.step(Float64Array.of(0.4, 0.4, -1, -1), seedOf(0), settings);
    expect([...strategy.centre]).toEqual([1, 2]);
  });

  it('estimates the slope of a linear score, which is exact in the mean', () => {
    const weights = new Float32Array(3);
    const strategy = new EvolutionStrategy(weights, Float32Array.of(1, 1, 1));
    const scores = scoresOf(strategy, 0, 20_000, 0.2, (x) => 3 * x[0]! - 4 * x[2]!);
    expect(strategy.step(scores, seedOf(0), settings).slope).toBeCloseTo(5, 0);
  });

  it('leads to the top of a hill, and its average closer than a single step', () => {
    const top = [2, -1, 0.5, 3];
    const strategy = new EvolutionStrategy(new Float32Array(4), new Float32Array(4).fill(1));
    const far = (x: ArrayLike<number>) => Math.hypot(...top.map((t, i) => t - x[i]!));
    for (let step = 0; step < 200; step++) {
      const learningRate = step < 100 ? 0.1 : 0.02;
      const scores = scoresOf(strategy, step, 8, 0.2, (x) => -(far(x) ** 2));
      strategy.step(scores, seedOf(step), { ...settings, learningRate });
    }
    expect(far(strategy.average)).toBeLessThan(0.1);
  });
});

describe('its state', () => {
  it('is a copy, and goes on byte for byte', () => {
    const make = () => new EvolutionStrategy(new Float32Array(4), new Float32Array(4).fill(1));
    const [one, other] = [make(), make()];
    const step = (strategy: EvolutionStrategy, i: number) =>
      strategy.step(
        scoresOf(strategy, i, 4, 0.2, (x) => x[0]! - x[1]! ** 2),
        seedOf(i),
        settings,
      );
    for (let i = 0; i < 3; i++) step(one, i);
    const state = one.save();
    other.load(state);
    for (let i = 3; i < 6; i++) for (const strategy of [one, other]) step(strategy, i);
    expect(other.save()).toEqual(one.save());
    expect(state.steps).toBe(3);
    expect(state.centre).not.toEqual(one.centre);
  });

  it('of other weights is refused', () => {
    const state = new EvolutionStrategy(new Float32Array(4), new Float32Array(4)).save();
    expect(() => new EvolutionStrategy(new Float32Array(5), new Float32Array(5)).load(state)).toThrow(
      'centre has 4 numbers, wanted 5',
    );
  });
});

describe('changes', () => {
  it('are normal, and follow from their seed', () => {
    const draw = (seed: string) => {
      const change = new Float32Array(20_000);
      drawChange(seed, change);
      return change;
    };
    const x = draw('a');
    expect(draw('a')).toEqual(x);
    expect(draw('b')).not.toEqual(x);
    const mean = x.reduce((a, b) => a + b, 0) / x.length;
    const variance = x.reduce((a, b) => a + (b - mean) ** 2, 0) / x.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  });
});
