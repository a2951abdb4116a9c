import type { Scalar, Tensor, Tensor2D } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import { actorCriticShape, POLICY, VALUE } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { type Batch, batchRows } from '../collect/batch.js';
import type { Learner, Pass } from './learner.js';
import { explainedVariance, ppoUpdate, type UpdateSettings } from './ppo.js';
import { type PpoLossSettings, ppoLoss } from './ppo-loss.js';

const half = { [VALUE]: 0.5 };
const settings: PpoLossSettings = { clip: 0.2, entropy: 0.03, weights: half };

/** Rows whose ratios lie all over the place, with both signs of advantage, and a NaN among the targets. */
function someBatch(rows: number, actions: number, seats: number): Batch {
  const rng = createRng('batch');
  const mask = Uint8Array.from({ length: rows * actions }, () => (rng.uniform() < 0.5 ? 1 : 0));
  const action = Int32Array.from({ length: rows }, () => rng.int(actions));
  for (let r = 0; r < rows; r++) mask[r * actions + action[r]!] = 1;
  const batch: Batch = {
    rows,
    observation: new Float32Array(rows),
    mask,
    action,
    logProb: Float32Array.from({ length: rows }, () => -0.5 - rng.uniform()),
    advantage: Float32Array.from({ length: rows }, () => rng.uniform() * 2 - 1),
    targets: { [VALUE]: Float32Array.from({ length: rows * seats }, () => rng.uniform() * 2 - 1) },
  };
  if (seats > 1) batch.targets[VALUE]![1] = Number.NaN;
  return batch;
}

/** The loss and its gradient, given what the two heads of a network say. */
function evaluate(
  batch: Omit<Batch, 'observation'>,
  logits: Float32Array,
  values: Float32Array,
  s: PpoLossSettings = settings,
  scale = 1 / batch.rows,
) {
  const [actions, seats] = [logits.length / batch.rows, values.length / batch.rows];
  const shape = actorCriticShape({ inputs: 1, actions, values: seats, trunk: [], activation: 'relu' });
  const [dLogits, dValues] = [new Float32Array(logits.length), new Float32Array(values.length)];
  const outputs = { [POLICY]: logits, [VALUE]: values };
  const sums = ppoLoss(shape, batch, s, outputs, scale, { [POLICY]: dLogits, [VALUE]: dValues });
  return {
    ...(sums as Record<'policyLoss' | 'valueLoss' | 'entropy' | 'kl' | 'clipped', number>),
    dLogits,
    dValues,
  };
}

/** One row, two actions, both legal, logits equal: p = 1/2; `logProb` sets the ratio. */
function oneRow(ratio: number, advantage: number) {
  const batch: Batch = {
    rows: 1,
    observation: new Float32Array(1),
    mask: Uint8Array.of(1, 1),
    action: Int32Array.of(0),
    logProb: Float32Array.of(Math.log(0.5 / ratio)),
    advantage: Float32Array.of(advantage),
    targets: { [VALUE]: Float32Array.of(1) },
  };
  return evaluate(batch, new Float32Array(2), Float32Array.of(0), { clip: 0.2, entropy: 0, weights: half });
}

