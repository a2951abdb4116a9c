/**
 * PPO's loss of some rows. Numbers in brackets are those of docs/ppo.md; the terms, each with its gradient, are in losses.ts. The
 * update is ppo.ts.
 */
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Heads, type Outputs, POLICY, widthOf } from '../../agents/network/network.js';
import type { LossRows } from '../collect/batch.js';
import {
  clippedSurrogate,
  entropyGradient,
  type HeadWeights,
  headLosses,
  logProbGradient,
  type Sums,
  surrogateSlope,
  writeLogitGradient,
} from './losses.js';

/** What the loss depends on. Plain data. */
export interface PpoLossSettings {
  /** PPO's epsilon: the ratio counts within 1 - clip .. 1 + clip. */
  clip: number;
  /** Weight of the entropy bonus. */
  entropy: number;
  /** Weights of the losses of the other heads, by name; a head that is not named counts 1. */
  weights: HeadWeights;
  /**
   * Sections of the weights that move (`sections`), all without it: the value head alone, say, for the first updates after
   * imitation. Where the trunk does not move the policy gets no gradient.
   */
  only?: readonly string[] | undefined;
}

/**
 * The loss of all rows, and its gradient with respect to the network's outputs (arguments as `RowLoss`):
 *
 *   mean over rows of  -min(ratio * A, clip(ratio) * A) -  entropy * H  +  weight * loss of each other head
 *
 * With p the probabilities of the legal actions, a the action taken, ratio = p[a] / (p[a] when it was taken), and H the
 * entropy. Illegal actions take no part [3]: their gradient is zero.
 */
export function ppoLoss(
  shape: Heads,
  batch: LossRows,
  settings: PpoLossSettings,
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
