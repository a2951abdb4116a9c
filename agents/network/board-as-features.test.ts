import { expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { boardAsFeatures } from './board-as-features.js';
import { observations, someWeights } from './engines/testing/networks.js';
import { Inference } from './inference.js';
import { type ActorCriticSizes, actorCriticShape, outputsFor, POLICY, VALUE, weightsProblem } from './network.js';

const board = { squares: 6, planes: [3, 20], output: 4, width: 5 };
const sizes: ActorCriticSizes = { inputs: 40, actions: 11, values: 2, trunk: [16], activation: 'relu', board };

it('computes the same with features of actions that are squares', () => {
  const shape = actorCriticShape(sizes);
  const weights = someWeights(shape);
  const made = boardAsFeatures(shape, weights);
  expect(weightsProblem(made.shape, made.weights)).toBeUndefined();
  expect(made.shape.actions).toEqual([{ name: 'board', size: 3 }]);
  const [before, after] = [new Inference(shape, weights), new Inference(made.shape, made.weights)];
  const rng = createRng('masks');
  for (let k = 0; k < 50; k++) {
    const x = observations(1, 40, `x${k}`);
    const mask = Uint8Array.from({ length: 11 }, () => (rng.uniform() < 0.6 ? 1 : 0));
    const features = [...mask.keys()].flatMap((a) => {
      if (mask[a] === 0) return [];
      const square = a - board.output;
      if (square < 0 || square >= board.squares) return [0, 0, 0];
      return [1, ...board.planes.map((at) => x[at + square]!)];
    });
    const [a, b] = [outputsFor(shape, 1), outputsFor(shape, 1)];
    before.run(x, 0, a, mask);
    after.run(x, 0, b, mask, 0, Float32Array.from(features));
    for (let i = 0; i < 11; i++)
      if (mask[i] === 1) expect(Math.abs(a[POLICY]![i]! - b[POLICY]![i]!)).toBeLessThan(1e-4);
    expect(b[VALUE]).toEqual(a[VALUE]);
  }
});

it('refuses what cannot be said so', () => {
  const plain = actorCriticShape({ ...sizes, board: undefined });
  expect(() => boardAsFeatures(plain, someWeights(plain))).toThrow('no policy with a board');
  const normalise = { pieces: [{ name: 'land', from: 8, to: 9 }], clip: 3 };
  const shape = actorCriticShape({ ...sizes, normalise });
  expect(() => boardAsFeatures(shape, someWeights(shape))).toThrow('its board is normalised (land)');
});
