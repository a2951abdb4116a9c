import type { Scalar, Tensor2D } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { allFeatures, legalFeatures, someWeights } from '../../agents/network/engines/testing/networks.js';
import { plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import type { Tf } from '../../agents/network/engines/tfjs.js';
import type { TensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { actorCriticShape, type Head, outputsFor, POLICY, VALUE, type Weights } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import type { Batch, Decisions } from '../collect/batch.js';
import { createAutodiffLearner, tensorLoss } from './autodiff.js';
import { createOnnxLearner } from './learner-onnx.js';
import type { LossFunction } from './losses.js';
import { ppoLoss } from './ppo-loss.js';

const [ROWS, ACTIONS] = [40, 7];
const heads: Head[] = [{ name: 'third', width: 3, loss: 'cross-entropy' }];
const features = { pieces: [{ name: 'worths', size: 3 }], width: 4 };
const shape = actorCriticShape(
  { inputs: 9, actions: ACTIONS, values: 2, trunk: [8, 6], activation: 'tanh', features },
  heads,
);

/** Some actions legal, ratios on both sides of the clip range, and rows without targets. */
function someBatch(): Batch {
  const rng = createRng('batch');
  const floats = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() * 2 - 1);
  const action = Int32Array.from({ length: ROWS }, () => rng.int(ACTIONS));
  const mask = Uint8Array.from({ length: ROWS * ACTIONS }, () => (rng.uniform() < 0.4 ? 1 : 0));
  for (const [r, a] of action.entries()) mask[r * ACTIONS + a] = 1;
  const third = new Float32Array(3 * ROWS);
  for (let r = 0; r < ROWS; r++) third[3 * r + rng.int(3)] = 1;
  third.fill(Number.NaN, 0, 6);
  return {
    rows: ROWS,
    observation: floats(ROWS * 9),
    mask,
    features: legalFeatures(shape, ROWS, allFeatures(shape, ROWS), mask),
    action,
    logProb: floats(ROWS).map((x) => x - 1.2),
    advantage: floats(ROWS),
    targets: { [VALUE]: floats(2 * ROWS), third },
  };
}

function expectClose(got: Weights, wanted: Weights, tolerance: number): void {
  for (const [name, tensor] of Object.entries(wanted))
    for (const [i, x] of tensor.entries()) expect(Math.abs(got[name]![i]! - x), `${name} ${i}`).toBeLessThan(tolerance);
}

const tf = plainTfjs();
const onnx = typeof findOnnx() !== 'string';

/** PPO's loss of the policy as one would write it down, without a gradient. */
function ppoInTensors(batch: Omit<Batch, 'observation'>, clip: number, entropyWeight: number) {
  return (at: Tf, outputs: Record<string, Tensor2D>, rows: Omit<Decisions, 'observation'>) => {
    const { logProb, advantage } = rows as typeof batch;
    const n = rows.rows;
    const mask = at.tensor2d(Float32Array.from(rows.mask), [n, ACTIONS]);
    const logs = at.logSoftmax(at.add(at.mul(outputs[POLICY]!, mask), at.mul(at.sub(1, mask), -1e9)) as Tensor2D);
    const taken = at.oneHot(at.tensor1d(rows.action, 'int32'), ACTIONS);
    const ratio = at.exp(at.sub(at.sum(at.mul(at.mul(logs, mask), taken), 1), at.tensor1d(logProb)));
    const gain = at.tensor1d(advantage);
    const surrogate = at.minimum(at.mul(ratio, gain), at.mul(at.clipByValue(ratio, 1 - clip, 1 + clip), gain));
    const entropy = at.neg(at.sum(at.mul(at.mul(at.exp(logs), mask), at.mul(logs, mask))));
    const policy = at.neg(at.sum(surrogate)) as Scalar;
    return {
      loss: at.add(policy, at.mul(entropy, -entropyWeight)) as Scalar,
      sums: { policyLoss: policy, entropy: entropy as Scalar },
    };
  };
}

describe('automatic differentiation', () => {
  it('finds the gradient of a loss that the closed form has', async () => {
    const batch = someBatch();
    const rng = createRng('outputs');
    const outputs = outputsFor(shape, ROWS);
    for (const y of Object.values(outputs)) for (let i = 0; i < y.length; i++) y[i] = rng.uniform() * 4 - 2;
    const [wanted, got] = [outputsFor(shape, ROWS), outputsFor(shape, ROWS)];
    const policyOnly = { ...batch, targets: {} };
    const sums = ppoLoss(shape, policyOnly, { clip: 0.2, entropy: 0.03, weights: {} }, outputs, 1 / ROWS, wanted);
    const loss = tensorLoss(tf, ppoInTensors(policyOnly, 0.2, 0.03));
    const before = tf.memory().numTensors;
    const found = loss(shape, policyOnly, outputs, 1 / ROWS, got);
    expect(tf.memory().numTensors).toBe(before);
    expect(found.policyLoss).toBeCloseTo(sums.policyLoss!, 3);
    expect(found.entropy).toBeCloseTo(sums.entropy!, 3);
    expect(found.loss).toBeCloseTo(sums.policyLoss! - 0.03 * sums.entropy!, 3);
    expectClose(got, wanted, 1e-6);
    expect(Math.max(...wanted[POLICY]!)).toBeGreaterThan(1e-2);
    expect(got[VALUE]!.every((x) => x === 0)).toBe(true);
  });

  it.skipIf(!onnx)('is a loss for the fast learners too', async () => {
    const batch = someBatch();
    const learner = createOnnxLearner(shape, someWeights(shape));
    const huber = tensorLoss(tf, (at, outputs, { rows, targets }) => {
      const error = at.abs(at.sub(outputs[VALUE]!, at.tensor2d(targets[VALUE]!, [rows, 2])));
      const small = at.minimum(error, 0.5);
      return { loss: at.sum(at.add(at.mul(at.square(small), 0.5), at.mul(0.5, at.sub(error, small)))) as Scalar };
    });
    learner.take(batch);
    const all = Int32Array.from({ length: ROWS }, (_, i) => i);
    const first = (await learner.gradient(all, huber)).loss!;
    for (let i = 0; i < 100; i++) {
      learner.step(1e-2, Infinity);
      await learner.gradient(all, huber);
    }
    expect((await learner.gradient(all, huber)).loss!).toBeLessThan(first / 2);
    learner.dispose();
  });

  it('trains a network that no engine knows, with a loss of its own', async () => {
    // A layer beside which its input goes on, and multiplied inputs: no trunk of ours.
    const residual: TensorNetwork = {
      inputs: 4,
      heads: [{ name: 'product', width: 1, loss: 'squared-error' }],
      weights: [
        { name: 'mix', shape: [4, 4], section: 'body' },
        { name: 'out', shape: [4, 1], section: 'end' },
      ],
      forward(at, { x, weight }) {
        const h = at.add(x, at.sigmoid(at.matMul(x, weight('mix') as Tensor2D)));
        return { product: at.matMul(at.mul(h, h) as Tensor2D, weight('out') as Tensor2D) };
      },
    };
    const rng = createRng('residual');
    const rows = 60;
    const observation = Float32Array.from({ length: 4 * rows }, () => rng.uniform() * 2 - 1);
    const product = Float32Array.from({ length: rows }, (_, r) => observation[4 * r]! * observation[4 * r + 1]!);
    const start = Object.fromEntries(
      residual.weights.map(({ name, shape: [a, b] }) => [
        name,
        Float32Array.from({ length: a! * b! }, () => rng.uniform() - 0.5),
      ]),
    );
    const learner = createAutodiffLearner(tf, residual, start);
    const batch: Decisions = {
      rows,
      observation,
      mask: new Uint8Array(rows).fill(1),
      action: new Int32Array(rows),
      targets: { product },
    };
    const loss: LossFunction = tensorLoss(tf, (at, outputs, { rows: n, targets }) => ({
      loss: at.sum(at.squaredDifference(outputs.product!, at.tensor2d(targets.product!, [n, 1]))) as Scalar,
    }));
    learner.take(batch);
    const all = Int32Array.from({ length: rows }, (_, i) => i);
    const before = tf.memory().numTensors;
    const errors: number[] = [];
    for (let i = 0; i < 300; i++) {
      errors.push((await learner.gradient(all, loss)).loss! / rows);
      learner.step(3e-2, 1);
    }
    expect(tf.memory().numTensors).toBe(before);
    expect(errors[0]).toBeGreaterThan(0.1);
    expect(errors.at(-1)).toBeLessThan(0.03);
    expect(learner.save().steps).toEqual({ body: 300, end: 300 });
    const seen = { product: new Float32Array(rows) };
    await learner.gradient(all, loss, seen);
    expect(seen.product.some((x) => x !== 0)).toBe(true);
  });
});
