/**
 * Supervised learning of a teacher's choices: cross-entropy over legal actions with its action, or with a distribution where
 * it gives one (`Decisions.targets` of the policy), and what else is known of the positions. The loss is imitation-loss.ts.
 */
import { type Rng, shuffle } from '../../env/chance.js';
import type { Decisions } from '../collect/batch.js';
import type { ImitationLossSettings } from './imitation-loss.js';
import type { Learner } from './learner.js';
import type { Loss } from './loss-table.js';
import type { Sums } from './losses.js';
import { cut } from './minibatches.js';

/**
 * How one round goes.
 * @inline
 */
export interface ImitationSettings extends ImitationLossSettings {
  epochs: number;
  minibatch: number;
  learningRate: number;
  gradientNorm: number;
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
  const loss: Loss = { name: 'imitation', settings: { weights: settings.weights } };
  let total: Sums = {};
  learner.take(batch);
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, rng);
    const parts = cut(order, settings.minibatch);
    const { learningRate, gradientNorm } = settings;
    total = (await learner.pass({ parts, loss, learningRate, gradientNorm })).sums;
  }
  await learner.finish();
  for (const name of Object.keys(total)) total[name]! /= batch.rows;
  const { policyLoss, right, ...others } = total;
  return { loss: policyLoss!, accuracy: right!, ...others };
}
