/** One suite for every engine that loads here. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { Device } from '../../agents/network/engines/device.js';
import { findOnnx, loadOnnx } from '../../agents/network/engines/onnx.js';
import { OnnxNetwork } from '../../agents/network/engines/onnx-network.js';
import { backends, plainTfjs } from '../../agents/network/engines/testing/tensorflow.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import { TfjsNetwork } from '../../agents/network/engines/tfjs-network.js';
import { MaskedDistribution } from '../../agents/network/masked.js';
import {
  actorCriticShape,
  type Head,
  initialWeights,
  type NetworkShape,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
} from '../../agents/network/network.js';
import { createRng, type Rng } from '../../env/chance.js';
import { type Batch, batchRows, type Decisions } from '../collect/batch.js';
import { createAutodiffLearner } from './autodiff.js';
import { DeviceLearner } from './graph/device-learner.js';
import { imitate } from './imitation.js';
import type { Learner } from './learner.js';
import { createOnnxLearner } from './learner-onnx.js';
import type { Loss } from './loss-table.js';
import { ppoUpdate, type UpdateSettings } from './ppo.js';

const [actions, values] = [12, 2];
const shape = actorCriticShape({ inputs: 6, actions, values, trunk: [16], activation: 'relu' });
const settings: UpdateSettings = {
  epochs: 2,
  minibatch: 64,
  learningRate: 5e-3,
  clip: 0.2,
  entropy: 0.01,
  weights: { [VALUE]: 0.5 },
  gradientNorm: 0.5,
  targetKl: 0.05,
};

/**
 * A bandit with contexts: the observation is one of six, only three of twelve actions are legal (others by chance), and
 * the best of them depends on the context: action 2 * context if legal, which it always is.
 */
async function play(
  network: BatchPolicy,
  weights: Weights,
  rows: number,
  rng: Rng,
): Promise<{ batch: Batch; reward: number }> {
  const { inputs } = shape;
  const observation = new Float32Array(rows * inputs);
  const mask = new Uint8Array(rows * actions);
  for (let r = 0; r < rows; r++) {
    const context = rng.int(inputs);
    observation[r * inputs + context] = 1;
    mask[r * actions + 2 * context] = 1;
    for (let i = 0; i < 2; i++) mask[r * actions + rng.int(actions)] = 1;
  }
  network.setWeights(weights);
  const outputs = outputsFor(shape, rows);
  await network.run(rows, observation, outputs);

  const policy = new MaskedDistribution(actions);
  const action = new Int32Array(rows);
  const logProb = new Float32Array(rows);
  const advantage = new Float32Array(rows);
  const valueTarget = new Float32Array(rows * values);
  let reward = 0;
  for (let r = 0; r < rows; r++) {
    action[r] = policy.set(outputs[POLICY]!, r * actions, mask, r * actions).sample(rng);
    logProb[r] = policy.logProb(action[r]!);
    const context = observation.subarray(r * inputs, (r + 1) * inputs).indexOf(1);
    const got = action[r] === 2 * context ? 1 : 0;
    reward += got / rows;
    valueTarget.set([got, -got], r * values);
    advantage[r] = 2 * (got - outputs[VALUE]![r * values]!);
  }
  return { batch: { rows, observation, mask, action, logProb, advantage, targets: { [VALUE]: valueTarget } }, reward };
}

const bytes = (weights: Weights) => Object.values(weights).map((w) => Buffer.from(w.buffer).toString('base64'));

/** An engine: how to learn and how to act. */
interface Subject {
  name: string;
  available: boolean;
  open(): { learner: (start: Weights, of?: NetworkShape) => Learner; network: BatchPolicy };
}

const onnx = typeof findOnnx() !== 'string';
const subjects: Subject[] = [
  {
    name: 'onnx',
    available: onnx,
    open: () => ({
      learner: (start, of = shape) => createOnnxLearner(of, start),
      network: new OnnxNetwork(loadOnnx(), shape),
    }),
  },
  {
    name: 'a graph of every step, as on graphics cards',
    available: onnx,
    open: () => ({
      learner: (start, of = shape) => new DeviceLearner(new Device(loadOnnx(), 'cpu'), of, start),
      network: new OnnxNetwork(loadOnnx(), shape),
    }),
  },
  ...backends.map(({ name, available, use }) => ({
    name,
    available,
    open: () => {
      const tf = use();
      return {
        learner: (start: Weights, of = shape) => createAutodiffLearner(tf, tensorNetwork(of), start),
        network: new TfjsNetwork(tf, shape),
      };
    },
  })),
];

