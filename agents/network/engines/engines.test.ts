/** One suite for every engine that loads here: same weights, same batch, same numbers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../env/user-error.js';
import type { BatchPolicy } from '../batch-policy.js';
import { DeviceNetwork } from '../graph/device-network.js';
import { GraphNetwork } from '../graph/graph-network.js';
import { Inference } from '../inference.js';
import { featureSize, type NetworkShape, outputsFor, POLICY, VALUE, widthOf } from '../network.js';
import { Device } from './device.js';
import { chooseEngine, engineReport } from './engines.js';
import { findOnnx, loadOnnx, whyNotNative } from './onnx.js';
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
import { backends } from './testing/tensorflow.js';
import { findTfjs } from './tfjs.js';
import { TfjsNetwork } from './tfjs-network.js';

type Make = (shape: NetworkShape) => BatchPolicy;

const onnx = typeof findOnnx() !== 'string';
const every = [...shapes, ...encoding];
const subjects: { name: string; available: boolean; cases: NetworkShape[]; open(): Make }[] = [
  {
    name: 'onnx, as graphs',
    available: onnx,
    cases: every,
    open: () => (shape: NetworkShape) => new GraphNetwork(loadOnnx(), shape),
  },
  {
    name: 'onnx in WebAssembly, as graphs',
    available: true,
    cases: encoding,
    open: () => (shape: NetworkShape) => new GraphNetwork(loadWebOnnx()!, shape),
  },
  {
    name: 'a device, here the processor',
    available: onnx,
    cases: every,
    open: () => (shape: NetworkShape) => new DeviceNetwork(new Device(loadOnnx(), 'cpu'), shape),
  },
  ...[1, 2].map((threads) => ({
    name: `onnx, ${threads} threads`,
    available: onnx,
    cases: shapes,
    open: () => (shape: NetworkShape) => new OnnxNetwork(loadOnnx(), shape, threads),
  })),
  {
    name: 'onnx in WebAssembly',
    available: true,
    cases: shapes,
    open: () => (shape: NetworkShape) => new OnnxNetwork(loadWebOnnx()!, shape),
  },
  ...backends.map(({ name, available, use }) => ({
    name,
    available,
    cases: every,
    open: () => {
      const tf = use();
      return (shape: NetworkShape) => new TfjsNetwork(tf, shape);
    },
  })),
];

for (const { name, available, cases, open } of subjects)
  describe.skipIf(!available)(`on ${name}`, () => {
    let make: Make;
    beforeAll(() => {
      make = open();
    });

    it.each(cases)('agrees with the plain TypeScript inference: $trunk $activation $heads.length', async (shape) => {
      const { inputs, heads } = shape;
      const actions = widthOf(shape, POLICY);
      const weights = someWeights(shape);
      const network = make(shape);
      network.setWeights(weights);
      const inference = new Inference(shape, weights);
      for (const rows of [3, 1, 17]) {
        const x = observations(rows + 1, inputs, `x${rows}`); // longer than needed
        const got = outputsFor(shape, rows);
        const everything = new Uint8Array((rows + 1) * actions).fill(1);
        const all = allFeatures(shape, rows);
        const size = featureSize(shape);
        if (size > 0) await network.run(rows, x, got, everything, legalFeatures(shape, rows, all, everything));
        else await network.run(rows, x, got);
        for (let r = 0; r < rows; r++) {
          const one = outputsFor(shape, 1);
          if (size > 0) inference.run(x, r * inputs, one, everything, r * actions, all, r * actions * size);
          else inference.run(x, r * inputs, one);
          for (const { name, width } of heads)
            expect(largestDifference(got[name]!.subarray(r * width, (r + 1) * width), one[name]!), name).toBeLessThan(
              1e-4,
            );
        }
        // With a mask, what is legal is the same, up to the order of sums; so is each head when it is asked for alone.
        const mask = Uint8Array.from({ length: rows * actions }, (_, i) => (i % 3) & 1);
        for (const { name, masked } of heads) {
          const alone = outputsFor(shape, rows, [name]);
          await network.run(rows, x, alone, mask, legalFeatures(shape, rows, all, mask));
          const counts = (y: Float32Array) => (masked ? y.filter((_, i) => mask[i] === 1) : y);
          expect(largestDifference(counts(alone[name]!), counts(got[name]!)), name).toBeLessThan(1e-5);
        }
      }
      network.dispose();
    });

    it('refuses to leave out features of actions', async () => {
      const shape = shapes.find((one) => featureSize(one) > 0)!;
      const network = make(shape);
      network.setWeights(someWeights(shape));
      const run = async (head: string) =>
        network.run(2, observations(2, shape.inputs, 'x'), outputsFor(shape, 2, [head]));
      await expect(run(POLICY)).rejects.toThrow('the head policy needs the legal actions and their features');
      await run(VALUE);
      network.dispose();
    });

    it('copies the weights it is given', async () => {
      const shape = shapes[0]!;
      const weights = someWeights(shape);
      const network = make(shape);
      network.setWeights(weights);
      const x = observations(2, shape.inputs, 'x');
      const run = async () => {
        const out = outputsFor(shape, 2);
        await network.run(2, x, out);
        return out[POLICY]!;
      };
      for (const tensor of Object.values(weights)) tensor.fill(0);
      const first = await run();
      expect(first.some((v) => v !== 0)).toBe(true);
      expect(await run()).toEqual(first);
      network.setWeights(weights);
      expect((await run()).every((v) => v === 0)).toBe(true);
      network.dispose();
    });

    it('reads observations in shared memory', async () => {
      const shape = shapes[0]!;
      const network = make(shape);
      network.setWeights(someWeights(shape));
      const own = observations(4, shape.inputs, 'x');
      const shared = new Float32Array(new SharedArrayBuffer(own.byteLength));
      shared.set(own);
      const run = async (x: Float32Array) => {
        const out = outputsFor(shape, 4);
        await network.run(4, x, out);
        return out[POLICY]!;
      };
      const [a, b] = [await run(own), await run(shared)];
      expect(a).toEqual(b);
      network.dispose();
    });
  });

describe('the choice of an engine', () => {
  const tfjs = typeof findTfjs() !== 'string';

  it('is ONNX Runtime if it loads, else TensorFlow.js', async () => {
    if (onnx || tfjs) expect(chooseEngine('auto')).toBe(onnx ? 'onnx' : 'tfjs');
    else expect(() => chooseEngine('auto')).toThrow('there is no engine to train with');
    expect(await engineReport()).toEqual([
      {
        name: 'onnx',
        available: onnx,
        native: onnx && whyNotNative() === undefined,
        reason: expect.stringMatching(/^[^\n]+$/),
      },
      { name: 'tfjs', available: tfjs, native: tfjs, reason: expect.stringMatching(/^[^\n]+$/) },
    ]);
  });

  it.each([
    ['onnx', onnx],
    ['tfjs', tfjs],
  ])('is %s by name, or refused in one line', (name, available) => {
    if (available) expect(chooseEngine(name)).toBe(name);
    else expect(() => chooseEngine(name)).toThrow(UserError);
  });

  it('is refused if there is no such engine', () => {
    expect(() => chooseEngine('abacus')).toThrow('engine abacus: there is no such engine; use one of auto, onnx, tfjs');
  });
});
