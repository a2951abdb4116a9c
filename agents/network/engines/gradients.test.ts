/** Gradients on ONNX Runtime, whose way back is written by hand, against automatic differentiation. */
import { describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import type { GradientNetwork } from '../gradient-network.js';
import { GraphNetwork } from '../graph/graph-network.js';
import { Inference } from '../inference.js';
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
import { findOnnx, type Ort } from './onnx.js';
import { OnnxNetwork } from './onnx-network.js';
import { loadWebOnnx } from './onnx-web.js';
import {
  allFeatures,
  encoding,
  largestDifference,
  legalFeatures,
  observations,
  shapes,
  someWeights,
} from './testing/networks.js';
import { backends, plainTfjs } from './testing/tensorflow.js';
import { tensorNetwork } from './tfjs-forward.js';
import { TfjsGradient } from './tfjs-gradient.js';

const ROWS = 13;

/** Few legal actions, and some gradient at every output that may have one. */
function someGradient(shape: NetworkShape): { mask: Uint8Array; d: Outputs } {
  const rng = createRng('d');
  const mask = Uint8Array.from({ length: ROWS * widthOf(shape, POLICY) }, () => (rng.uniform() < 0.13 ? 1 : 0));
  const d = outputsFor(shape, ROWS);
  for (const { name, masked } of shape.heads)
    for (let i = 0; i < d[name]!.length; i++) if (!masked || mask[i] === 1) d[name]![i] = rng.uniform() - 0.5;
  return { mask, d };
}

/** The gradient by the weights when that at the outputs is `d`, of a batch that holds the rows the other way round. */
async function gradientOf(
  network: GradientNetwork,
  shape: NetworkShape,
  weights: Weights,
  d: Outputs,
  mask: Uint8Array | undefined,
  features = allFeatures(shape, ROWS),
): Promise<Weights> {
  const { inputs } = shape;
  const x = observations(ROWS, inputs, 'x');
  const order = Int32Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i);
  const batch = Float32Array.from(x, (_, i) => x[order[Math.floor(i / inputs)]! * inputs + (i % inputs)]!);
  const legal = mask ?? new Uint8Array(ROWS * widthOf(shape, POLICY)).fill(1);
  const { values, first } = legalFeatures(shape, ROWS, features, legal);
  network.prepare(ROWS, batch, weights, { values, first: first.toReversed() });
  const gradient = Object.fromEntries(Object.entries(weights).map(([n, w]) => [n, w.map(() => 9)]));
  await network.gradient(order, weights, () => d, gradient, mask);
  network.dispose();
  return gradient;
}

/** Names of the tensors that gradients move. */
const moved = (shape: NetworkShape) => weightShapes(shape).flatMap(({ name, section }) => (section ? [name] : []));

const every = [...shapes, ...encoding];

describe.skipIf(typeof findOnnx() === 'string')('the gradient by graphs', () => {
  it.each(every)('agrees with automatic differentiation: $trunk $activation $heads.length', async (shape) => {
    const weights = someWeights(shape);
    const { mask, d } = someGradient(shape);
    const wanted = await gradientOf(new TfjsGradient(plainTfjs(), tensorNetwork(shape)), shape, weights, d, mask);
    const got = await gradientOf(new GraphNetwork(findOnnx() as Ort, shape), shape, weights, d, mask);
    for (const name of moved(shape)) {
      const largest = wanted[name]!.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      expect(largestDifference(got[name]!, wanted[name]!) / largest, name).toBeLessThan(1e-5);
    }
  });
});

