import { expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import { Inference } from '../inference.js';
import { type ActorCriticSizes, actorCriticShape, outputsFor } from '../network.js';
import { allFeatures, furtherHeads, someWeights } from './testing/networks.js';
import { WasmInference } from './wasm-inference.js';

it.each<ActorCriticSizes>([
  { inputs: 70, actions: 64, values: 3, trunk: [32, 96], activation: 'relu' },
  { inputs: 70, actions: 7, values: 4, trunk: [64, 10, 32], activation: 'tanh' },
  { inputs: 5, actions: 3, values: 2, trunk: [], activation: 'relu' },
  {
    inputs: 70,
    actions: 16,
    values: 2,
    trunk: [32],
    activation: 'relu',
    features: { pieces: [{ name: 'worths', size: 3 }], width: 8 },
  },
])('agrees with the plain inference: $trunk, $actions actions', (sizes) => {
  const shape = actorCriticShape(sizes, sizes.actions === 16 ? furtherHeads : []);
  const rng = createRng('inference');
  const weights = someWeights(shape);
  const [plain, wasm] = [new Inference(shape, weights), new WasmInference(shape, weights)];
  const mask = new Uint8Array(sizes.actions).fill(1);
  const features = allFeatures(shape, 1);
  for (const zeros of [0, 0.5, 0.9, 1]) {
    const offset = zeros === 0.5 ? 3 : 0;
    const x = Float32Array.from({ length: shape.inputs + 5 }, () =>
      rng.uniform() < zeros ? 0 : rng.uniform() * 2 - 1,
    );
    const [a, b] = [plain, wasm].map((inference) => {
      const out = outputsFor(shape, 1);
      for (const numbers of Object.values(out)) numbers.fill(9);
      inference.run(x, offset, out, mask, 0, features);
      return Object.values(out).flatMap((numbers) => [...numbers]);
    });
    for (const [i, v] of a!.entries()) expect(Math.abs(v - b![i]!)).toBeLessThan(1e-4);
  }
});

it('refuses weights that do not fit', () => {
  const shape = actorCriticShape({ inputs: 4, actions: 32, values: 32, trunk: [32], activation: 'relu' });
  expect(() => new WasmInference(shape, {})).toThrow('tensor trunk.0.kernel is missing');
});