for (const { name, available, open } of subjects)
  describe.skipIf(!available)(`the learner on ${name}`, () => {
    let learnerFrom: (start: Weights) => Learner;
    let engine: BatchPolicy;
    beforeAll(() => {
      ({ learner: learnerFrom, network: engine } = open());
    });
    const create = () => learnerFrom(initialWeights(shape, createRng('start')));

    it('learns a bandit with contexts and masks', async () => {
      const learner = create();
      const rng = createRng('bandit');
      const first = await play(engine, learner.weights(), 512, rng);
      expect(first.reward).toBeLessThan(0.5);
      let stats = await ppoUpdate(learner, first.batch, settings, rng);
      expect(stats.entropy).toBeGreaterThan(0.8);
      for (let i = 0; i < 40; i++)
        stats = await ppoUpdate(learner, (await play(engine, learner.weights(), 512, rng)).batch, settings, rng);
      expect((await play(engine, learner.weights(), 512, rng)).reward).toBeGreaterThan(0.95);
      expect(stats.valueLoss).toBeLessThan(0.05);
      expect(stats.kl).toBeLessThan(0.1);
      learner.dispose();
    });

    it('finds a ratio of one before the first step: acting and learning compute the same', async () => {
      const learner = create();
      const { batch } = await play(engine, learner.weights(), 64, createRng(1));
      const stats = await ppoUpdate(learner, batch, { ...settings, epochs: 1 }, createRng(1));
      // A graph computes in 32 bits what the loss in TypeScript does in 64.
      expect(Math.abs(stats.kl)).toBeLessThan(name.startsWith('a graph') ? 1e-6 : 1e-10);
      expect(stats.clipFraction).toBe(0);
      learner.dispose();
    });

    it('makes the same bytes of the same seed', async () => {
      const run = async (seed: string) => {
        const learner = create();
        const rng = createRng(seed);
        for (let i = 0; i < 3; i++)
          await ppoUpdate(learner, (await play(engine, learner.weights(), 200, rng)).batch, settings, rng);
        const weights = bytes(learner.weights());
        learner.dispose();
        return weights;
      };
      expect(await run('a')).toEqual(await run('a'));
      expect(await run('a')).not.toEqual(await run('b'));
    });

    it('goes on from a saved state as if it had never stopped', async () => {
      const rng = createRng('resume');
      const learner = create();
      const step = async (l: Learner, r: Rng, valueOnly = false) =>
        ppoUpdate(
          l,
          (await play(engine, l.weights(), 150, r)).batch,
          { ...settings, only: valueOnly ? [VALUE] : undefined },
          r,
        );
      await step(learner, rng, true);
      await step(learner, rng);
      const state = learner.save();
      const place = rng.save();
      await step(learner, rng);
      await step(learner, rng);

      const other = learnerFrom(initialWeights(shape, createRng('another')));
      const otherRng = createRng('another');
      other.load(state);
      otherRng.load(place);
      await step(other, otherRng);
      await step(other, otherRng);
      const [a, b] = [learner.save(), other.save()];
      for (const part of ['weights', 'firstMoments', 'secondMoments'] as const)
        expect(bytes(b[part])).toEqual(bytes(a[part]));
      expect(b.steps).toEqual(a.steps);
      expect(a.steps.trunk).toBeGreaterThan(0);
      expect(a.steps[VALUE]).toBeGreaterThan(a.steps.trunk!);
      learner.dispose();
      other.dispose();
    });

    it('refuses a state of another network and keeps its own', () => {
      const learner = create();
      const state = learner.save();
      const bad = learner.save();
      delete bad.secondMoments['policy.bias'];
      bad.weights['policy.bias']!.fill(1);
      expect(() => learner.load(bad)).toThrow('policy.bias is missing');
      const odd = learner.save();
      delete odd.steps[VALUE];
      expect(() => learner.load(odd)).toThrow('the number of steps of value is missing');
      expect(() => learner.load({ ...state, steps: { ...state.steps, owner: 1 } })).toThrow('steps of owner do not');
      expect(learner.save()).toEqual(state);
      learner.dispose();
    });

    it('changes nothing but the value head when told so', async () => {
      const learner = create();
      const before = learner.weights();
      const { batch } = await play(engine, before, 100, createRng(1));
      await ppoUpdate(learner, batch, { ...settings, only: [VALUE] }, createRng(1));
      const after = learner.weights();
      for (const name of Object.keys(before))
        if (name.startsWith('value')) expect(after[name], name).not.toEqual(before[name]);
        else expect(after[name], name).toEqual(before[name]);
      learner.dispose();
    });

    it('imitates a teacher', async () => {
      const learner = create();
      const rng = createRng('teacher');
      const { batch } = await play(engine, learner.weights(), 600, rng);
      const { inputs } = shape;
      for (let r = 0; r < batch.rows; r++)
        batch.action[r] = 2 * batch.observation.subarray(r * inputs, (r + 1) * inputs).indexOf(1);
      const { rows, observation, mask, action, targets } = batch;
      const lesson = { rows, observation, mask, action, targets };
      const first = await imitate(learner, lesson, { ...settings, epochs: 1, learningRate: 1e-6 }, rng);
      expect(first.accuracy).toBeLessThan(0.7);
      const last = await imitate(learner, lesson, { ...settings, epochs: 40, gradientNorm: 5 }, rng);
      expect(last.accuracy).toBeGreaterThan(0.99);
      expect(last.loss).toBeLessThan(0.1);
      learner.dispose();
    });
  });

