/**
 * One PPO update, from the batch to the new weights, to be read from top to bottom. Numbers in brackets are those of
 * docs/ppo.md, which says where each detail comes from. Engines only supply the gradient of the network's outputs with
 * respect to its weights; collecting the batch and its advantages is not done here either.
 */
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Rng, shuffle } from '../../env/chance.js';
import type { ImitationSums } from './imitation.js';
import type { Batch, UpdateSettings, UpdateStats } from './learner.js';

/** Sums over rows of what one gradient step reports. */
export interface PpoSums {
  policyLoss: number;
  valueLoss: number;
  entropy: number;
  kl: number;
  /** 0 without a magnet. */
  magnetKl: number;
  clipped: number;
}

/** Sums of any loss, by name. */
export type LossSums = PpoSums | ImitationSums;

/** What an update asks of a learner. */
export interface GradientSteps {
  /**
   * Computes the gradient of the mean of `ppoLoss` over these rows at the present weights, and keeps it.
   * @param rows indices into the batch
   * @param seen the value head's outputs are written to its rows [rows of batch, V], when given
   */
  gradient(batch: Batch, rows: Int32Array, settings: LossSettings, seen?: Float32Array): Promise<PpoSums>;
  /** Shortens the kept gradient to `gradientNorm` [9] and takes a step of Adam [10]. Returns its length before. */
  step(learningRate: number, gradientNorm: number, valueOnly: boolean): number;
}

/** To begin sums with. */
export const NO_SUMS: Readonly<PpoSums> = { policyLoss: 0, valueLoss: 0, entropy: 0, kl: 0, magnetKl: 0, clipped: 0 };

/** The settings of the loss itself. */
export type LossSettings = Pick<UpdateSettings, 'clip' | 'entropy' | 'magnet' | 'valueWeight' | 'valueOnly'>;

/** The whole update: epochs [1] of shuffled minibatches [2], each one gradient step. */
export async function ppoUpdate(
  steps: GradientSteps,
  batch: Batch,
  settings: UpdateSettings,
  rng: Rng,
): Promise<UpdateStats> {
  if (settings.magnet && !batch.magnet) throw new RangeError('a magnet has a weight, but the batch has no magnet');
  const order = Int32Array.from({ length: batch.rows }, (_, row) => row);
  const seen = new Float32Array(batch.valueTarget.length);
  const total: PpoSums = { ...NO_SUMS };
  let gradientNorm = 0;
  let minibatches = 0;
  let epochs = 0;
  let kl = 0;

  while (epochs < settings.epochs) {
    shuffle(order, rng);
    let epochKl = 0;
    for (const rows of cut(order, settings.minibatch)) {
      const sums = await steps.gradient(batch, rows, settings, epochs === 0 ? seen : undefined);
      gradientNorm += steps.step(settings.learningRate, settings.gradientNorm, settings.valueOnly ?? false);
      minibatches++;
      epochKl += sums.kl;
      for (const key of Object.keys(total) as (keyof PpoSums)[]) total[key] += sums[key];
    }
    epochs++;
    kl = epochKl / batch.rows;
    // [8] The policy has gone far enough from the one that acted.
    if (kl > 1.5 * settings.targetKl) break;
  }

  const rowsSeen = epochs * batch.rows;
  return {
    policyLoss: total.policyLoss / rowsSeen,
    valueLoss: total.valueLoss / rowsSeen,
    entropy: total.entropy / rowsSeen,
    kl,
    ...(batch.magnet ? { magnetKl: total.magnetKl / rowsSeen } : {}),
    clipFraction: total.clipped / rowsSeen,
    explainedVariance: explainedVariance(seen, batch.valueTarget),
    gradientNorm: gradientNorm / minibatches,
    epochs,
  };
}

/**
 * The loss of all rows, and its gradient with respect to the network's outputs in closed form:
 *
 *   mean over rows of  -min(ratio * A, clip(ratio) * A)  -  entropy * H  +  magnet * D  +  valueWeight * (value - target)^2
 *
 * With p the probabilities of the legal actions, a the action taken, ratio = p[a] / (p[a] when it was taken), and m the
 * probabilities of the magnet: H = -sum p[k] * ln p[k]  and  D = sum p[k] * (ln p[k] - ln m[k]), so that
 * d ln p[a] / d logit[k] = (k = a) - p[k],  d H / d logit[k] = -p[k] * (ln p[k] + H)  and
 * d D / d logit[k] = p[k] * (ln p[k] - ln m[k] - D).
 * Illegal actions take no part [3]: their gradient is zero.
 *
 * @param scale what a row counts: 1 / rows of the whole minibatch
 * @param logits [rows, A]
 * @param values [rows, V]
 * @param dLogits written, [rows, A]; zero before
 * @param dValues written, [rows, V]; zero before
 */