describe('the loss', () => {
  // Schulman et al. 2017, figure 1: flat where the policy has moved far enough in the direction of the advantage.
  it.each([
    { ratio: 1, advantage: 2, loss: -2, slope: -2 * 0.5, clipped: 0 },
    { ratio: 1.5, advantage: 2, loss: -2.4, slope: 0, clipped: 1 },
    { ratio: 0.5, advantage: 2, loss: -1, slope: -2 * 0.5 * 0.5, clipped: 1 },
    { ratio: 1.5, advantage: -2, loss: 3, slope: 2 * 1.5 * 0.5, clipped: 1 },
    { ratio: 0.5, advantage: -2, loss: 1.6, slope: 0, clipped: 1 },
  ])('clips: ratio $ratio, advantage $advantage', ({ ratio, advantage, loss, slope, clipped }) => {
    const got = oneRow(ratio, advantage);
    expect(got.policyLoss).toBeCloseTo(loss, 6);
    expect(got.dLogits[0]).toBeCloseTo(slope, 6);
    expect(got.dLogits[1]).toBeCloseTo(-slope, 6);
    expect(got.clipped).toBe(clipped);
  });

  it('estimates the KL as (ratio - 1) - ln ratio', () => {
    expect(oneRow(1.5, 1).kl).toBeCloseTo(0.5 - Math.log(1.5), 6);
    expect(oneRow(0.5, 1).kl).toBeCloseTo(-0.5 + Math.log(2), 6);
    expect(oneRow(1, 1).kl).toBeCloseTo(0, 6);
  });

  it('estimates the true KL without bias', () => {
    // p acted, q is the policy now: mean over p of the estimate, against sum p ln (p / q).
    const q = [0.1, 0.2, 0.7];
    const p = [0.3, 0.3, 0.4];
    const logits = Float32Array.from(q, Math.log);
    let mean = 0;
    p.forEach((weight, a) => {
      const batch: Batch = {
        rows: 1,
        observation: new Float32Array(1),
        mask: Uint8Array.of(1, 1, 1),
        action: Int32Array.of(a),
        logProb: Float32Array.of(Math.log(weight)),
        advantage: Float32Array.of(0),
        targets: { [VALUE]: Float32Array.of(0) },
      };
      mean += weight * evaluate(batch, logits, Float32Array.of(0)).kl;
    });
    expect(mean).toBeCloseTo(
      p.reduce((sum, weight, a) => sum + weight * Math.log(weight / q[a]!), 0),
      6,
    );
  });

  it('is the mean over rows, whatever their number', () => {
    const batch = someBatch(6, 4, 2);
    const logits = new Float32Array(24).map((_, i) => Math.sin(i));
    const values = new Float32Array(12);
    const whole = evaluate(batch, logits, values);
    const [dLogits, dValues] = [new Float32Array(24), new Float32Array(12)];
    let policyLoss = 0;
    for (const [from, to] of [
      [0, 2],
      [2, 6],
    ] as const) {
      const part = batchRows(batch, from, to);
      const cut = (x: Float32Array, width: number) => x.subarray(from * width, to * width);
      const got = evaluate(part, cut(logits, 4), cut(values, 2), settings, 1 / 6);
      policyLoss += got.policyLoss;
      dLogits.set(got.dLogits, from * 4);
      dValues.set(got.dValues, from * 2);
    }
    expect(policyLoss).toBeCloseTo(whole.policyLoss, 12);
    expect(dLogits).toEqual(whole.dLogits);
    expect(dValues).toEqual(whole.dValues);
  });

  it('moves no logit of an illegal action, and none where there is no choice', () => {
    const batch = someBatch(50, 8, 3);
    const got = evaluate(
      batch,
      new Float32Array(400).map((_, i) => Math.cos(i)),
      new Float32Array(150),
    );
    let illegal = 0;
    batch.mask.forEach((legal, i) => {
      if (!legal) illegal += Math.abs(got.dLogits[i]!);
    });
    expect(illegal).toBe(0);
    batch.mask.fill(0, 0, 8);
    batch.mask[batch.action[0]!] = 1;
    const forced = evaluate(batch, new Float32Array(400), new Float32Array(150)).dLogits.subarray(0, 8);
    expect(forced.every((x) => Math.abs(x) < 1e-12)).toBe(true);
  });

  it('has its maximal entropy, ln legal, at equal logits, and no slope there', () => {
    const batch = someBatch(1, 8, 1);
    batch.advantage.fill(0);
    const legal = batch.mask.reduce((a, b) => a + b, 0);
    const got = evaluate(batch, new Float32Array(8), new Float32Array(1), { ...settings, entropy: 1 });
    expect(got.entropy).toBeCloseTo(Math.log(legal), 12);
    expect(got.dLogits.every((x) => Math.abs(x) < 1e-7)).toBe(true);
  });

  it('leaves absent seats out of the value loss', () => {
    const batch = someBatch(1, 2, 3);
    batch.targets[VALUE]!.set([1, Number.NaN, -1]);
    const got = evaluate(batch, new Float32Array(2), Float32Array.of(0, 5, 1));
    expect(got.valueLoss).toBeCloseTo((1 + 4) / 2, 6);
    expect([...got.dValues]).toEqual([-0.5, 0, 1]);
    batch.targets[VALUE]!.fill(Number.NaN);
    expect(evaluate(batch, new Float32Array(2), new Float32Array(3)).valueLoss).toBe(0);
  });

  it('refuses an illegal action', () => {
    const batch = someBatch(3, 4, 1);
    batch.mask.fill(1);
    batch.mask[4 + batch.action[1]!] = 0;
    expect(() => evaluate(batch, new Float32Array(12), new Float32Array(3))).toThrow('which its mask forbids');
  });

  it('has the gradient that automatic differentiation finds', async () => {
    const tf = plainTfjs();
    const [rows, actions, seats] = [64, 9, 3];
    const batch = someBatch(rows, actions, seats);
    batch.targets[VALUE]!.forEach((x, i) => {
      if (Number.isNaN(x)) batch.targets[VALUE]![i] = 0; // NaN has a test of its own
    });
    const rng = createRng('outputs');
    const logits = Float32Array.from({ length: rows * actions }, () => rng.uniform() * 4 - 2);
    const values = Float32Array.from({ length: rows * seats }, () => rng.uniform() * 2 - 1);
    // Ratios on both sides of both ends of the clip range.
    const policy = new MaskedDistribution(actions);
    for (let r = 0; r < rows; r++)
      batch.logProb[r] =
        policy.set(logits, r * actions, batch.mask, r * actions).logProb(batch.action[r]!) + rng.uniform() - 0.5;
    const got = evaluate(batch, logits, values, settings);
    expect(got.clipped).toBeGreaterThan(10);
    expect(got.clipped).toBeLessThan(rows - 10);

    const mask = tf.tensor2d(Float32Array.from(batch.mask), [rows, actions]);
    const loss = (z: Tensor, v: Tensor): Scalar => {
      const masked = tf.add(tf.mul(z, mask), tf.mul(tf.sub(1, mask), -1e9)) as Tensor2D;
      const logs = tf.logSoftmax(masked);
      const taken = tf.sum(tf.mul(logs, tf.oneHot(tf.tensor1d(batch.action, 'int32'), actions)), 1);
      const ratio = tf.exp(tf.sub(taken, tf.tensor1d(batch.logProb)));
      const advantage = tf.tensor1d(batch.advantage);
      const surrogate = tf.minimum(
        tf.mul(ratio, advantage),
        tf.mul(tf.clipByValue(ratio, 1 - settings.clip, 1 + settings.clip), advantage),
      );
      const entropy = tf.neg(tf.sum(tf.mul(tf.mul(tf.exp(logs), logs), mask), 1));
      const errors = tf.squaredDifference(v, tf.tensor2d(batch.targets[VALUE]!, [rows, seats]));
      return tf.addN([
        tf.neg(tf.add(tf.mean(surrogate), tf.mul(settings.entropy, tf.mean(entropy)))),
        tf.mul(half[VALUE], tf.mean(errors)),
      ]) as Scalar;
    };
    const z = tf.tensor2d(logits, [rows, actions]);
    const v = tf.tensor2d(values, [rows, seats]);
    const policyPart = got.policyLoss - settings.entropy * got.entropy;
    expect(loss(z, v).dataSync()[0]).toBeCloseTo((policyPart + half[VALUE] * got.valueLoss) / rows, 5);
    const [dLogits, dValues] = tf
      .grads(loss)([z, v])
      .map((t) => t.dataSync());
    for (let i = 0; i < logits.length; i++) expect(Math.abs(got.dLogits[i]! - dLogits![i]!)).toBeLessThan(1e-5);
    for (let i = 0; i < values.length; i++) expect(Math.abs(got.dValues[i]! - dValues![i]!)).toBeLessThan(1e-5);
    // Not all small: the comparison above would then say nothing.
    expect(Math.max(...got.dLogits)).toBeGreaterThan(5e-3);
  });
});

