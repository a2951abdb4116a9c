/** The gradient on ONNX Runtime against automatic differentiation, numerical gradients and the learner on TensorFlow.js. */
import type { Scalar } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { findOnnx, type Ort } from '../../agents/network/engines/onnx.js';
import { OnnxNetwork } from '../../agents/network/engines/onnx-network.js';
import { allFeatures, legalFeatures } from '../../agents/network/engines/testing/networks.js';
import { plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { TfjsGradient } from '../../agents/network/engines/tfjs-gradient.js';
import type { GradientNetwork } from '../../agents/network/gradient-network.js';
import { Inference } from '../../agents/network/inference.js';
import {
  actorCriticShape,
  copyWeights,
  featureSize,
  initialWeights,
  type NetworkShape,
  type Outputs,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
  weightShapes,
  widthOf,
} from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import type { Batch, Decisions } from '../collect/batch.js';
import { createAutodiffLearner, tensorLoss } from './autodiff.js';
import { imitate } from './imitation.js';
import { imitationLoss } from './imitation-loss.js';
import { createOnnxLearner } from './learner-onnx.js';
import type { LossFunction } from './losses.js';
import { ppoUpdate, type UpdateSettings } from './ppo.js';
import { type PpoLossSettings, ppoLoss } from './ppo-loss.js';

const ort = findOnnx() as Ort;

/** Random networks, with and without features of actions. Every third is of a kind of which much is sparse. */
const shapes: NetworkShape[] = Array.from({ length: 12 }, (_, i) => {
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
    ...(i % 2 === Math.floor(i / 4) % 2 ? { features } : {}),
  });
});

function someWeights(shape: NetworkShape): Weights {
  const rng = createRng('weights');
  const weights = initialWeights(shape, rng);
  for (const tensor of Object.values(weights))
    for (let i = 0; i < tensor.length; i++) tensor[i]! += rng.uniform() - 0.5;
  return weights;
}

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

const valueWeight = 0.5;
const settings: PpoLossSettings = { clip: 0.2, entropy: 0.03, weights: { [VALUE]: valueWeight } };

type Loss = 'ppo' | 'imitation';

/** The gradient by the weights that a network finds, before clipping. */
async function gradientOf(
  network: GradientNetwork,
  shape: NetworkShape,
  weights: Weights,
  batch: Batch,
  loss: LossFunction,
): Promise<Weights> {
  const gradient = copyWeights(weights);
  const { rows } = batch;
  network.prepare(rows, batch.observation, weights, batch.features);
  const lossAt = (outputs: Outputs) => {
    const d = outputsFor(shape, rows);
    loss(shape, batch, outputs, 1 / rows, d);
    return d;
  };
  const order = Int32Array.from({ length: rows }, (_, i) => i);
  await network.gradient(order, weights, lossAt, gradient, batch.mask);
  network.dispose();
  return gradient;
}

/** On ONNX Runtime, the loss in closed form. */
function networkGradient(shape: NetworkShape, weights: Weights, batch: Batch, loss: Loss): Promise<Weights> {
  const closed: LossFunction = (heads, _, outputs, scale, d) =>
    loss === 'imitation'
      ? imitationLoss(heads, batch, settings, outputs, scale, d)
      : ppoLoss(heads, batch, settings, outputs, scale, d);
  return gradientOf(new OnnxNetwork(ort, shape), shape, weights, batch, closed);
}

/** By automatic differentiation, of the network and of the loss, which is written as one would without closed formulas. */
function automaticGradient(shape: NetworkShape, weights: Weights, batch: Batch, loss: Loss): Promise<Weights> {
  const tf = plainTfjs();
  const { rows } = batch;
  const [actions, values] = [widthOf(shape, POLICY), widthOf(shape, VALUE)];
  const plain = tensorLoss(tf, (_, { [POLICY]: logits, [VALUE]: value }) => {
    const mask = tf.tensor2d(Float32Array.from(batch.mask), [rows, actions]);
    const logs = tf.logSoftmax(tf.add(tf.mul(logits!, mask), tf.mul(tf.sub(1, mask), -1e9)));
    const taken = tf.oneHot(tf.tensor1d(batch.action, 'int32'), actions);
    const chosen = tf.sum(tf.mul(tf.mul(logs, mask), taken), 1);
    const there = Float32Array.from(batch.targets[VALUE]!, (x) => (Number.isNaN(x) ? 0 : 1));
    const target = batch.targets[VALUE]!.map((x) => (Number.isNaN(x) ? 0 : x));
    const present = tf.tensor2d(there, [rows, values]);
    const error = tf.mul(tf.sub(value!, tf.tensor2d(target, [rows, values])), present);
    const valueLoss = tf.div(tf.sum(tf.square(error), 1), tf.maximum(tf.sum(present, 1), 1));
    if (loss === 'imitation') return { loss: tf.sum(tf.add(tf.neg(chosen), tf.mul(valueLoss, valueWeight))) as Scalar };
    const advantage = tf.tensor1d(batch.advantage);
    const ratio = tf.exp(tf.sub(chosen, tf.tensor1d(batch.logProb)));
    const clipped = tf.clipByValue(ratio, 1 - settings.clip, 1 + settings.clip);
    const surrogate = tf.minimum(tf.mul(ratio, advantage), tf.mul(clipped, advantage));
    const entropy = tf.neg(tf.sum(tf.mul(tf.mul(tf.exp(logs), mask), tf.mul(logs, mask)), 1));
    const policy = tf.add(tf.neg(surrogate), tf.mul(entropy, -settings.entropy));
    return { loss: tf.sum(tf.add(policy, tf.mul(valueLoss, valueWeight))) as Scalar };
  });
  return gradientOf(new TfjsGradient(tf, tensorNetwork(shape)), shape, weights, batch, plain);
}