describe.each([
  ['ONNX Runtime', findOnnx()],
  ['ONNX Runtime in WebAssembly', loadWebOnnx()!],
])('the gradient on %s', (_, found) => {
  const ort = found as Ort;
  const skipped = typeof found === 'string';

  it.skipIf(skipped).each(shapes)(
    'agrees with automatic differentiation: $trunk $activation $heads.length',
    async (shape) => {
      const weights = someWeights(shape);
      const { mask, d } = someGradient(shape);
      const automatic = new TfjsGradient(plainTfjs(), tensorNetwork(shape));
      const wanted = await gradientOf(automatic, shape, weights, d, mask);
      for (const known of [featureSize(shape) > 0 ? mask.map(() => 1) : undefined, mask]) {
        const network = new OnnxNetwork(ort, shape);
        const got = await gradientOf(network, shape, weights, d, known);
        for (const name of moved(shape)) expect(largestDifference(got[name]!, wanted[name]!), name).toBeLessThan(1e-5);
      }
    },
  );

  it.skipIf(skipped)('is there where no legal action has features', async () => {
    const shape = shapes.find((one) => featureSize(one) > 0)!;
    const { mask, d } = someGradient(shape);
    const none = allFeatures(shape, ROWS).fill(0);
    const networks = [new OnnxNetwork(ort, shape), new TfjsGradient(plainTfjs(), tensorNetwork(shape))];
    const [got, wanted] = await Promise.all(
      networks.map((network) => gradientOf(network, shape, someWeights(shape), d, mask, none)),
    );
    expect(got!['policy.actions.kernel']!.every((x) => x === 0)).toBe(true);
    for (const name of moved(shape)) expect(largestDifference(got![name]!, wanted![name]!), name).toBeLessThan(1e-5);
  });
});

for (const { name, available, use } of backends)
  describe.skipIf(!available)(`automatic differentiation on ${name}`, () => {
    it.each(every)('finds the slope of the outputs: $trunk $activation $heads.length', async (shape) => {
      const weights = someWeights(shape);
      const { mask, d } = someGradient(shape);
      const tf = use();
      const before = tf.memory().numTensors;
      const got = await gradientOf(new TfjsGradient(tf, tensorNetwork(shape)), shape, weights, d, mask);
      expect(tf.memory().numTensors).toBe(before);
      const rng = createRng('places');
      let moving = 0;
      for (const tensor of moved(shape))
        for (let i = 0; i < 4; i++) {
          const at = rng.int(weights[tensor]!.length);
          const kept = weights[tensor]![at]!;
          const sum = (w: number) => {
            weights[tensor]![at] = w;
            return sumOfOutputs(shape, weights, d, mask);
          };
          const h = 1e-3;
          const [up, here, down] = [sum(kept + h), sum(kept), sum(kept - h)];
          weights[tensor]![at] = kept;
          // One slope, or two where a corner of a relu lies between the points.
          const slopes = [(up - here) / h, (here - down) / h];
          expect(got[tensor]![at]!, `${tensor} ${at}`).toBeGreaterThan(Math.min(...slopes) - 5e-3);
          expect(got[tensor]![at]!, `${tensor} ${at}`).toBeLessThan(Math.max(...slopes) + 5e-3);
          if (Math.abs(got[tensor]![at]!) > 1e-2) moving++;
        }
      expect(moving).toBeGreaterThan(3);
    });
  });

/** The sum of outputs times `d`, from the plain TypeScript network. */
function sumOfOutputs(shape: NetworkShape, weights: Weights, d: Outputs, mask: Uint8Array): number {
  const network = new Inference(shape, weights);
  const x = observations(ROWS, shape.inputs, 'x');
  const { values, first } = legalFeatures(shape, ROWS, allFeatures(shape, ROWS), mask);
  const actions = widthOf(shape, POLICY);
  let sum = 0;
  for (let r = 0; r < ROWS; r++) {
    const out = outputsFor(shape, 1);
    network.run(x, r * shape.inputs, out, mask, r * actions, values, first[r]! * featureSize(shape));
    for (const { name, width } of shape.heads)
      for (let i = 0; i < width; i++) {
        const by = d[name]![r * width + i]!;
        if (by !== 0) sum += by * out[name]![i]!;
      }
  }
  return sum;
}
