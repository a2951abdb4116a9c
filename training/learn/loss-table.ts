/**
 * Losses by name. A name and settings can be posted to another thread, a function cannot. The types tie each name to
 * the settings of its loss; a new named loss is one entry in each of the two tables.
 */
import type { Heads, Outputs } from '../../agents/network/network.js';
import type { LossRows } from '../collect/batch.js';
import { type ImitationLossSettings, imitationLoss } from './imitation-loss.js';
import { type HeadWeights, headLosses, type LossFunction, type RowLoss, type Sums } from './losses.js';
import { type PpoLossSettings, ppoLoss } from './ppo-loss.js';

/** Settings by the name of the loss. */
interface SettingsOf {
  ppo: PpoLossSettings;
  imitation: ImitationLossSettings;
  values: { weights: HeadWeights };
}
type Name = keyof SettingsOf;

const table: { readonly [N in Name]: RowLoss<SettingsOf[N]> } = {
  ppo: ppoLoss,
  imitation: imitationLoss,
  // Every head towards its targets.
  values: ({ heads }, batch, { weights }, outputs, scale, d) => headLosses(heads, batch, outputs, weights, scale, d),
};

/** A loss of the table with its settings; it can be posted to other threads. */
export type NamedLoss<N extends Name = Name> = { [P in N]: { name: P; settings: SettingsOf[P] } }[N];

/** A loss whose gradient a learner can compute: one of the table, or a function of the caller. */
export type Loss = NamedLoss | LossFunction;

/**
 * Computes a loss of some rows and its gradient with respect to the outputs (arguments as `LossFunction`).
 * @throws RangeError when no loss has this name
 */
export function lossOf(loss: Loss, shape: Heads, batch: LossRows, outputs: Outputs, scale: number, d: Outputs): Sums {
  if (typeof loss === 'function') return loss(shape, batch, outputs, scale, d);
  if (!Object.hasOwn(table, loss.name))
    throw new RangeError(`there is no loss ${loss.name}: use one of ${Object.keys(table).join(', ')}`);
  return named(loss, shape, batch, outputs, scale, d);
}

function named<N extends Name>(
  { name, settings }: NamedLoss<N>,
  shape: Heads,
  batch: LossRows,
  outputs: Outputs,
  scale: number,
  d: Outputs,
): Sums {
  return table[name](shape, batch, settings, outputs, scale, d);
}
