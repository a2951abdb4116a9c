/**
 * One PPO update, from the batch to the new weights, to be read from top to bottom. Numbers in brackets are those of
 * docs/ppo.md, which says where each detail comes from. The learner supplies gradients and steps; what the loss is made
 * of, with its gradient, is in losses.ts. Collecting the batch and its advantages is not done here.
 */
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Heads, type Outputs, POLICY, VALUE, widthOf } from '../../agents/network/network.js';
import { type Rng, shuffle } from '../../env/chance.js';
import type { Batch } from '../collect/batch.js';
import type { Learner, Sums } from './learner.js';
import {
  clippedSurrogate,
  entropyGradient,
  type HeadWeights,
  headLosses,
  logProbGradient,
  surrogateSlope,
  writeLogitGradient,
} from './losses.js';
import { cut } from './minibatches.js';

/** How one update goes. Defaults and advice: `docs/ppo.md`. */
export interface UpdateSettings {
  /** Passes over the batch, at most. */
  epochs: number;
  /** Rows of one gradient step. */
  minibatch: number;
  learningRate: number;
  /** PPO's epsilon: the ratio counts within 1 - clip .. 1 + clip. */
  clip: number;
  /** Weight of the entropy bonus. */
  entropy: number;
  /** Weights of the losses of the other heads, by name; a head that is not named counts 1. */
  weights: HeadWeights;
  /** Gradients longer than this are shortened to it; Infinity turns it off. */
  gradientNorm: number;
  /** Stop after the epoch whose mean KL exceeds 1.5 times this; Infinity turns it off. */
  targetKl: number;
  /**
   * Sections of the weights that move (`sections`), all without it: the value head alone, say, for the first updates after
   * imitation.
   */
  only?: readonly string[] | undefined;
}

/** The settings of the loss itself. */
export type LossSettings = Pick<UpdateSettings, 'clip' | 'entropy' | 'weights' | 'only'>;

/** Means over the gradient steps of one update, unless said otherwise. Each is explained in `docs/ppo.md`. */
export interface UpdateStats {
  policyLoss: number;
  /** Of each other head with targets, `<head>Loss`. */
  [headLoss: `${string}Loss`]: number;
  /** Nats, over legal actions. */
  entropy: number;
  /** Estimated KL from the policy that acted, mean over the last epoch. */
  kl: number;
  /** Share of rows whose ratio was out of the clip range. */
  clipFraction: number;
  /** Of the values before the update against their targets: 1 is perfect, 0 is no better than the mean. */
  explainedVariance: number;
  /** Norm of the gradient before clipping. */
  gradientNorm: number;
  /** Epochs done, at most `settings.epochs`. */
  epochs: number;
}

/**
 * The whole update: epochs [1] of shuffled minibatches [2], each one gradient step.
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
  const order = Int32Array.from({ length: batch.rows }, (_, row) => row);
  const lossSettings: LossSettings = { clip, entropy, weights, only };
  const loss = { name: 'ppo', settings: lossSettings };
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
    let epochKl = 0;
    for (const rows of cut(order, settings.minibatch)) {
      const sums = await learner.gradient(rows, loss, epochs === 0 ? seen : undefined);
      gradientNorm += learner.step(settings.learningRate, settings.gradientNorm, only);
      minibatches++;
      epochKl += sums.kl!;
      for (const [key, sum] of Object.entries(sums)) total[key] = (total[key] ?? 0) + sum;
    }
    epochs++;
    kl = epochKl / batch.rows;
    // [8] The policy has gone far enough from the one that acted.
    if (kl > 1.5 * settings.targetKl) break;
  }

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
 * The loss of all rows, and its gradient with respect to the network's outputs (arguments as `LossFunction`):
 *
 *   mean over rows of  -min(ratio * A, clip(ratio) * A) -  entropy * H  +  weight * loss of each other head
 *
 * With p the probabilities of the legal actions, a the action taken, ratio = p[a] / (p[a] when it was taken), and H the
 * entropy. Illegal actions take no part [3]: their gradient is zero.
 */
export function ppoLoss(
  shape: Heads,
  batch: Omit<Batch, 'observation'>,
  settings: LossSettings,
  outputs: Outputs,
  scale: number,
  d: Outputs,
): Sums {
  const actions = widthOf(shape, POLICY);
  const [logits, dLogits] = [outputs[POLICY]!, d[POLICY]!];
  const policy = new MaskedDistribution(actions);
  const dLegal = new Float64Array(actions);
  const moves = !settings.only || settings.only.includes('trunk');
  const sums = { policyLoss: 0, entropy: 0, kl: 0, clipped: 0 };

  for (let row = 0; row < batch.rows; row++) {
    const at = row * actions;
    policy.set(logits, at, batch.mask, at);
    const chosen = policy.indexOf(batch.action[row]!);
    if (chosen < 0) throw new RangeError(`the batch took action ${batch.action[row]}, which its mask forbids`);
    const advantage = batch.advantage[row]!;
    const logRatio = policy.logs[chosen]! - batch.logProb[row]!;
    const ratio = Math.exp(logRatio);
    const entropy = policy.entropy();
    // Policy loss [4], [5]; entropy over legal actions [6]; KL estimate [7], never negative.
    sums.policyLoss += clippedSurrogate(ratio, advantage, settings.clip);
    sums.entropy += entropy;
    sums.kl += ratio - 1 - logRatio;
    if (ratio < 1 - settings.clip || ratio > 1 + settings.clip) sums.clipped++;
    if (!moves) continue;
    dLegal.fill(0, 0, policy.legal);
    logProbGradient(policy, chosen, surrogateSlope(ratio, advantage, settings.clip), dLegal);
    entropyGradient(policy, entropy, settings.entropy, dLegal);
    writeLogitGradient(policy, dLegal, scale, dLogits, at);
  }
  // Value loss [11], and those of further heads.
  const others = shape.heads.filter(({ name }) => name !== POLICY);
  return { ...sums, ...headLosses(others, batch, outputs, settings.weights, scale, d) };
}

/** 1 - (variance of the errors) / (variance of the targets), over entries with a target; 0 where targets do not vary. */
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