/** The mean loss in 64 bits, from the plain TypeScript network. */
function lossAt(shape: NetworkShape, weights: Weights, batch: Batch, loss: Loss): number {
  const { rows } = batch;
  const outputs = outputsFor(shape, rows);
  const network = new Inference(shape, weights);
  for (let r = 0; r < rows; r++)
    network.run(
      batch.observation,
      r * shape.inputs,
      Object.fromEntries(
        shape.heads.map(({ name, width }) => [name, outputs[name]!.subarray(r * width, (r + 1) * width)]),
      ),
      batch.mask,
      r * widthOf(shape, POLICY),
      batch.features?.values,
      (batch.features?.first[r] ?? 0) * featureSize(shape),
    );
  const unused = outputsFor(shape, rows);
  if (loss === 'imitation') return imitationLoss(shape, batch, settings, outputs, 0, unused).policyLoss! / rows;
  const sums = ppoLoss(shape, batch, settings, outputs, 0, unused) as Record<string, number>;
  const policyPart = sums.policyLoss! - settings.entropy * sums.entropy!;
  return (policyPart + valueWeight * sums.valueLoss!) / rows;
}

const bytes = (weights: Weights) => Object.values(weights).map((w) => Buffer.from(w.buffer).toString('base64'));

describe.skipIf(typeof ort === 'string')('the gradient on ONNX Runtime', () => {
  for (const loss of ['ppo', 'imitation'] as const)
    it.each(shapes)(
      `has the gradient of ${loss} that automatic differentiation finds: $trunk $activation`,
      async (shape) => {
        const weights = someWeights(shape);
        const batch = someBatch(shape, 9);
        const got = await networkGradient(shape, weights, batch, loss);
        const wanted = await automaticGradient(shape, weights, batch, loss);
        for (const { name } of weightShapes(shape)) {
          expect(got[name]!.length).toBe(wanted[name]!.length);
          for (const [i, x] of wanted[name]!.entries())
            expect(Math.abs(got[name]![i]! - x), `${name} ${i}`).toBeLessThan(1e-5);
        }
      },
    );

  it('has a gradient where no legal action has features', async () => {
    const shape = shapes[2]!;
    const plain = someBatch(shape, 5);
    const features = { ...plain.features!, values: plain.features!.values.map(() => 0) };
    const batch = { ...plain, features };
    const got = await networkGradient(shape, someWeights(shape), batch, 'ppo');
    const wanted = await automaticGradient(shape, someWeights(shape), batch, 'ppo');
    expect(got['policy.actions.kernel']!.every((x) => x === 0)).toBe(true);
    for (const { name } of weightShapes(shape))
      for (const [i, x] of wanted[name]!.entries()) expect(Math.abs(got[name]![i]! - x), name).toBeLessThan(1e-5);
  });

  it.each(shapes.slice(0, 6))('has the slope of the loss: $trunk $activation', async (shape) => {
    const weights = someWeights(shape);
    const batch = someBatch(shape, 7);
    const rng = createRng('places');
    const got = await networkGradient(shape, weights, batch, 'ppo');
    let moving = 0;
    for (const { name } of weightShapes(shape))
      for (let i = 0; i < 3; i++) {
        const at = rng.int(weights[name]!.length);
        const kept = weights[name]![at]!;
        const h = 3e-4;
        const [up, here, down] = [kept + h, kept, kept - h].map((x) => {
          weights[name]![at] = x;
          return lossAt(shape, weights, batch, 'ppo');
        });
        weights[name]![at] = kept;
        // One slope, or where there is a corner of a relu or of the clip range between the points, one between two.
        const slopes = [(up! - here!) / h, (here! - down!) / h];
        // 32-bit logits.
        expect(got[name]![at]!, `${name} ${at}`).toBeGreaterThan(Math.min(...slopes) - 2e-3);
        expect(got[name]![at]!, `${name} ${at}`).toBeLessThan(Math.max(...slopes) + 2e-3);
        if (Math.abs(got[name]![at]!) > 1e-3) moving++;
      }
    expect(moving).toBeGreaterThan(3);
  });
});

describe.skipIf(typeof ort === 'string')('the learner on ONNX Runtime', () => {
  const update: UpdateSettings = {
    ...settings,
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