describe('further heads', () => {
  /** How far along the context is, and which of three thirds it is in: both read off the observation. */
  const heads: Head[] = [
    { name: 'left', width: 1, loss: 'squared-error' },
    { name: 'third', width: 3, loss: 'cross-entropy' },
  ];
  const wide = actorCriticShape({ inputs: 6, actions, values, trunk: [16], activation: 'relu' }, heads);

  async function lesson(): Promise<Batch> {
    const network = new TfjsNetwork(plainTfjs(), shape);
    const { batch } = await play(network, initialWeights(shape, createRng('start')), 300, createRng('further'));
    network.dispose();
    const left = new Float32Array(300);
    const third = new Float32Array(900);
    for (let r = 0; r < 300; r++) {
      const context = batch.observation.subarray(r * 6, (r + 1) * 6).indexOf(1);
      left[r] = context / 5;
      third[3 * r + Math.floor(context / 2)] = 1;
    }
    // Rows of which it is not known.
    left.fill(Number.NaN, 0, 20);
    third.fill(Number.NaN, 0, 30);
    return { ...batch, targets: { ...batch.targets, left, third } };
  }

  it.each(subjects.filter(({ available }) => available))(
    'learn from their targets, by PPO and by imitation, on $name',
    async ({ open }) => {
      const start = initialWeights(wide, createRng('wide'));
      const batch = await lesson();
      const { learner } = open();
      const make = () => learner(start, wide);
      const rng = createRng('heads');
      const pupil = make();
      const first = await ppoUpdate(pupil, batch, settings, rng);
      expect(first.leftLoss).toBeGreaterThan(0.05);
      expect(first.thirdLoss).toBeGreaterThan(0.8);
      const often = { ...settings, epochs: 30, targetKl: Infinity, gradientNorm: 5 };
      await ppoUpdate(pupil, batch, often, rng);
      const last = await ppoUpdate(pupil, batch, { ...settings, epochs: 1 }, rng);
      expect(last.leftLoss).toBeLessThan(0.01);
      expect(last.thirdLoss).toBeLessThan(0.1);
      expect(pupil.save().steps).toEqual({ trunk: 165, value: 165, left: 165, third: 165 });

      const other = make();
      await imitate(other, batch, { ...settings, epochs: 30, gradientNorm: 5 }, rng);
      const seen = outputsFor(wide, 300, ['left', 'third']);
      other.take(batch);
      const nothing: Loss = { name: 'imitation', settings: { weights: {} } };
      const parts = [Int32Array.from({ length: 300 }, (_, i) => i)];
      const { sums } = await other.pass({ parts, loss: nothing, learningRate: 0, gradientNorm: 5, seen });
      await other.finish();
      expect(sums.leftLoss! / 300).toBeLessThan(0.01);
      expect(sums.thirdLoss! / 300).toBeLessThan(0.1);
      for (let r = 30; r < 300; r++) {
        expect(Math.abs(seen.left![r]! - batch.targets.left![r]!)).toBeLessThan(0.4);
        const said = seen.third!.subarray(3 * r, 3 * r + 3);
        expect(said.indexOf(Math.max(...said))).toBe(batch.targets.third!.subarray(3 * r, 3 * r + 3).indexOf(1));
      }
      // Without targets, and without a weight, a head stays as it is; alone, nothing else moves.
      const before = other.weights();
      await ppoUpdate(
        other,
        { ...batch, targets: { left: batch.targets.left! } },
        { ...settings, only: ['left'] },
        rng,
      );
      const after = other.weights();
      for (const [tensor, w] of Object.entries(after))
        if (tensor.startsWith('left')) expect(w, tensor).not.toEqual(before[tensor]);
        else expect(w, tensor).toEqual(before[tensor]);
      for (const learner of [pupil, other]) learner.dispose();
    },
  );

  it('take a loss of the caller, in one thread', async () => {
    const learner = createAutodiffLearner(plainTfjs(), tensorNetwork(wide), initialWeights(wide, createRng('wide')));
    const batch = await lesson();
    learner.take(batch);
    // The mean of the first head alone: its bias has a slope of one.
    const before = learner.weights();
    const sums = await learner.gradient(Int32Array.of(4, 5, 6), (_, { rows }, outputs, scale, d) => {
      d.left!.fill(scale);
      return { left: outputs.left!.reduce((a, b) => a + b, 0), rows };
    });
    expect(sums.rows).toBe(3);
    learner.step(0.1, Infinity, ['left']);
    expect(learner.weights()['left.bias']![0]! - before['left.bias']![0]!).toBeCloseTo(-0.1, 4);
    learner.dispose();
  });
});