describe('the update', () => {
  const full: UpdateSettings = {
    ...settings,
    epochs: 4,
    minibatch: 4,
    learningRate: 0.1,
    gradientNorm: 1,
    targetKl: 0.1,
  };

  /** Records what it is asked; every row's KL is `kl`. */
  function recorder(kl: number) {
    const seen: number[][] = [];
    const steps = {
      take() {},
      pass: async ({ parts }: Pass) => {
        for (const rows of parts) seen.push([...rows]);
        const n = parts.reduce((sum, rows) => sum + rows.length, 0);
        const sums = { policyLoss: 2 * n, valueLoss: 3 * n, entropy: n, kl: kl * n, clipped: n / 2 };
        return { sums, gradientNorm: 7 * parts.length };
      },
      async finish() {},
    } as unknown as Learner;
    return { steps, seen };
  }

  it('sees every row once an epoch, in an order that follows from the generator', async () => {
    const { steps, seen } = recorder(0);
    const stats = await ppoUpdate(steps, someBatch(10, 3, 1), full, createRng(1));
    expect(seen.map((rows) => rows.length)).toEqual([3, 3, 4, 3, 3, 4, 3, 3, 4, 3, 3, 4]);
    for (let e = 0; e < 4; e++)
      expect(
        seen
          .slice(3 * e, 3 * e + 3)
          .flat()
          .sort((a, b) => a - b),
      ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seen.slice(0, 3)).not.toEqual(seen.slice(3, 6));
    const again = recorder(0);
    await ppoUpdate(again.steps, someBatch(10, 3, 1), full, createRng(1));
    expect(again.seen).toEqual(seen);
    expect(stats).toMatchObject({
      policyLoss: 2,
      valueLoss: 3,
      entropy: 1,
      clipFraction: 0.5,
      gradientNorm: 7,
      epochs: 4,
    });
  });

  it('stops after the epoch whose mean KL is above 1.5 times the target', async () => {
    const run = async (kl: number) =>
      (await ppoUpdate(recorder(kl).steps, someBatch(10, 3, 1), full, createRng(1))).epochs;
    expect(await run(0.149)).toBe(4);
    expect(await run(0.151)).toBe(1);
  });
});

describe('explained variance', () => {
  it('compares errors with targets', () => {
    const targets = Float32Array.of(1, -1, Number.NaN, 1, -1);
    expect(explainedVariance(targets, targets)).toBe(1);
    expect(explainedVariance(new Float32Array(5).fill(0.3), targets)).toBeCloseTo(0, 6);
    expect(explainedVariance(Float32Array.of(-1, 1, 0, -1, 1), targets)).toBeCloseTo(-3, 6);
    expect(explainedVariance(new Float32Array(2), new Float32Array(2))).toBe(0);
  });
});
