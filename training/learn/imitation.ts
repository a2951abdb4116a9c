/**
 * Supervised learning of a teacher's choices: cross-entropy over legal actions with its action, or with a distribution where
 * it gives one (`Decisions.targets` of the policy), and what else is known of the positions.
 */
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Heads, type Outputs, POLICY, widthOf } from '../../agents/network/network.js';
import { type Rng, shuffle } from '../../env/chance.js';
import type { Decisions } from '../collect/batch.js';
import type { Learner, Sums } from './learner.js';
import { crossEntropy, type HeadWeights, headLosses, logProbGradient, writeLogitGradient } from './losses.js';
import { cut } from './minibatches.js';

/** How one round goes. */
export interface ImitationSettings {
  epochs: number;
  minibatch: number;
  learningRate: number;
  gradientNorm: number;
  /** Weights of the losses of the heads, by name; a head that is not named counts 1. */
  weights: HeadWeights;
}

/**
 * Supervised passes towards a teacher's actions.
 * @param rng shuffles the rows
 * @returns of the last epoch: the cross-entropy with the teacher's actions, or distributions, in nats, the share of rows where
 *   the most likely legal action is the teacher's, and of each other head with targets `<head>Loss`
 */
export async function imitate(
  learner: Learner,
  batch: Decisions,
  settings: ImitationSettings,
  rng: Rng,
): Promise<{ loss: number; accuracy: number; [headLoss: `${string}Loss`]: number }> {
  const order = Int32Array.from({ length: batch.rows }, (_, row) => row);
  const task = { name: 'imitation', settings: { weights: settings.weights } };
  let total: Sums = {};
  learner.take(batch);
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, rng);
    total = {};
    for (const rows of cut(order, settings.minibatch)) {
      const sums = await learner.gradient(rows, task);
      learner.step(settings.learningRate, settings.gradientNorm);
      for (const [name, sum] of Object.entries(sums)) total[name] = (total[name] ?? 0) + sum;
    }
  }
  for (const name of Object.keys(total)) total[name]! /= batch.rows;
  const { policyLoss, right, ...losses } = total;
  return { loss: policyLoss!, accuracy: right!, ...losses };
}

/**
 * Mean over rows of weight * -ln p[teacher's action], or of the cross-entropy with its distribution, + weight * loss of each
 * other head, and its gradient with respect to the outputs (arguments as `LossFunction`).
 */
export function imitationLoss(
  shape: Heads,
  batch: Omit<Decisions, 'observation'>,
  settings: Pick<ImitationSettings, 'weights'>,
  outputs: Outputs,
  scale: number,
  d: Outputs,
): Sums {
  const actions = widthOf(shape, POLICY);
  const policy = new MaskedDistribution(actions);
  const dLegal = new Float64Array(actions);
  const sums = { policyLoss: 0, right: 0 };
  const weight = scale * (settings.weights[POLICY] ?? 1);
  const wanted = batch.targets[POLICY];
  for (let row = 0; row < batch.rows; row++) {
    const action = batch.action[row]!;
    const at = row * actions;
    policy.set(outputs[POLICY]!, at, batch.mask, at);
    const chosen = policy.indexOf(action);
    if (chosen < 0) throw new RangeError(`the batch shows action ${action}, which its mask forbids`);
    if (policy.argmax() === action) sums.right++;
    if (wanted) {
      sums.policyLoss += crossEntropy(policy, wanted, at, weight, d[POLICY]!);
      continue;
    }
    sums.policyLoss -= policy.logs[chosen]!;
    dLegal.fill(0, 0, policy.legal);
    logProbGradient(policy, chosen, -1, dLegal);
    writeLogitGradient(policy, dLegal, weight, d[POLICY]!, at);
  }
  const others = shape.heads.filter(({ name }) => name !== POLICY);
  return { ...sums, ...headLosses(others, batch, outputs, settings.weights, scale, d) };
}
