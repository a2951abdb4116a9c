/**
 * The losses that have a name. A thread can be told a name and settings, but not a function; the table's types tie each name to
 * the settings of its loss. One more named loss is one more entry of each of the two.
 */
import type { Heads, Outputs } from '../../agents/network/network.js';
import type { LossRows } from '../collect/batch.js';
import { type ImitationLossSettings, imitationLoss } from './imitation-loss.js';
import type { LossFunction, RowLoss, Sums } from './losses.js';
import { type PpoLossSettings, ppoLoss } from './ppo-loss.js';

/** Settings by the name of the loss. */
interface SettingsOf {
  ppo: PpoLossSettings;
  imitation: ImitationLossSettings;
}
type Name = keyof SettingsOf;

const table: { readonly [N in Name]: RowLoss<SettingsOf[N]> } = { ppo: ppoLoss, imitation: imitationLoss };

/** A loss of the table with its settings, which other threads can be told. */
type NamedLoss<N extends Name = Name> = { [P in N]: { name: P; settings: SettingsOf[P] } }[N];

/** What a learner can be asked the gradient of: a loss of the table, or one of the caller's own. */
export type Loss = NamedLoss | LossFunction;

/**
 * Computes a loss of some rows and its gradient by the outputs (arguments as `LossFunction`).
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
