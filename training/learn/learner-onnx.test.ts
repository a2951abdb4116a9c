import { describe, expect, it } from 'vitest';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { allFeatures, legalFeatures, someWeights } from '../../agents/network/engines/testing/networks.js';
import { plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import {
  actorCriticShape,
  initialWeights,
  type NetworkShape,
  POLICY,
  VALUE,
  type Weights,
  weightShapes,
  widthOf,
} from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import type { Batch, Decisions } from '../collect/batch.js';
import { createAutodiffLearner } from './autodiff.js';
import { imitate } from './imitation.js';
import { createOnnxLearner } from './learner-onnx.js';
import { ppoUpdate, type UpdateSettings } from './ppo.js';

/** Random networks, with and without features of actions. Every third is of a kind of which much is sparse. */
const shapes: NetworkShape[] = Array.from({ length: 6 }, (_, i) => {
  const rng = createRng(`shape ${i}`);
  const inputs = 20 + rng.int(30) + (i % 3 === 2 ? 60 : 0);
  const actions = 8 + rng.int(12) + (i % 3 === 2 ? 30 : 0);
  const features = { pieces: [{ name: 'worths', size: 1 + rng.int(3) }], width: 1 + rng.int(6) };
  return actorCriticShape({
    inputs,
    actions,
    values: 1 + (i % 4),
    trunk: Array.from({ length: i % 4 }, () => (i % 3 === 2 ? 32 * (1 + rng.int(2)) : 1 + rng.int(24))),
    activation: rng.int(2) === 0 ? 'relu' : 'tanh',
    ...(i % 2 === Math.floor(i / 4) ? { features } : {}),
  });
});

/** Few legal actions, absent seats, and ratios inside and outside the clip range. */
function someBatch(shape: NetworkShape, rows: number, seed = 'batch'): Batch {
  const { inputs } = shape;
  const [actions, values] = [widthOf(shape, POLICY), widthOf(shape, VALUE)];
  const rng = createRng(seed);
  const floats = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() * 2 - 1);
  const action = Int32Array.from({ length: rows }, () => rng.int(actions));
  const mask = Uint8Array.from({ length: rows * actions }, () => (rng.uniform() < (actions > 30 ? 0.05 : 0.3) ? 1 : 0));
  for (const [r, a] of action.entries()) mask[r * actions + a] = 1;
  return {
    rows,
    ...(shape.actions && { features: legalFeatures(shape, rows, allFeatures(shape, rows), mask) }),
    // The first columns are seldom zero, the others mostly.
    observation: floats(rows * inputs).map((x, i) => (rng.uniform() < (i % inputs < 12 ? 0.6 : 0.1) ? x : 0)),
    mask,
    action,
    logProb: floats(rows).map((x) => x - 1.5),
    advantage: floats(rows),
    targets: { [VALUE]: floats(rows * values).map((x, i) => (i % 5 === 4 ? Number.NaN : x)) },
  };
}

const bytes = (weights: Weights) => Object.values(weights).map((w) => Buffer.from(w.buffer).toString('base64'));

describe.skipIf(typeof findOnnx() === 'string')('the learner on ONNX Runtime', () => {
  const update: UpdateSettings = {
    ...{ clip: 0.2, entropy: 0.03, weights: { [VALUE]: 0.5 } },
    epochs: 2,
    minibatch: 20,
    learningRate: 3e-3,
    gradientNorm: 0.4,
    targetKl: Infinity,
  };

  it.each(shapes)('does what the one on TensorFlow.js does: $trunk $activation', async (shape) => {
    const start = someWeights(shape);
    const batch = someBatch(shape, 50);
    const tfjs = createAutodiffLearner(plainTfjs(), tensorNetwork(shape), start);
    const onnx = createOnnxLearner(shape, start);
    for (const learner of [onnx, tfjs]) expect(learner.save().steps).toEqual({ trunk: 0, [VALUE]: 0 });
    const only = [VALUE];
    const changes = [{ only }, {}, { gradientNorm: Infinity }, { only }, {}];
    for (const [i, change] of changes.entries()) {
      const [a, b] = [tfjs, onnx].map((learner) => ppoUpdate(learner, batch, { ...update, ...change }, createRng(i)));
      const [wanted, got] = [await a!, await b!];
      expect(Object.keys(got)).toEqual(Object.keys(wanted));
      for (const [key, value] of Object.entries(wanted))
        expect(got[key as keyof typeof got], key).toBeCloseTo(value, 3);
    }
    const lesson: Decisions = { ...batch, targets: {} };
    for (const taught of [batch, lesson]) {
      const [a, b] = [tfjs, onnx].map((learner) => imitate(learner, taught, update, createRng('i')));
      expect((await b!).loss).toBeCloseTo((await a!).loss, 3);
      expect((await b!).accuracy).toBe((await a!).accuracy);
    }
    const [wanted, got] = [tfjs.save(), onnx.save()];
    expect(got.steps).toEqual(wanted.steps);
    for (const part of ['weights', 'firstMoments', 'secondMoments'] as const)
      for (const { name } of weightShapes(shape))
        for (const [i, x] of wanted[part][name]!.entries())
          expect(Math.abs(got[part][name]![i]! - x), `${part} ${name}`).toBeLessThan(2e-3);
    tfjs.dispose();
    onnx.dispose();
  });

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
