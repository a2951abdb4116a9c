/** One suite for every backend that loads here: same weights, same batch, same numbers. */
import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { Inference, initialWeights, type NetworkShape, type Weights, weightShapes } from '../network.js';
import { engineReport, loadTfjs, type TfjsBackend } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

const shapes: NetworkShape[] = [
  { inputs: 30, actions: 11, values: 3, trunk: [16, 8], activation: 'relu' },
  { inputs: 9, actions: 4, values: 1, trunk: [5], activation: 'tanh' },
  { inputs: 6, actions: 3, values: 2, trunk: [], activation: 'relu' },
  // Wide enough for the sparse layers of the WASM backend.
  { inputs: 40, actions: 4, values: 2, trunk: [64, 32], activation: 'relu' },
  { inputs: 40, actions: 4, values: 2, trunk: [32], activation: 'tanh' },
  // With a board of six squares, which two planes show; in the second every layer is wide enough for the sparse ones.
  {
    inputs: 40,
    actions: 11,
    values: 2,
    trunk: [16, 8],
    activation: 'relu',
    board: { squares: 6, planes: [3, 20], action: 4, width: 5 },
  },
  {
    inputs: 40,
    actions: 16,
    values: 2,
    trunk: [64, 32],
    activation: 'relu',
    board: { squares: 6, planes: [3, 20], action: 4, width: 16 },
  },
];

/** Mostly zeros, like real observations. */
function observations(rows: number, inputs: number, seed: string): Float32Array {
  const rng = createRng(seed);
  return Float32Array.from({ length: rows * inputs }, () => (rng.uniform() < 0.15 ? rng.uniform() * 2 - 1 : 0));
}

