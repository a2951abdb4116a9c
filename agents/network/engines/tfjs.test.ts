/** What is asked of TensorFlow.js alone. What every engine must do is in `engines.test.ts`. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { outputsFor } from '../network.js';
import { observations, shapes, someWeights } from './testing/networks.js';
import { backends } from './testing/tensorflow.js';
import { findTfjs, loadTfjs } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

it('loads natively, or is refused with the reason in one line', () => {
  const found = findTfjs();
  if (typeof found === 'string') expect(() => loadTfjs()).toThrow(/^the tfjs engine does not load: [^\n]+$/);
  else expect(loadTfjs()).toBe(found);
});

it('prints nothing while it loads', () => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const script = `import(${JSON.stringify(new URL('./tfjs.ts', import.meta.url).href)}).then(({ findTfjs }) => {
    const tf = findTfjs();
    if (typeof tf !== 'string') tf.matMul([[1]], [[1]]).dataSync();
  });`;
  const out = execFileSync('sh', ['-c', '"$0" --import "$1" -e "$2" 2>&1', process.execPath, tsx, script]);
  expect(out.toString()).toBe('');
});

for (const { name, available, use } of backends)
  describe.skipIf(!available)(`a network on ${name}`, () => {
    it('leaves no tensor behind, and has no outputs before it has weights', () => {
      const tf = use();
      const shape = shapes[0]!;
      const before = tf.memory().numTensors;
      const network = new TfjsNetwork(tf, shape);
      const x = observations(8, shape.inputs, 'x');
      const run = () => network.run(8, x, outputsFor(shape, 8));
      expect(run).toThrow('the network has no weights yet: call setWeights first');
      for (let i = 0; i < 3; i++) {
        network.setWeights(someWeights(shape));
        run();
      }
      network.dispose();
      expect(tf.memory().numTensors).toBe(before);
    });
  });
