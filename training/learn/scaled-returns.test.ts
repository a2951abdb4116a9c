import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../agents/network/engines/engines.js';
import {
  actorCriticShape,
  INPUT_MEAN,
  initialWeights,
  POLICY,
  VALUE,
  type Weights,
  weightShapes,
} from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import type { Batch } from '../collect/batch.js';
import { createLearner } from './create-learner.js';
import { stateProblem } from './learner.js';
import { ppoUpdate } from './ppo.js';
import { ScaledReturns } from './scaled-returns.js';

const shape = actorCriticShape({ inputs: 4, actions: 3, values: 2, trunk: [16], activation: 'tanh' });
const ROWS = 96;
const settings = {
  ...{ epochs: 3, minibatch: 32, learningRate: 3e-3, clip: 0.2, entropy: 0.01 },
  ...{ weights: { [VALUE]: 0.5 }, gradientNorm: 0.5, targetKl: Infinity },
};

/** Returns that the first number of an observation says, in a game that pays so much; the second seat is absent at times. */
function someBatch(seed: string, pay: number): Batch {
  const rng = createRng(seed);
  const observation = Float32Array.from({ length: ROWS * 4 }, () => rng.uniform() - 0.5);
  const target = Float32Array.from({ length: ROWS * 2 }, (_, i) => {
    if (i % 2 === 1 && i % 3 === 0) return Number.NaN;
    return pay * (1 + 3 * observation[4 * (i >> 1)]!) * (i % 2 ? -1 : 1);
  });
  return {
    rows: ROWS,
    observation,
    mask: new Uint8Array(ROWS * 3).fill(1),
    action: Int32Array.from({ length: ROWS }, () => rng.int(3)),
    logProb: new Float32Array(ROWS).fill(-Math.log(3)),
    advantage: Float32Array.from({ length: ROWS }, () => rng.uniform() - 0.5),
    targets: { [VALUE]: target },
  };
}

const weights = initialWeights(shape, createRng('w'));
const plain = () => createLearner(chooseEngine('auto'), shape, weights);
const scaling = async () => new ScaledReturns(await plain(), shape);

async function learned(learner: Awaited<ReturnType<typeof scaling>>, pay: number, updates: number) {
  const rng = createRng('order');
  let explained = 0;
  let loss = 0;
  for (let i = 0; i < updates; i++) {
    const stats = await ppoUpdate(learner, someBatch(`batch ${i}`, pay), settings, rng);
    explained = stats.explainedVariance;
    loss = stats.valueLoss!;
  }
  return { explained, loss };
}

function largest(a: Weights, b: Weights, name: string, factor = 1): number {
  return Math.max(...a[name]!.map((x, i) => Math.abs(x - b[name]![i]! / factor)));
}

describe('a learner that scales returns', () => {
  it('learns the same whatever the game pays, and hands out a critic in what it pays', async () => {
    const [one, many] = [await scaling(), await scaling()];
    const [few, much] = [await learned(one, 2 ** 12, 40), await learned(many, 2 ** 20, 40)];
    expect(few.explained).toBeGreaterThan(0.95);
    expect(much.explained).toBeCloseTo(few.explained, 2);
    expect(much.loss).toBeCloseTo(few.loss, 2);
    const [a, b] = [one.weights(), many.weights()];
    expect(largest(a, b, `${POLICY}.kernel`)).toBeLessThan(0.01);
    expect(largest(a, b, `${VALUE}.kernel`, 2 ** 8)).toBeLessThan(200);
    expect(Math.max(...b[`${VALUE}.kernel`]!.map(Math.abs))).toBeGreaterThan(500);
    for (const learner of [one, many]) learner.dispose();
    // Without it the loss is as large as the square of the pay, and the critic does not get there.
    const unscaled = await plain();
    const rng = createRng('order');
    let explained = 0;
    for (let i = 0; i < 40; i++)
      explained = (await ppoUpdate(unscaled, someBatch(`batch ${i}`, 4096), settings, rng)).explainedVariance;
    expect(explained).toBeLessThan(0.1);
    unscaled.dispose();
  });

  it('keeps what the critic expects when the deviation changes', async () => {
    const learner = await scaling();
    learner.take(someBatch('a', 1000));
    for (const name of [`${VALUE}.kernel`, `${VALUE}.bias`, `${POLICY}.kernel`])
      expect(largest(learner.weights(), weights, name)).toBeLessThan(1e-6);
    expect(learner.save().returns!.critic[`${VALUE}.kernel`]![0]! / weights[`${VALUE}.kernel`]![0]!).toBeLessThan(0.01);
    learner.dispose();
  });

  it('goes on from its state byte for byte', async () => {
    const learner = await scaling();
    await learned(learner, 1000, 3);
    const state = structuredClone(learner.save());
    expect(stateProblem(weightShapes(shape), state)).toBeUndefined();
    const other = await scaling();
    other.load(state);
    expect(other.save()).toEqual(learner.save());
    for (const one of [learner, other]) await learned(one, 2000, 2);
    expect(other.save()).toEqual(learner.save());
    expect(() => other.load({ ...state, returns: undefined as never })).toThrow('no statistics of returns');
    const odd = { ...state, returns: { ...state.returns!, critic: { [`${VALUE}.bias`]: new Float32Array(3) } } };
    expect(stateProblem(weightShapes(shape), odd)).toMatch(/value.bias has 3 numbers/);
    const lost = { ...state.returns!, moments: { ...state.returns!.moments, mean: new Float64Array(2) } };
    expect(stateProblem(weightShapes(shape), { ...state, returns: lost })).toMatch(/have 2 and 1 numbers, wanted 1/);
    for (const one of [learner, other]) one.dispose();
  });

  it('does nothing where all returns are alike, and takes tensors in returns as they are paid', async () => {
    const learner = await scaling();
    const batch = someBatch('a', 1);
    learner.take({ ...batch, targets: { [VALUE]: new Float32Array(2 * ROWS).fill(3) } });
    expect(learner.weights()).toEqual(weights);
    learner.take(someBatch('a', 100));
    learner.put({ [`${VALUE}.bias`]: Float32Array.of(250, -50) });
    expect(learner.weights()[`${VALUE}.bias`]!.map(Math.round)).toEqual(Float32Array.of(250, -50));
    expect(() => learner.put({ [INPUT_MEAN]: new Float32Array(4) })).toThrow('input.mean does not belong');
    learner.dispose();
  });
});
