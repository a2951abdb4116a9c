/** What TensorFlow.js alone is asked for. What every engine must do is in `engines.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { outputsFor } from '../network.js';
import { observations, shapes, someWeights } from './testing/networks.js';
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

    it('leaves no tensor behind', () => {
      const shape = shapes[0]!;
      const weights = someWeights(shape);
      const before = engine.tf.memory().numTensors;
      const network = new TfjsNetwork(engine, shape);
      network.setWeights(weights);
      const x = observations(8, shape.inputs, 'x');
      for (let i = 0; i < 3; i++) {
        network.run(8, x, outputsFor(shape, 8));
        network.prepare(8, x, weights);
        network.forward(Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7), weights);
        if (i > 0) network.backward(outputsFor(shape, 8), someWeights(shape));
        network.setWeights(weights);
      }
      network.dispose();
      expect(engine.tf.memory().numTensors).toBe(before);
    });
  });
