/**
 * What losses are made of: pure functions, each with its gradient in closed form. Those on a choice among legal actions
 * take one row at a time and add their gradients by the logits of the legal actions up in 64 bits (`d`, in the order of
 * `MaskedDistribution.ids`); with p their probabilities, everything follows from
 *
 *   d ln p[a] / d logit[k] = (k = a) - p[k]
 */
import { MaskedDistribution } from '../../agents/network/masked.js';
import type { Head, Heads, Outputs } from '../../agents/network/network.js';
import type { Decisions, LossRows } from '../collect/batch.js';

/** Sums over rows of what a loss reports, by name. */
export type Sums = Record<string, number>;

/** Adds sums up, by name. @param to changed */
export function addSums(to: Sums, more: Readonly<Sums>): void {
  for (const [name, sum] of Object.entries(more)) to[name] = (to[name] ?? 0) + sum;
}

/**
 * A loss of some rows, and its gradient by the network's outputs in closed form.
 * @param outputs of all heads
 * @param scale what a row counts: 1 / rows of the whole minibatch
 * @param d written: gradient of scale * (sum of the rows' losses) by all outputs; zeros before
 */
export type LossFunction = (
  shape: Heads,
  batch: Omit<Decisions, 'observation'>,
  outputs: Outputs,
  scale: number,
  d: Outputs,
) => Sums;

/** The same with settings, plain data. */
export type RowLoss<Settings> = (
  shape: Heads,
  batch: LossRows,
  settings: Settings,
  outputs: Outputs,
  scale: number,
  d: Outputs,
) => Sums;

/** Adds the gradient of slope * ln p[chosen]. @param chosen place in `policy.ids` */
export function logProbGradient(policy: MaskedDistribution, chosen: number, slope: number, d: Float64Array): void {
  const { probabilities, legal } = policy;
  for (let k = 0; k < legal; k++) d[k]! += slope * ((k === chosen ? 1 : 0) - probabilities[k]!);
}

/**
 * PPO's objective of one decision, with its sign turned: -min(ratio * A, clip(ratio, 1 - clip, 1 + clip) * A)
 * (Schulman et al. 2017, equation 7).
 * @param ratio probability of the action now, over that when it was taken
 */
export function clippedSurrogate(ratio: number, advantage: number, clip: number): number {
  const clipped = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
  return -Math.min(ratio * advantage, clipped * advantage);
}

/** Slope of `clippedSurrogate` by ln p[a]: zero where the clipped term is the smaller one, since it does not move. */
export function surrogateSlope(ratio: number, advantage: number, clip: number): number {
  const clipped = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
  return ratio * advantage > clipped * advantage ? 0 : -advantage * ratio;
}

/**
 * Adds the gradient of -weight * H, with H = -sum p[k] * ln p[k]: d H / d logit[k] = -p[k] * (ln p[k] + H).
 * @param entropy H, `policy.entropy()`
 */
export function entropyGradient(policy: MaskedDistribution, entropy: number, weight: number, d: Float64Array): void {
  const { probabilities, logs, legal } = policy;
  for (let k = 0; k < legal; k++) d[k]! += weight * probabilities[k]! * (logs[k]! + entropy);
}

/** Writes a row's gradient by all logits: `scale * d` where actions are legal. */
export function writeLogitGradient(
  policy: MaskedDistribution,
  d: Float64Array,
  scale: number,
  out: Float32Array,
  at: number,
): void {
  for (let k = 0; k < policy.legal; k++) out[at + policy.ids[k]!] = scale * d[k]!;
}

/**
 * Mean squared error of one row's numbers, `width` from `at`, and its gradient times `scale`. Targets that are NaN (absent
 * seats) are left out.
 */
function squaredError(
  y: Float32Array,
  targets: Float32Array,
  at: number,
  width: number,
  scale: number,
  d: Float32Array,
): number {
  let present = 0;
  let squares = 0;
  for (let s = 0; s < width; s++) {
    const error = y[at + s]! - targets[at + s]!;
    if (Number.isNaN(error)) continue;
    present++;
    squares += error * error;
    d[at + s] = scale * 2 * error;
  }
  if (present === 0) return 0;
  for (let s = 0; s < width; s++) d[at + s]! /= present;
  return squares / present;
}

/**
 * Cross-entropy of one row with a distribution: -sum t[k] * ln p[k], over what the mask allows, and its gradient by the
 * logits times `scale`, p[k] * sum t - t[k]. A row whose target is NaN is left out. Targets of what the mask forbids must
 * be zero.
 */
export function crossEntropy(
  policy: MaskedDistribution,
  targets: Float32Array,
  at: number,
  scale: number,
  d: Float32Array,
): number {
  const { probabilities, logs, ids, legal } = policy;
  let total = 0;
  let loss = 0;
  for (let k = 0; k < legal; k++) {
    const target = targets[at + ids[k]!]!;
    total += target;
    if (target !== 0) loss -= target * logs[k]!;
  }
  if (Number.isNaN(total)) return 0;
  for (let k = 0; k < legal; k++) d[at + ids[k]!] = scale * (probabilities[k]! * total - targets[at + ids[k]!]!);
  return loss;
}

/** Weights of the heads' losses by name; a head that is not named counts 1. */
export type HeadWeights = Readonly<Record<string, number>>;

/**
 * The loss that each of these heads declares, over the rows that have targets for it; without targets nothing.
 * @returns `<head>Loss` of each head with targets, without its weight
 */
export function headLosses(
  heads: readonly Head[],
  batch: Omit<Decisions, 'observation'>,
  outputs: Outputs,
  weights: HeadWeights,
  scale: number,
  d: Outputs,
): Sums {
  const sums: Sums = {};
  for (const { name, width, loss, masked } of heads) {
    const targets = batch.targets[name];
    if (!targets) continue;
    const [y, dy] = [outputs[name]!, d[name]!];
    const weight = scale * (weights[name] ?? 1);
    let sum = 0;
    if (loss === 'squared-error')
      for (let row = 0; row < batch.rows; row++) sum += squaredError(y, targets, row * width, width, weight, dy);
    else {
      const policy = new MaskedDistribution(width);
      const everything = new Uint8Array(width).fill(1);
      for (let row = 0, at = 0; row < batch.rows; row++, at += width) {
        policy.set(y, at, masked ? batch.mask : everything, masked ? at : 0);
        sum += crossEntropy(policy, targets, at, weight, dy);
      }
    }
    sums[`${name}Loss`] = sum;
  }
  return sums;
}