export function ppoLoss(
  batch: Omit<Batch, 'observation'>,
  settings: LossSettings,
  scale: number,
  logits: Float32Array,
  values: Float32Array,
  dLogits: Float32Array,
  dValues: Float32Array,
): PpoSums {
  const actions = logits.length / batch.rows;
  const seats = values.length / batch.rows;
  const policy = new MaskedDistribution(actions);
  const { magnet } = batch;
  const magnetWeight = settings.magnet ?? 0;
  const sums: PpoSums = { ...NO_SUMS };

  for (let row = 0; row < batch.rows; row++) {
    policy.set(logits, row * actions, batch.mask, row * actions);
    const chosen = policy.indexOf(batch.action[row]!);
    if (chosen < 0) throw new RangeError(`the batch took action ${batch.action[row]}, which its mask forbids`);
    const advantage = batch.advantage[row]!;

    // Policy loss [4], [5].
    const logRatio = policy.logs[chosen]! - batch.logProb[row]!;
    const ratio = Math.exp(logRatio);
    const clippedRatio = Math.min(Math.max(ratio, 1 - settings.clip), 1 + settings.clip);
    const surrogate = Math.min(ratio * advantage, clippedRatio * advantage);
    // d(-surrogate) / d ln p[a]: zero where the clipped term is the smaller one, since it does not move.
    const dLog = ratio * advantage > clippedRatio * advantage ? 0 : -advantage * ratio;
    // Entropy over legal actions [6].
    const entropy = policy.entropy();
    sums.policyLoss -= surrogate;
    sums.entropy += entropy;
    // KL estimate [7]: never negative.
    sums.kl += ratio - 1 - logRatio;
    if (ratio !== clippedRatio) sums.clipped++;
    // KL from the magnet, over legal actions [18].
    let magnetKl = 0;
    if (magnet)
      for (let k = 0; k < policy.legal; k++)
        magnetKl += policy.probabilities[k]! * (policy.logs[k]! - magnet[row * actions + policy.ids[k]!]!);
    sums.magnetKl += magnetKl;

    if (!settings.valueOnly)
      for (let k = 0; k < policy.legal; k++) {
        const p = policy.probabilities[k]!;
        const at = row * actions + policy.ids[k]!;
        const dPolicy = dLog * ((k === chosen ? 1 : 0) - p);
        const dEntropy = settings.entropy * p * (policy.logs[k]! + entropy);
        let d = dPolicy + dEntropy;
        if (magnet) d += magnetWeight * p * (policy.logs[k]! - magnet[at]! - magnetKl);
        dLogits[at] = scale * d;
      }

    // Value loss [11].
    const weight = scale * settings.valueWeight;
    sums.valueLoss += valueLoss(values, batch.valueTarget, row * seats, seats, weight, dValues);
  }
  return sums;
}

/**
 * Mean squared error of one row's values, and its gradient times `scale`. Targets that are NaN (absent seats) are left
 * out.
 */
export function valueLoss(
  values: Float32Array,
  targets: Float32Array,
  at: number,
  seats: number,
  scale: number,
  dValues: Float32Array,
): number {
  let present = 0;
  let squares = 0;
  for (let s = 0; s < seats; s++) {
    const error = values[at + s]! - targets[at + s]!;
    if (Number.isNaN(error)) continue;
    present++;
    squares += error * error;
    dValues[at + s] = scale * 2 * error;
  }
  if (present === 0) return 0;
  for (let s = 0; s < seats; s++) dValues[at + s]! /= present;
  return squares / present;
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

/** As many parts as minibatches of this size would need, of sizes that differ by at most one [2]. */
export function cut(order: Int32Array, minibatch: number): Int32Array[] {
  const parts = Math.ceil(order.length / minibatch);
  return Array.from({ length: parts }, (_, i) =>
    order.subarray(Math.floor((i * order.length) / parts), Math.floor(((i + 1) * order.length) / parts)),
  );
}