/** Kernels of ordinary size everywhere: the policy head starts so small that errors there would not be seen. */
function someWeights(shape: NetworkShape): Weights {
  const rng = createRng('weights');
  const weights = initialWeights(shape, rng);
  for (const tensor of Object.values(weights))
    for (let i = 0; i < tensor.length; i++) tensor[i]! += rng.uniform() - 0.5;
  return weights;
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

for (const { backend, available, reason } of await engineReport())
  describe.skipIf(!available)(`on ${backend} (${reason})`, () => {
    let engine: TfjsBackend;
    beforeAll(async () => {
      engine = await loadTfjs(backend === 'wasm' ? 'wasm' : 'node');
      expect(engine.tf.getBackend()).toBe(backend);
    });

    it.each(shapes)('agrees with the plain TypeScript inference: $trunk $activation', (shape) => {
      const { inputs, actions, values } = shape;
      const weights = someWeights(shape);
      const network = new TfjsNetwork(engine, shape);
      network.setWeights(weights);
      const inference = new Inference(shape, weights);
      for (const rows of [3, 1, 17]) {
        const x = observations(rows + 1, inputs, `x${rows}`); // longer than needed
        const got = { logits: new Float32Array(rows * actions), values: new Float32Array(rows * values) };
        network.forward(rows, x, got.logits, got.values);
        for (let r = 0; r < rows; r++) {
          const logits = new Float32Array(actions);
          const seats = new Float32Array(values);
          inference.run(x, r * inputs, logits, seats);
          expect(largestDifference(got.logits.subarray(r * actions, (r + 1) * actions), logits)).toBeLessThan(1e-4);
          expect(largestDifference(got.values.subarray(r * values, (r + 1) * values), seats)).toBeLessThan(1e-4);
        }
        // With a mask, what is legal is the same.
        const masked = new Float32Array(rows * actions);
        const mask = Uint8Array.from({ length: rows * actions }, (_, i) => (i % 3) & 1);
        network.forward(rows, x, masked, got.values, mask);
        const legal = (logits: Float32Array) => logits.filter((_, i) => mask[i] === 1);
        expect(legal(masked)).toEqual(legal(got.logits));
      }
      network.dispose();
    });

    it.each(shapes)('agrees with automatic differentiation: $trunk $activation', (shape) => {
      const { tf } = engine;
      const rows = 13;
      const x = observations(rows, shape.inputs, 'x');
      const weights = someWeights(shape);
      const rng = createRng('d');
      const random = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() - 0.5);
      // Few legal actions.
      const dLogits = random(rows * shape.actions).map((x) => (rng.uniform() < 0.2 ? x : 0));
      const dValues = random(rows * shape.values);

      const names = weightShapes(shape);
      const loss = (...tensors: Tensor[]) => {
        let h: Tensor = tf.tensor2d(x, [rows, shape.inputs]);
        const tensor = (name: string) => tensors[names.findIndex((n) => n.name === name)]!;
        const dense = (name: string) =>
          tf.add(tf.matMul(h as Tensor2D, tensor(`${name}.kernel`) as Tensor2D), tensor(`${name}.bias`) as Tensor1D);
        shape.trunk.forEach((_, i) => {
          h = shape.activation === 'relu' ? tf.relu(dense(`trunk.${i}`)) : tf.tanh(dense(`trunk.${i}`));
        });
        const raw = dense('policy');
        let logits = tf.slice(raw, [0, 0], [rows, shape.actions]);
        const { board } = shape;
        if (board) {
          // [rows, squares, planes], then one hidden layer for all squares alike.
          const planes = board.planes.map((at) =>
            tf.slice(tf.tensor2d(x, [rows, shape.inputs]), [0, at], [rows, board.squares]),
          );
          const seen = tf.reshape(tf.stack(planes, 2), [rows * board.squares, board.planes.length]);
          const context = tf.slice(raw, [0, shape.actions], [rows, board.width]);
          const local = tf.reshape(tf.matMul(seen, tensor('board.kernel')), [rows, board.squares, board.width]);
          const hidden = tf.relu(tf.add(local, tf.expandDims(context, 1)));
          const parts = tf.sum(tf.mul(hidden, tensor('board.out')), 2) as Tensor2D;
          logits = tf.add(
            logits,
            tf.pad(parts, [
              [0, 0],
              [board.action, shape.actions - board.action - board.squares],
            ]),
          );
        }
        const policy = tf.sum(tf.mul(logits, tf.tensor2d(dLogits, [rows, shape.actions])));
        const value = tf.sum(tf.mul(dense('value'), tf.tensor2d(dValues, [rows, shape.values])));
        return tf.add(policy, value) as Tensor1D;
      };
      const wanted = tf.grads(loss)(names.map(({ name, shape: dims }) => tf.tensor(weights[name]!, dims)));

      const gradient = Object.fromEntries(names.map(({ name }) => [name, new Float32Array(weights[name]!.length)]));
      const network = new TfjsNetwork(engine, shape);
      network.gradient(
        rows,
        x,
        weights,
        (_, d) => {
          d.logits.set(dLogits);
          d.values.set(dValues);
        },
        gradient,
      );
      names.forEach(({ name }, i) => {
        expect(largestDifference(gradient[name]!, wanted[i]!.dataSync()), name).toBeLessThan(1e-5);
      });
      network.dispose();
    });

    it('copies the weights it is given', () => {
      const shape = shapes[0]!;
      const weights = someWeights(shape);
      const network = new TfjsNetwork(engine, shape);
      network.setWeights(weights);
      const x = observations(2, shape.inputs, 'x');
      const run = () => {
        const logits = new Float32Array(2 * shape.actions);
        network.forward(2, x, logits, new Float32Array(2 * shape.values));
        return logits;
      };
      for (const tensor of Object.values(weights)) tensor.fill(0);
      const first = run();
      expect(first.some((v) => v !== 0)).toBe(true);
      expect(run()).toEqual(first);
      network.setWeights(weights);
      expect(run().every((v) => v === 0)).toBe(true);
      network.dispose();
    });

    it('reads observations in shared memory', () => {
      const shape = shapes[0]!;
      const network = new TfjsNetwork(engine, shape);
      network.setWeights(someWeights(shape));
      const own = observations(4, shape.inputs, 'x');
      const shared = new Float32Array(new SharedArrayBuffer(own.byteLength));
      shared.set(own);
      const [a, b] = [own, shared].map((x) => {
        const logits = new Float32Array(4 * shape.actions);
        network.forward(4, x, logits, new Float32Array(4 * shape.values));
        return logits;
      });
      expect(a).toEqual(b);
      network.dispose();
    });

    it('leaves no tensor behind', () => {
      const shape = shapes[0]!;
      const weights = someWeights(shape);
      const before = engine.tf.memory().numTensors;
      const network = new TfjsNetwork(engine, shape);
      network.setWeights(weights);
      const x = observations(8, shape.inputs, 'x');
      for (let i = 0; i < 3; i++) {
        network.forward(8, x, new Float32Array(8 * shape.actions), new Float32Array(8 * shape.values));
        network.gradient(8, x, weights, () => {}, weights);
        network.setWeights(weights);
      }
      network.dispose();
      expect(engine.tf.memory().numTensors).toBe(before);
    });
  });
