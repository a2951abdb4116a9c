/** The way back on every engine that loads here, against automatic differentiation. */
import type { Tensor, Tensor1D } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import type { GradientNetwork } from '../gradient-network.js';
import {
  featureSize,
  type NetworkShape,
  type Outputs,
  outputsFor,
  POLICY,
  type Weights,
  weightShapes,
  widthOf,
} from '../network.js';
import './testing/automatic-gradients.js';
import { findOnnx, loadOnnx } from './onnx.js';
import { OnnxNetwork } from './onnx-network.js';
import {
  allFeatures,
  largestDifference,
  legalFeatures,
  observations,
  shapes,
  someWeights,
} from './testing/networks.js';
import { loadTfjs, tfjsReport } from './tfjs.js';
import { forwardTensors } from './tfjs-forward.js';
import { TfjsNetwork } from './tfjs-network.js';

const ROWS = 13;

const subjects: { name: string; available: boolean; make(shape: NetworkShape): Promise<GradientNetwork> }[] = [
  {
    name: 'onnx',
    available: typeof findOnnx() !== 'string',
    make: async (shape) => new OnnxNetwork(loadOnnx(), shape),
  },
  ...(await tfjsReport()).map(({ backend, available, reason }) => ({
    name: `${backend} (${reason})`,
    available,
    make: async (shape: NetworkShape) => new TfjsNetwork(await loadTfjs(backend === 'wasm' ? 'wasm' : 'node'), shape),
  })),
];

/** Few legal actions, and some gradient at every output that may have one. */
function someGradient(shape: NetworkShape): { mask: Uint8Array; d: Outputs } {
  const rng = createRng('d');
  const mask = Uint8Array.from({ length: ROWS * widthOf(shape, POLICY) }, () => (rng.uniform() < 0.13 ? 1 : 0));
  const d = outputsFor(shape, ROWS);
  for (const { name, masked } of shape.heads)
    for (let i = 0; i < d[name]!.length; i++) if (!masked || mask[i] === 1) d[name]![i] = rng.uniform() - 0.5;
  return { mask, d };
}

/** The gradient of the sum of outputs times `d`. */
async function automatic(shape: NetworkShape, x: Float32Array, weights: Weights, d: Outputs): Promise<Weights> {
  const { tf } = await loadTfjs('wasm');
  const names = weightShapes(shape);
  const loss = (...tensors: Tensor[]) => {
    const tensor = (name: string) => tensors[names.findIndex((n) => n.name === name)]!;
    const features = tf.tensor3d(allFeatures(shape, ROWS), [ROWS, widthOf(shape, POLICY), featureSize(shape)]);
    const outputs = forwardTensors(tf, shape, tf.tensor2d(x, [ROWS, shape.inputs]), tensor, features);
    return tf.addN(
      Object.entries(outputs).map(([name, y]) => tf.sum(tf.mul(y, tf.tensor2d(d[name]!, y.shape)))),
    ) as Tensor1D;
  };
  const wanted = tf.grads(loss)(names.map(({ name, shape: dims }) => tf.tensor(weights[name]!, dims)));
  return Object.fromEntries(names.map(({ name }, i) => [name, wanted[i]!.dataSync() as Float32Array]));
}

for (const { name, available, make } of subjects)
  describe.skipIf(!available)(`the way back on ${name}`, () => {
    it.each(shapes)('agrees with automatic differentiation: $trunk $activation $heads.length', async (shape) => {
      const x = observations(ROWS, shape.inputs, 'x');
      const weights = someWeights(shape);
      const { mask, d } = someGradient(shape);
      const wanted = await automatic(shape, x, weights, d);
      const network = await make(shape);
      // The batch holds the rows the other way round.
      const order = Int32Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i);
      const batch = Float32Array.from(
        x,
        (_, i) => x[order[Math.floor(i / shape.inputs)]! * shape.inputs + (i % shape.inputs)]!,
      );
      const everything = mask.map(() => 1);
      for (const known of [featureSize(shape) > 0 ? everything : undefined, mask]) {
        const { values, first } = legalFeatures(shape, ROWS, allFeatures(shape, ROWS), known ?? everything);
        network.prepare(ROWS, batch, weights, { values, first: first.toReversed() });
        const gradient = Object.fromEntries(Object.entries(weights).map(([n, w]) => [n, w.map(() => 9)]));
        await network.forward(order, weights, known);
        await network.backward(d, gradient);
        for (const { name: tensor } of weightShapes(shape).filter(({ name }) => !name.startsWith('input.')))
          expect(largestDifference(gradient[tensor]!, wanted[tensor]!), tensor).toBeLessThan(1e-5);
      }
      network.dispose();
    });

    it('goes back once from each forward pass', async () => {
      const shape = shapes[0]!;
      const weights = someWeights(shape);
      const network = await make(shape);
      network.prepare(ROWS, observations(ROWS, shape.inputs, 'x'), weights);
      const back = async () => network.backward(outputsFor(shape, 2), someWeights(shape));
      await expect(back()).rejects.toThrow('there is no forward pass to go back from');
      await network.forward(Int32Array.of(3, 1), weights);
      await back();
      await expect(back()).rejects.toThrow('there is no forward pass to go back from');
      network.dispose();
    });
  });
