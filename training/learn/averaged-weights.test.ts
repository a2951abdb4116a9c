import { expect, it } from 'vitest';
import { chooseEngine } from '../../agents/network/engines/engines.js';
import { initialWeights, VALUE } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { AveragedWeights } from './averaged-weights.js';
import { createLearner } from './create-learner.js';

const shape = {
  inputs: 3,
  trunk: [8],
  activation: 'relu' as const,
  heads: [{ name: VALUE, width: 1, loss: 'squared-error' as const }],
};
const ROWS = 32;

/** Returns that the observation says. */
function someBatch() {
  const rng = createRng('batch');
  const observation = Float32Array.from({ length: 3 * ROWS }, () => rng.uniform());
  const target = Float32Array.from({ length: ROWS }, (_, row) => 4 * observation[3 * row]! - 1);
  const nothing = { mask: new Uint8Array(0), action: new Int32Array(0) };
  return { rows: ROWS, observation, ...nothing, targets: { [VALUE]: target } };
}

const order = Int32Array.from({ length: ROWS }, (_, row) => row);
const loss = { name: 'values', settings: { weights: {} } } as const;

const pass = (learner: AveragedWeights, count: number) =>
  learner.pass({ parts: Array.from({ length: count }, () => order), loss, learningRate: 1e-2, gradientNorm: 1 });

async function steps(learner: AveragedWeights, count: number): Promise<void> {
  learner.take(someBatch());
  await pass(learner, count);
}

const learnerOf = async (decay: number) =>
  new AveragedWeights(await createLearner(chooseEngine('auto'), shape, initialWeights(shape, createRng(1))), decay);

it('hands out an average that lags behind the weights that learn', async () => {
  const learner = await learnerOf(0.999);
  const first = learner.weights();
  await steps(learner, 7);
  // Taken every eighth step.
  expect(learner.weights()).toEqual(first);
  await steps(learner, 1);
  const { weights, learned } = learner.save();
  const kept = (1 + 8) / (80 + 8);
  for (const [name, numbers] of Object.entries(weights))
    for (const [i, number] of numbers.entries())
      expect(number).toBeCloseTo(kept * first[name]![i]! + (1 - kept) * learned![name]![i]!, 6);
  learner.dispose();
});

it('goes on from a state as if it had never been saved', async () => {
  const [learner, other] = [await learnerOf(0.9), await learnerOf(0.9)];
  await steps(learner, 13);
  other.load(learner.save());
  for (const one of [learner, other]) await steps(one, 30);
  expect(other.save()).toEqual(learner.save());
  const { learned: _, ...without } = learner.save();
  expect(() => other.load(without)).toThrow(/average/);
  for (const one of [learner, other]) one.dispose();
});

it('learns what the weights that learn have learned', async () => {
  const learner = await learnerOf(0.9);
  await steps(learner, 600);
  const { sums } = await pass(learner, 1);
  expect(sums.valueLoss! / ROWS).toBeLessThan(1e-3);
  learner.dispose();
});
