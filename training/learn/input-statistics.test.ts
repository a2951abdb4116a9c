import { describe, expect, it } from 'vitest';
import { actorCriticShape, INPUT_FACTOR, INPUT_MEAN, initialWeights } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { InputStatistics } from './input-statistics.js';

const sizes = { inputs: 4, actions: 2, values: 1, trunk: [3], activation: 'tanh' } as const;
/** Of four numbers the second and third are normalised. */
const shape = actorCriticShape({
  ...sizes,
  trunk: [3],
  normalise: { pieces: [{ name: 'middle', from: 1, to: 3 }], clip: 10 },
});
const start = () => InputStatistics.of(shape, initialWeights(shape, createRng(1)))!;
const tensors = (statistics: InputStatistics) => {
  const made = statistics.tensors();
  return [[...made[INPUT_MEAN]!], [...made[INPUT_FACTOR]!]];
};

describe('the statistics of an input', () => {
  it('are there for networks that normalise it', () => {
    const plain = actorCriticShape({ ...sizes, trunk: [3] });
    expect(InputStatistics.of(plain, initialWeights(plain, createRng(1)))).toBeUndefined();
    expect(start().count).toBe(0);
    expect(tensors(start())).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
  });

  it('shift and scale the pieces that are named, and leave alone what never varies', () => {
    const statistics = start();
    statistics.observe({ rows: 2, observation: Float32Array.of(5, 1000, 7, 9, 6, 3000, 7, 2) });
    expect(tensors(statistics)).toEqual([
      [0, 2000, 7, 0],
      [1, Math.fround(1e-3), 1, 1],
    ]);
  });

  it('take rounding for no variation, and a small one for what it is', () => {
    const statistics = start();
    statistics.observe({ rows: 2, observation: Float32Array.of(0, 1e6, 1e-20, 0, 0, 1e6 + 0.0625, 3e-20, 0) });
    const [mean, factor] = tensors(statistics);
    expect(factor![1]).toBe(1);
    expect(factor![2]).toBeCloseTo(1e20, -14);
    expect([...mean!, ...factor!].every(Number.isFinite)).toBe(true);
  });

  it('go on from those of a policy', () => {
    const statistics = start();
    const rng = createRng('rows');
    const observation = Float32Array.from({ length: 4000 }, () => 100 + rng.uniform());
    statistics.observe({ rows: 1000, observation });
    const weights = { ...initialWeights(shape, createRng(1)), ...statistics.tensors() };
    const next = InputStatistics.of(shape, weights)!;
    expect(next.count).toBe(100_000);
    const [before, after] = [statistics.tensors(), next.tensors()];
    for (const name of [INPUT_MEAN, INPUT_FACTOR])
      for (const [i, x] of before[name]!.entries()) expect(after[name]![i]! / x || 1).toBeCloseTo(1, 6);
    // A batch of others moves them, but by no more than it weighs.
    next.observe({ rows: 1000, observation: observation.map((x) => x + 50) });
    expect(next.tensors()[INPUT_MEAN]![1]! - before[INPUT_MEAN]![1]!).toBeCloseTo(50 / 101, 1);
  });
});
