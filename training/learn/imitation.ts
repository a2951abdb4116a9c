/** Supervised learning of a teacher's choices: cross-entropy over legal actions, and the values where they are known. */
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Rng, shuffle } from '../../env/chance.js';
import type { ImitationBatch, ImitationSettings } from './learner.js';
import { cut, valueLoss } from './ppo.js';

/** Sums over rows. */
export interface ImitationSums {
  /** Cross-entropy, nats. */
  loss: number;
  /** Rows where the most likely legal action is the teacher's. */
  right: number;
}

/** What imitation asks of a learner; the same two halves as in `GradientSteps`. */
export interface ImitationSteps {
  imitationGradient(batch: ImitationBatch, rows: Int32Array, settings: ImitationSettings): Promise<ImitationSums>;
  step(learningRate: number, gradientNorm: number, valueOnly: boolean): number;
}

/** All epochs; reports the last one. */
export async function imitate(
  steps: ImitationSteps,
  batch: ImitationBatch,
  settings: ImitationSettings,
  rng: Rng,
): Promise<{ loss: number; accuracy: number }> {
  const order = Int32Array.from({ length: batch.rows }, (_, row) => row);
  let loss = 0;
  let right = 0;
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, rng);
    loss = 0;
    right = 0;
    for (const rows of cut(order, settings.minibatch)) {
      const sums = await steps.imitationGradient(batch, rows, settings);
      steps.step(settings.learningRate, settings.gradientNorm, false);
      loss += sums.loss;
      right += sums.right;
    }
  }
  return { loss: loss / batch.rows, accuracy: right / batch.rows };
}

/**
 * Mean over rows of -ln p[teacher's action] + valueWeight * (value - target)^2, and its gradient with respect to the
 * outputs. Arguments as in `ppoLoss`.
 */
export function imitationLoss(
  batch: Omit<ImitationBatch, 'observation'>,
  valueWeight: number,
  scale: number,
  logits: Float32Array,
  values: Float32Array,
  dLogits: Float32Array,
  dValues: Float32Array,
): ImitationSums {
  const actions = logits.length / batch.rows;
  const seats = values.length / batch.rows;
  const policy = new MaskedDistribution(actions);
  const sums: ImitationSums = { loss: 0, right: 0 };
  for (let row = 0; row < batch.rows; row++) {
    const action = batch.action[row]!;
    policy.set(logits, row * actions, batch.mask, row * actions);
    const chosen = policy.indexOf(action);
    if (chosen < 0) throw new RangeError(`the batch shows action ${action}, which its mask forbids`);
    sums.loss -= policy.logs[chosen]!;
    if (policy.argmax() === action) sums.right++;
    for (let k = 0; k < policy.legal; k++)
      dLogits[row * actions + policy.ids[k]!] = scale * (policy.probabilities[k]! - (k === chosen ? 1 : 0));
    if (batch.valueTarget && valueWeight > 0)
      valueLoss(values, batch.valueTarget, row * seats, seats, scale * valueWeight, dValues);
  }
  return sums;
}