describe('batchRows', () => {
  it('shows some rows of a batch, and copies nothing', () => {
    const batch: Decisions = {
      rows: 3,
      observation: Float32Array.of(1, 2, 3, 4, 5, 6),
      mask: Uint8Array.of(1, 0, 1, 1, 0, 1),
      action: Int32Array.of(0, 1, 1),
      targets: { left: Float32Array.of(7, 8, 9) },
    };
    const some = batchRows(batch, 1, 3);
    expect(some).toEqual({
      rows: 2,
      observation: Float32Array.of(3, 4, 5, 6),
      mask: Uint8Array.of(1, 1, 0, 1),
      action: Int32Array.of(1, 1),
      targets: { left: Float32Array.of(8, 9) },
    });
    expect(some.observation.buffer).toBe(batch.observation.buffer);
    expect(batchRows(batch, 0, 0).rows).toBe(0);
    expect(batchRows({ ...batch, rows: 0, action: new Int32Array(0) }, 0, 0).action.length).toBe(0);
  });
});

describe.skipIf(!onnx)('the learner on several threads', () => {
  it('computes the same as on one, and the same bytes every time', async () => {
    const network = new OnnxNetwork(loadOnnx(), shape);
    const run = async (threads: number) => {
      const learner = createOnnxLearner(shape, initialWeights(shape, createRng('start')), { threads });
      const rng = createRng('threads');
      const { batch } = await play(network, learner.weights(), 101, rng);
      // Minibatches of 50 and 51 rows: parts of different sizes.
      const stats = await ppoUpdate(learner, batch, { ...settings, minibatch: 51 }, rng);
      const { rows, observation, mask, action } = batch;
      // Two rows, so that one of three threads has none of each minibatch.
      const lesson = await imitate(
        learner,
        { rows, observation, mask, action, targets: {} },
        { ...settings, epochs: 1, minibatch: 2 },
        rng,
      );
      const weights = learner.weights();
      learner.dispose();
      return { stats, lesson, weights };
    };
    const one = await run(1);
    const three = await run(3);
    const again = await run(3);
    expect(bytes(again.weights)).toEqual(bytes(three.weights));
    expect(again.stats).toEqual(three.stats);
    for (const [key, value] of Object.entries(one.stats))
      expect(three.stats[key as keyof typeof one.stats], key).toBeCloseTo(value, 4);
    expect(three.lesson.loss).toBeCloseTo(one.lesson.loss, 4);
    for (const [name, tensor] of Object.entries(one.weights))
      for (const [i, w] of tensor.entries()) expect(Math.abs(w - three.weights[name]![i]!), name).toBeLessThan(1e-3);
  });

  it('passes on what went wrong in another thread', async () => {
    const learner = createOnnxLearner(shape, initialWeights(shape, createRng(1)), { threads: 2 });
    const batch: Batch = {
      rows: 2,
      observation: new Float32Array(12),
      mask: new Uint8Array(24).fill(1, 0, 12),
      action: new Int32Array(2),
      logProb: new Float32Array(2),
      advantage: new Float32Array(2),
      targets: { [VALUE]: new Float32Array(4) },
    };
    learner.take(batch);
    const step = (name: string) => learner.gradient(Int32Array.of(0, 1), { name, settings } as Loss);
    await expect(step('ppo')).rejects.toThrow('the mask allows no action');
    await expect(step('luck')).rejects.toThrow('there is no loss luck: use one of ppo, imitation');
    const own = learner.gradient(Int32Array.of(0, 1), () => ({}));
    await expect(own).rejects.toThrow('a loss that is a function cannot be sent to other threads');
    expect(() => learner.step(1, 1, ['owner'])).toThrow('this network has no section owner to move');
    learner.dispose();
  });
});
