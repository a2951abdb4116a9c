import { describe, expect, it } from 'vitest';
import { drawChange, spreadChange } from '../collect/changes.js';
import { CmaStrategy, cmaConstants, FULL_COVARIANCE } from './cma.js';

const seedOf = (step: number) => (candidate: number) => `${step}/${candidate}`;

type Score = (x: Float64Array) => number;

/** Scores of the candidates by a function of the weights, which are computed with 64 bits. */
function scoresOf(strategy: CmaStrategy, step: number, candidates: number, f: Score): Float64Array {
  const { centre, spread, units, sigma } = strategy;
  const drawn = new Float32Array(units.length);
  const change = new Float32Array(units.length);
  return Float64Array.from({ length: candidates }, (_, i) => {
    drawChange(seedOf(step)(i), drawn);
    spreadChange(drawn, spread, change);
    return f(Float64Array.from(change, (y, k) => centre[k]! + sigma * units[k]! * y));
  });
}

/** Steps number `from` to `to`. */
function run(strategy: CmaStrategy, to: number, candidates: number, f: Score, from = 0): CmaStrategy {
  for (let step = from; step < to; step++) strategy.step(scoresOf(strategy, step, candidates, f), seedOf(step), 10);
  return strategy;
}

const ones = (n: number) => new Float32Array(n).fill(1);
const sphere: Score = (x) => -x.reduce((a, v) => a + v * v, 0);
const size = (x: Float32Array) => Math.hypot(...x);

describe('the constants', () => {
  it("are the tutorial's", () => {
    // 10 weights, 10 candidates: by hand from table 1.
    const { weights, muEff, cSigma, dSigma, cC, c1, cMu } = cmaConstants(10, 10, false);
    expect([...weights.subarray(0, 5)].map((w) => w.toFixed(3))).toEqual(['0.456', '0.271', '0.162', '0.085', '0.026']);
    expect(muEff).toBeCloseTo(3.167, 3);
    expect(cSigma).toBeCloseTo(5.167 / 18.167, 3);
    expect(dSigma).toBeCloseTo(1 + 5.167 / 18.167, 3);
    expect(cC).toBeCloseTo((4 + 0.3167) / (14 + 0.6335), 3);
    expect(c1).toBeCloseTo(2 / (11.3 ** 2 + 3.167), 4);
    expect(cMu).toBeCloseTo((2 * (0.25 + 3.167 + 1 / 3.167 - 2)) / (144 + 3.167), 4);
  });

  it.each([
    [2, 2, false],
    [10, 64, false],
    [100, 64, false],
    [1000, 64, true],
    [3, 1000, true],
  ])('keep a covariance positive: %i weights, %i candidates', (n, candidates, diagonal) => {
    const { weights, c1, cMu } = cmaConstants(n, candidates, diagonal);
    const sum = (sign: number) => weights.reduce((a, w) => a + Math.max(0, sign * w), 0);
    expect(sum(1)).toBeCloseTo(1, 12);
    expect(c1 + cMu).toBeLessThanOrEqual(1);
    expect(1 - c1 - cMu * (sum(1) - sum(-1)) - cMu * sum(-1) * n).toBeGreaterThan(-1e-12);
  });
});

