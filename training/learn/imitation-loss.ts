/** The loss of imitation over some rows: cross-entropy with what a teacher chose. The passes over a batch are imitation.ts. */
import { MaskedDistribution } from '../../agents/network/masked.js';
import { type Heads, type Outputs, POLICY, widthOf } from '../../agents/network/network.js';
import type { Decisions } from '../collect/batch.js';
import {
  crossEntropy,
  type HeadWeights,
  headLosses,
  logProbGradient,
  type Sums,
  writeLogitGradient,
} from './losses.js';

/** What the loss depends on. Plain data. */
export interface ImitationLossSettings {
  /** Weights of the losses of the heads, by name; a head that is not named counts 1. */
  weights: HeadWeights;
}

/**
 * Mean over rows of weight * -ln p[teacher's action], or of the cross-entropy with its distribution, + weight * loss of each
 * other head, and its gradient with respect to the outputs (arguments as `RowLoss`).
 */
export function imitationLoss(
  shape: Heads,
  batch: Omit<Decisions, 'observation'>,
  settings: ImitationLossSettings,
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
