/** What TensorFlow.js alone is asked for. What every engine must do is in `engines.test.ts`. */
import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import { weightShapes } from '../network.js';
import { largestDifference, observations, shapes, someWeights } from './testing/networks.js';
import './testing/automatic-gradients.js';
import { loadTfjs, type TfjsBackend, tfjsReport } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

const report = await tfjsReport();
// Reporters leave out the names of what is skipped, and with them the reason. Said here once, for every test file that
// has a part on each backend.
for (const { backend, available, reason } of report)
  if (!available) console.log(`the tests on ${backend} are skipped: ${reason}`);

for (const { backend, available, reason } of report)
  describe.skipIf(!available)(`on ${backend} (${reason})`, () => {
    let engine: TfjsBackend;
    beforeAll(async () => {
      engine = await loadTfjs(backend === 'wasm' ? 'wasm' : 'node');
      expect(engine.tf.getBackend()).toBe(backend);
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
        x,
        Int32Array.from({ length: rows }, (_, i) => i),
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

    it('leaves no tensor behind', () => {
      const shape = shapes[0]!;
      const weights = someWeights(shape);
      const before = engine.tf.memory().numTensors;
      const network = new TfjsNetwork(engine, shape);
      network.setWeights(weights);
      const x = observations(8, shape.inputs, 'x');
      for (let i = 0; i < 3; i++) {
        network.forward(8, x, new Float32Array(8 * shape.actions), new Float32Array(8 * shape.values));
        network.gradient(x, Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7), weights, () => {}, weights);
        network.setWeights(weights);
      }
      network.dispose();
      expect(engine.tf.memory().numTensors).toBe(before);
    });
  });
