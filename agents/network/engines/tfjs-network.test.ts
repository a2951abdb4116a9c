/** What TensorFlow.js alone is asked for. What every engine must do is in `engines.test.ts`. */
import type { Tensor, Tensor1D } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import { outputsFor, weightShapes } from '../network.js';
import { largestDifference, observations, shapes, someWeights } from './testing/networks.js';
import './testing/automatic-gradients.js';
import { loadTfjs, type TfjsBackend, tfjsReport } from './tfjs.js';
import { forwardTensors } from './tfjs-forward.js';
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

    it.each(shapes)('agrees with automatic differentiation: $trunk $activation $heads.length', (shape) => {
      const { tf } = engine;
      const rows = 13;
      const x = observations(rows, shape.inputs, 'x');
      const weights = someWeights(shape);
      const rng = createRng('d');
      const d = outputsFor(shape, rows);
      // Few legal actions.
      for (const { name, masked } of shape.heads)
        for (let i = 0; i < d[name]!.length; i++) if (!masked || rng.uniform() < 0.2) d[name]![i] = rng.uniform() - 0.5;

      const names = weightShapes(shape);
      const loss = (...tensors: Tensor[]) => {
        const tensor = (name: string) => tensors[names.findIndex((n) => n.name === name)]!;
        const outputs = forwardTensors(tf, shape, tf.tensor2d(x, [rows, shape.inputs]), tensor);
        const parts = Object.entries(outputs).map(([name, y]) => tf.sum(tf.mul(y, tf.tensor2d(d[name]!, y.shape))));
        return tf.addN(parts) as Tensor1D;
      };
      const wanted = tf.grads(loss)(names.map(({ name, shape: dims }) => tf.tensor(weights[name]!, dims)));

      const gradient = Object.fromEntries(names.map(({ name }) => [name, new Float32Array(weights[name]!.length)]));
      const network = new TfjsNetwork(engine, shape);
      network.prepare(rows, x);
      network.forward(
        Int32Array.from({ length: rows }, (_, i) => i),
        weights,
      );
      network.backward(d, gradient);
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
        network.run(8, x, outputsFor(shape, 8));
        network.prepare(8, x);
        network.forward(Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7), weights);
        if (i > 0) network.backward(outputsFor(shape, 8), someWeights(shape));
        network.setWeights(weights);
      }
      network.dispose();
      expect(engine.tf.memory().numTensors).toBe(before);
    });
  });
