import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { Inference } from '../network/inference.js';
import { initialWeights, type NetworkShape, VALUE } from '../network/network.js';
import { ValueNetwork } from './value-network.js';

const shapeOf = (inputs: number, trunk: number[], values: number, activation: 'relu' | 'tanh'): NetworkShape => ({
  inputs,
  trunk,
  activation,
  heads: [
    { name: VALUE, width: values, loss: 'squared-error' },
    { name: 'winner', width: 2, loss: 'cross-entropy' },
  ],
});

describe('values of many positions', () => {
  it.each([
    [7, [5], 2, 'relu'],
    [300, [96, 32], 4, 'relu'],
    [130, [64, 48], 3, 'tanh'],
    [33, [], 1, 'relu'],
  ] as const)('are those of the plain network: %i inputs, trunk %j', (inputs, trunk, values, activation) => {
    const rng = createRng('values');
    const shape = shapeOf(inputs, [...trunk], values, activation);
    const network = new ValueNetwork(shape, initialWeights(shape, rng));
    const weights = initialWeights(shape, rng);
    network.setWeights(weights);
    const plain = new Inference(shape, weights);
    const number = () => (rng.uniform() < 0.3 ? rng.uniform() - 0.5 : 0);
    const base = Float32Array.from({ length: inputs }, number);
    // More than pass through the layers together.
    const rows = Array.from({ length: 70 }, () => base.map((x) => (rng.uniform() < 0.1 ? number() : x)));
    const out = new Float32Array(rows.length * values);
    const expected = new Float32Array(values);
    for (const compared of [null, base, rows[3]!]) {
      network.reserve(rows.length);
      for (const [i, row] of rows.entries()) network.observations.set(row, i * network.stride);
      network.compareWith(compared);
      network.run(rows.length, out);
      for (const [i, row] of rows.entries()) {
        plain.run(row, 0, { [VALUE]: expected });
        for (let v = 0; v < values; v++) expect(out[i * values + v]).toBeCloseTo(expected[v]!, 5);
      }
    }
    network.observations[network.stride] = 17;
    expect(network.same(1, 2)).toBe(false);
    network.observations.copyWithin(network.stride, 2 * network.stride, 3 * network.stride);
    expect(network.same(1, 2)).toBe(true);
  });

  it('refuses networks that read more than an observation', () => {
    const shape: NetworkShape = {
      ...shapeOf(8, [4], 1, 'relu'),
      normalise: { pieces: [{ name: 'a', from: 0, to: 2 }], clip: 1 },
    };
    expect(() => new ValueNetwork(shape, initialWeights(shape, createRng(1)))).toThrow(/observations alone/);
  });
});
