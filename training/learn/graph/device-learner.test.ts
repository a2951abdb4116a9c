/** The learner whose steps are graphs, against the one on ONNX Runtime and the gradients written by hand. */
import { describe, expect, it } from 'vitest';
import { Device } from '../../../agents/network/engines/device.js';
import { findOnnx, type Ort } from '../../../agents/network/engines/onnx.js';
import { encoding, someWeights } from '../../../agents/network/engines/testing/networks.js';
import { type NetworkShape, VALUE } from '../../../agents/network/network.js';
import { createRng } from '../../../env/chance.js';
import { AveragedWeights } from '../averaged-weights.js';
import { createOnnxLearner } from '../learner-onnx.js';
import { ppoUpdate } from '../ppo.js';
import { shapes, someBatch } from '../testing/batches.js';
import { compareLearners } from '../testing/compare-learners.js';
import { DeviceLearner } from './device-learner.js';

const ort = findOnnx();

describe.skipIf(typeof ort === 'string')('the learner whose steps are graphs', () => {
  const learner = (shape: (typeof shapes)[number]) =>
    new DeviceLearner(new Device(ort as Ort, 'cpu'), shape, someWeights(shape));

  it.each([...shapes, ...encoding.slice(0, 3)])(
    'does what the one of gradients by hand does: $trunk $activation',
    async (shape) => {
      await compareLearners(shape, createOnnxLearner(shape, someWeights(shape)), learner(shape));
    },
  );

  it('learns values alone, and their average plays', async () => {
    const value = { name: VALUE, width: 2, loss: 'squared-error' } as const;
    const owner = { name: 'owner', width: 3, loss: 'cross-entropy' } as const;
    const shape: NetworkShape = { inputs: 20, trunk: [16], activation: 'relu', heads: [value, owner] };
    const rng = createRng('values');
    const rows = 96;
    const floats = (n: number) => Float32Array.from({ length: n }, () => rng.uniform());
    // Of some rows no owner is known.
    const owners = new Float32Array(3 * rows).map((_, i) => (i % 15 < 3 ? Number.NaN : i % 3 === 1 ? 1 : 0));
    const batch = {
      rows,
      observation: floats(20 * rows),
      mask: new Uint8Array(0),
      action: new Int32Array(0),
      targets: { [VALUE]: floats(2 * rows), owner: owners },
    };
    const parts = Array.from({ length: 12 }, (_, i) => Int32Array.from({ length: 8 }, (_, k) => 8 * i + k));
    const loss = { name: 'values', settings: { weights: { owner: 0.5 } } } as const;
    const both = [createOnnxLearner(shape, someWeights(shape)), learner(shape)].map(
      (one) => new AveragedWeights(one, 0.9),
    );
    const sums = [];
    for (const one of both) {
      one.take(batch);
      sums.push((await one.pass({ parts, loss, learningRate: 1e-2, gradientNorm: 1 })).sums);
      await one.finish();
    }
    for (const name of ['valueLoss', 'ownerLoss']) expect(sums[1]![name]).toBeCloseTo(sums[0]![name]!, 3);
    const [wanted, got] = both.map((one) => one.weights());
    for (const [name, tensor] of Object.entries(wanted!))
      for (const [i, x] of tensor.entries()) expect(got![name]![i]).toBeCloseTo(x, 4);
    for (const one of both) one.dispose();
  });

  it('says where what was learned is', async () => {
    const shape = shapes[1]!;
    const one = learner(shape);
    const rows = [Int32Array.of(0, 1, 2)];
    const loss = { name: 'values', settings: { weights: {} } } as const;
    const pass = { parts: rows, loss, learningRate: 1e-2, gradientNorm: 1 };
    await expect(one.pass(pass)).rejects.toThrow('call take first');
    one.take(someBatch(shape, 10));
    await one.pass(pass);
    expect(() => one.weights()).toThrow('call finish first');
    await one.finish();
    expect(one.weights()).not.toEqual(someWeights(shape));
    await expect(one.pass({ ...pass, loss: () => ({}) })).rejects.toThrow('losses of the table only');
    await expect(one.pass({ ...pass, only: ['owner'] })).rejects.toThrow('no section owner');
    one.dispose();
  });

  it('keeps the weights of before where a gradient is not finite', async () => {
    const shape = shapes[1]!;
    const one = learner(shape);
    const batch = someBatch(shape, 20);
    batch.advantage.fill(Number.POSITIVE_INFINITY);
    const settings = {
      clip: 0.2,
      entropy: 0,
      weights: {},
      epochs: 1,
      minibatch: 20,
      learningRate: 1,
      gradientNorm: 1,
      targetKl: 1,
    };
    await expect(ppoUpdate(one, batch, settings, createRng(1))).rejects.toThrow('the gradient is not finite');
    expect(one.weights()).toEqual(someWeights(shape));
    one.dispose();
  });
});
