import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { Inference } from './inference.js';
import {
  actorCriticShape,
  INPUT_FACTOR,
  INPUT_MEAN,
  type InputShape,
  initialWeights,
  networkProblem,
  networkText,
  outputsFor,
  sectionsOf,
  weightShapes,
  weightsProblem,
} from './network.js';
import { NormalisedInput } from './normalised-input.js';
import { networkSchema } from './schema.js';

const pieces = [
  { name: 'a', from: 0, to: 1 },
  { name: 'c', from: 2, to: 4 },
];
const sizes = { inputs: 5, actions: 2, values: 1, trunk: [3], activation: 'relu' as const };
const shape = actorCriticShape({ ...sizes, normalise: { pieces, clip: 3 } });
const weights = {
  ...initialWeights(shape, createRng(1)),
  [INPUT_MEAN]: Float32Array.of(100, 0, -2, 0.5, 0),
  [INPUT_FACTOR]: Float32Array.of(0.1, 1, 4, 1e20, 1),
};

describe('an input that is normalised', () => {
  it('is shifted, scaled and cut off, and the rest goes through as it is', () => {
    const input = NormalisedInput.of(shape)!;
    const rows = Float32Array.of(9, 110, 50, -2.5, 0.5, -70, 9999, -50, 7, 0.500001, 0);
    expect([...input.read(weights, 2, rows, 1)]).toEqual([1, 50, -2, 0, -70, 3, -50, 3, 3, 0]);
    expect([...input.read(weights, 1, Float32Array.of(3.4e38, 0, -3.4e38, -3.4e38, 3.4e38))]).toEqual([
      ...[3, 0, -3, -3, Math.fround(3.4e38)],
    ]);
    expect(NormalisedInput.of(actorCriticShape(sizes))).toBeUndefined();
  });

  it('is what the whole network reads', () => {
    const { normalise: _, ...plain } = shape;
    const { [INPUT_MEAN]: _mean, [INPUT_FACTOR]: _factor, ...learned } = weights;
    const observation = Float32Array.of(0, 0, 112, 3, -1.9, 0.5, -1);
    const [own, wanted] = [outputsFor(shape, 1), outputsFor(shape, 1)];
    new Inference(shape, weights).run(observation, 2, own);
    const read = NormalisedInput.of(shape)!.read(weights, 1, observation, 2);
    new Inference(plain, learned).run(read, 0, wanted);
    expect(own).toEqual(wanted);
  });

  it('has tensors at the end, that no section moves', () => {
    expect(weightShapes(shape).slice(-2)).toEqual([
      { name: INPUT_MEAN, shape: [5] },
      { name: INPUT_FACTOR, shape: [5] },
    ]);
    const moved = sectionsOf(weightShapes(shape)).at(-1)!.to;
    expect(moved).toBe(sectionsOf(weightShapes(actorCriticShape(sizes))).at(-1)!.to);
    expect(networkText(shape)).toBe('5-3, normalised a and c, policy 2, value 1');
  });

  it('is refused where it cannot be', () => {
    const problem = (more: Partial<InputShape>) =>
      networkProblem({ ...shape, normalise: { ...shape.normalise!, ...more } });
    expect(problem({})).toBeUndefined();
    for (const clip of [0, -1, Infinity, Number.NaN]) expect(problem({ clip })).toMatch(/clipped at/);
    expect(problem({ pieces: [] })).toMatch(/no piece/);
    expect(problem({ pieces: [{ name: 'a', from: 3, to: 6 }] })).toMatch(/the piece a .* outside/);
    expect(problem({ pieces: [...pieces, { name: 'b', from: 3, to: 5 }] })).toMatch(/the piece b .* over another/);
    expect(networkSchema.safeParse(shape).success).toBe(true);
    expect(networkSchema.safeParse({ ...shape, normalise: { pieces, clip: 0 } }).success).toBe(false);
    expect(networkSchema.safeParse({ ...shape, normalise: { pieces: [{ from: 0, to: 1 }], clip: 1 } }).success).toBe(
      false,
    );
    const off = (name: string, tensor: Float32Array) => weightsProblem(shape, { ...weights, [name]: tensor });
    expect(off(INPUT_MEAN, new Float32Array(4))).toMatch(/input.mean has 4 numbers, wanted 5/);
    expect(off(INPUT_FACTOR, Float32Array.of(1, 1, Infinity, 1, 1))).toMatch(/input.factor .* not finite/);
  });
});