describe('its way', () => {
  it('ends at the top of a sphere', () => {
    const strategy = run(new CmaStrategy(ones(8), ones(8), 0.5), 150, 12, sphere);
    expect(size(strategy.centre)).toBeLessThan(1e-4);
    expect(strategy.sigma).toBeLessThan(1e-3);
  });

  it('goes up a slope in ever larger steps', () => {
    const strategy = run(new CmaStrategy(ones(8), ones(8), 0.1), 60, 12, (x) => x[0]!);
    expect(strategy.sigma).toBeGreaterThan(1);
    expect(strategy.centre[0]).toBeGreaterThan(10);
  });

  it('learns the scales and the turn of an ellipsoid', () => {
    // Weights 0 and 1 matter by their sum and, a hundred times less, by their difference.
    const f: Score = (x) => -((x[0]! + x[1]!) ** 2 + (x[0]! - x[1]!) ** 2 / 1e4 + x[2]! ** 2 / 100);
    const strategy = run(new CmaStrategy(ones(3), ones(3), 0.5), 120, 10, f);
    const { covariance, centre } = strategy.save();
    expect(size(centre)).toBeLessThan(1e-2);
    // In the end the covariance is that of the inverse Hessian, up to a factor.
    const along = covariance[0]! - 2 * covariance[1]! + covariance[4]!;
    const across = covariance[0]! + 2 * covariance[1]! + covariance[4]!;
    expect(Math.sqrt(along / across)).toBeGreaterThan(40);
    expect(Math.sqrt(along / across)).toBeLessThan(250);
  });

  it('learns the scales of many weights, of which it keeps only the diagonal', () => {
    const n = FULL_COVARIANCE + 10;
    const scale = (i: number) => (i % 2 === 0 ? 1 : 10);
    const f: Score = (x) => -x.reduce((a, v, i) => a + (scale(i) * v) ** 2, 0);
    const strategy = run(new CmaStrategy(ones(n), ones(n), 0.3), 900, 20, f);
    const { covariance, centre } = strategy.save();
    expect(covariance).toHaveLength(n);
    expect(size(centre)).toBeLessThan(0.1);
    const mean = (odd: number) => covariance.reduce((a, v, i) => a + (i % 2 === odd ? v : 0), 0) / (n / 2);
    expect(Math.sqrt(mean(0) / mean(1))).toBeGreaterThan(7);
    expect(Math.sqrt(mean(0) / mean(1))).toBeLessThan(14);
  });

  it('is the same whatever the units, up to these, and leaves what has none', () => {
    const f: Score = (x) => -((x[0]! - 3) ** 2) - (2 * x[1]! + 1) ** 2;
    const one = run(new CmaStrategy(new Float32Array(3), Float32Array.of(1, 1, 0), 0.5), 20, 10, f);
    const halves: Score = (x) => f(Float64Array.of(x[0]!, 2 * x[1]!));
    const other = run(new CmaStrategy(new Float32Array(3), Float32Array.of(1, 0.5, 0), 0.5), 20, 10, halves);
    expect(other.centre[0]).toBe(one.centre[0]);
    expect(other.centre[1]).toBe(one.centre[1]! / 2);
    expect(one.centre[2]).toBe(0);
    expect(one.save().sigmaPath[2]).toBe(0);
  });

  it('depends on the order of scores alone', () => {
    const make = () => new CmaStrategy(ones(5), ones(5), 0.5);
    const one = run(make(), 20, 10, sphere);
    const other = run(make(), 20, 10, (x) => Math.exp(sphere(x)) - 7);
    expect(other.save()).toEqual(one.save());
    expect(run(make(), 20, 10, (x) => -sphere(x)).save()).not.toEqual(one.save());
  });

  it('finds the top through noise, its average closer than most steps', () => {
    let number = 0;
    const noise = new Float32Array(1);
    const f: Score = (x) => {
      drawChange(`noise ${number++}`, noise);
      return sphere(x) + 0.3 * noise[0]!;
    };
    const strategy = run(new CmaStrategy(ones(6), ones(6), 0.5), 150, 40, f);
    expect(size(strategy.average)).toBeLessThan(0.3);
  });
});

describe('its state', () => {
  it.each([4, FULL_COVARIANCE + 1])('of %i weights is a copy, and goes on byte for byte', (n) => {
    const make = () => new CmaStrategy(ones(n), ones(n), 0.5);
    const one = run(make(), 3, 8, sphere);
    const state = one.save();
    const other = make();
    other.load(state);
    for (const strategy of [one, other]) run(strategy, 6, 8, sphere, 3);
    expect(other.save()).toEqual(one.save());
    expect(state.steps).toBe(3);
    expect(state.centre).not.toEqual(one.centre);
    expect(state.covariance).not.toEqual(one.save().covariance);
  });

  it('of other weights is refused', () => {
    const state = new CmaStrategy(ones(4), ones(4), 1).save();
    expect(() => new CmaStrategy(ones(5), ones(5), 1).load(state)).toThrow('centre has 4 numbers, wanted 5');
    const wrong = { ...state, covariance: new Float64Array(4) };
    expect(() => new CmaStrategy(ones(4), ones(4), 1).load(wrong)).toThrow('covariance has 4 numbers, wanted 16');
  });
});
