/**
 * One PPO update, from the batch to the new weights, to be read from top to bottom. Numbers in brackets are those of
 * docs/ppo.md, which names the source of each detail. The loss is ppo-loss.ts; the learner computes its gradient, in
 * several threads, and takes the steps. Collecting the batch and its advantages is not done here.
 */
import { type Outputs, VALUE } from '../../agents/network/network.js';
import { type Rng, shuffle } from '../../env/chance.js';
import type { Batch } from '../collect/batch.js';
import type { Learner } from './learner.js';
import type { Loss } from './loss-table.js';
import { addSums, type Sums } from './losses.js';
import { cut } from './minibatches.js';
import type { PpoLossSettings } from './ppo-loss.js';

/**
 * How one update goes. Defaults and advice: `docs/ppo.md`.
 * @inline
 */
export interface UpdateSettings extends PpoLossSettings {
  /** Passes over the batch, at most. */
  epochs: number;
  /** Rows of one gradient step. */
  minibatch: number;
  learningRate: number;
  /** Gradients longer than this are shortened to it; Infinity turns it off. */
  gradientNorm: number;
  /** Stop after the epoch whose mean KL exceeds 1.5 times this; Infinity turns it off. */
  targetKl: number;
}

/** Means over the gradient steps of one update unless noted otherwise. `docs/ppo.md` explains each. */
export interface UpdateStats {
  policyLoss: number;
  /** Loss of each other head with targets. */
  [headLoss: `${string}Loss`]: number;
  /** Nats, over legal actions. */
  entropy: number;
  /** Estimated KL from the policy that acted, mean over the last epoch. */
  kl: number;
  /** Share of rows whose ratio was out of the clip range. */
  clipFraction: number;
  /** How well the values before the update explain their targets: 1 is perfect, 0 is no better than the mean. */
  explainedVariance: number;
  /** Norm of the gradient before clipping. */
  gradientNorm: number;
  /** Epochs done, at most `settings.epochs`. */
  epochs: number;
}

/**
 * One PPO update: epochs of shuffled minibatches, each one gradient step (docs/ppo.md, details 1 to 12).
 * @param rng shuffles the rows
 * @throws RangeError when the batch is wrong (an action that its mask forbids), or a gradient is not finite
 */
export async function ppoUpdate(
  learner: Learner,
  batch: Batch,
  settings: UpdateSettings,
  rng: Rng,
): Promise<UpdateStats> {
  const { clip, entropy, weights, only } = settings;
  const loss: Loss = { name: 'ppo', settings: { clip, entropy, weights, only } };
  const order = Int32Array.from({ length: batch.rows }, (_, row) => row);
  const target = batch.targets[VALUE];
  const seen: Outputs = target ? { [VALUE]: new Float32Array(target.length) } : {};
  const total: Sums = {};
  let gradientNorm = 0;
  let minibatches = 0;
  let epochs = 0;
  let kl = 0;

  learner.take(batch);
  while (epochs < settings.epochs) {
    shuffle(order, rng);
    const parts = cut(order, settings.minibatch);
    const { learningRate, gradientNorm: limit } = settings;
    const pass = { parts, loss, learningRate, gradientNorm: limit, only, seen: epochs === 0 ? seen : undefined };
    const { sums, gradientNorm: lengths } = await learner.pass(pass);
    gradientNorm += lengths;
    minibatches += parts.length;
    addSums(total, sums);
    epochs++;
    kl = sums.kl! / batch.rows;
    // [8] The policy has gone far enough from the one that acted.
    if (kl > 1.5 * settings.targetKl) break;
  }
  await learner.finish();

  const rowsSeen = epochs * batch.rows;
  const { policyLoss, entropy: entropySum, kl: _, clipped, ...losses } = total;
  return {
    policyLoss: policyLoss! / rowsSeen,
    ...Object.fromEntries(Object.entries(losses).map(([name, sum]) => [name, sum / rowsSeen])),
    entropy: entropySum! / rowsSeen,
    kl,
    clipFraction: clipped! / rowsSeen,
    explainedVariance: target ? explainedVariance(seen[VALUE]!, target) : 0,
    gradientNorm: gradientNorm / minibatches,
    epochs,
  };
}

/**
 * 1 - (variance of the errors) / (variance of the targets), over entries with a target; 0 where targets do not vary.
 */
export function explainedVariance(values: Float32Array, targets: Float32Array): number {
  let n = 0;
  let sum = 0;
  let squares = 0;
  let errorSum = 0;
  let errorSquares = 0;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    if (Number.isNaN(target)) continue;
    const error = target - values[i]!;
    n++;
    sum += target;
    squares += target * target;
    errorSum += error;
    errorSquares += error * error;
  }
  const variance = squares / n - (sum / n) ** 2;
  const errorVariance = errorSquares / n - (errorSum / n) ** 2;
  return variance > 1e-12 ? 1 - errorVariance / variance : 0;
}
