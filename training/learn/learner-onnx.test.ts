import { describe, expect, it } from 'vitest';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { encoding, someWeights } from '../../agents/network/engines/testing/networks.js';
import { plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { initialWeights, type NetworkShape, POLICY, type Weights, widthOf } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { createAutodiffLearner } from './autodiff.js';
import { createOnnxLearner } from './learner-onnx.js';
import { ppoUpdate } from './ppo.js';
import { shapes, someBatch, update } from './testing/batches.js';
import { compareLearners } from './testing/compare-learners.js';

const bytes = (weights: Weights) => Object.values(weights).map((w) => Buffer.from(w.buffer).toString('base64'));

describe.skipIf(typeof findOnnx() === 'string')('the learner on ONNX Runtime', () => {
  it.each([...shapes, ...encoding.slice(0, 3)])(
    'does what the one on TensorFlow.js does: $trunk $activation',
    async (shape) => {
      const start = someWeights(shape);
      const tfjs = createAutodiffLearner(plainTfjs(), tensorNetwork(shape), start);
      await compareLearners(shape, tfjs, createOnnxLearner(shape, start));
    },
  );

  it('goes on from a state that the one on TensorFlow.js saved, and the other way round', async () => {
    const shape = shapes[3]!;
    const batch = someBatch(shape, 40);
    const tfjs = createAutodiffLearner(plainTfjs(), tensorNetwork(shape), someWeights(shape));
    const onnx = createOnnxLearner(shape, initialWeights(shape, createRng('other')));
    await ppoUpdate(tfjs, batch, update, createRng(1));
    onnx.load(tfjs.save());
    expect(onnx.save()).toEqual(tfjs.save());
    await ppoUpdate(onnx, batch, update, createRng(2));
    tfjs.load(onnx.save());
    expect(tfjs.save()).toEqual(onnx.save());
    tfjs.dispose();
    onnx.dispose();
  });

  it('makes the same bytes every time, with one thread and with two', async () => {
    const shape: NetworkShape = { ...shapes[2]!, inputs: 300, trunk: [128, 64] };
    expect(shape.heads[0]!.actions).toBeDefined();
    const run = async (threads: number) => {
      const learner = createOnnxLearner(shape, someWeights(shape), { threads });
      const batch = someBatch(shape, 300);
      const stats = await ppoUpdate(learner, batch, { ...update, minibatch: 128 }, createRng('a'));
      const state = learner.save();
      learner.dispose();
      return [stats, bytes(state.weights), bytes(state.firstMoments), bytes(state.secondMoments)];
    };
    expect(await run(1)).toEqual(await run(1));
    expect(await run(2)).toEqual(await run(2));
  });

  it('sets moments to zero that are too small to be held', async () => {
    const shape = shapes[1]!;
    const learner = createOnnxLearner(shape, someWeights(shape));
    const batch = someBatch(shape, 64);
    batch.observation.fill(0); // No gradient for the first kernel.
    const state = learner.save();
    state.firstMoments['trunk.0.kernel']!.fill(1e-30);
    learner.load(state);
    await ppoUpdate(learner, batch, { ...update, minibatch: 1, epochs: 1 }, createRng(1));
    expect(learner.save().steps.trunk).toBe(64);
    expect(learner.save().firstMoments['trunk.0.kernel']!.every((m) => m === 0)).toBe(true);
    learner.dispose();
  });

  it('refuses actions that the mask forbids, and gradients that are not finite', async () => {
    const shape = shapes[1]!;
    const learner = createOnnxLearner(shape, someWeights(shape));
    const illegal = someBatch(shape, 4);
    illegal.mask.fill(1, 0, widthOf(shape, POLICY));
    illegal.mask[illegal.action[0]!] = 0;
    await expect(ppoUpdate(learner, illegal, update, createRng(1))).rejects.toThrow('which its mask forbids');
    illegal.mask.fill(0, 0, widthOf(shape, POLICY));
    await expect(ppoUpdate(learner, illegal, update, createRng(1))).rejects.toThrow('the mask allows no action');
    const broken = someBatch(shape, 4);
    broken.advantage[0] = Number.NaN;
    await expect(ppoUpdate(learner, broken, update, createRng(1))).rejects.toThrow('the gradient is not finite');
    learner.dispose();
  });

  it('gives up at the signal', async () => {
    const stop = new AbortController();
    const learner = createOnnxLearner(shapes[1]!, someWeights(shapes[1]!), { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(ppoUpdate(learner, someBatch(shapes[1]!, 4), update, createRng(1))).rejects.toThrow('enough');
    learner.dispose();
  });
});
