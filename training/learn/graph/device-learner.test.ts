/** The learner whose steps are graphs, against the one on ONNX Runtime and the gradients written by hand. */
import { describe, expect, it } from 'vitest';
import { Device } from '../../../agents/network/engines/device.js';
import { findOnnx, type Ort } from '../../../agents/network/engines/onnx.js';
import { someWeights } from '../../../agents/network/engines/testing/networks.js';
import { createRng } from '../../../env/chance.js';
import { createOnnxLearner } from '../learner-onnx.js';
import { ppoUpdate } from '../ppo.js';
import { shapes, someBatch } from '../testing/batches.js';
import { compareLearners } from '../testing/compare-learners.js';
import { DeviceLearner } from './device-learner.js';

const ort = findOnnx();

describe.skipIf(typeof ort === 'string')('the learner whose steps are graphs', () => {
  const learner = (shape: (typeof shapes)[number]) =>
    new DeviceLearner(new Device(ort as Ort, 'cpu'), shape, someWeights(shape));

  it.each(shapes)('does what the one of gradients by hand does: $trunk $activation', async (shape) => {
    await compareLearners(shape, createOnnxLearner(shape, someWeights(shape)), learner(shape));
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
