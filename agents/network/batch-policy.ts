/** What rollouts need of a network: its outputs for many positions at once. Engines implement it. */
import type { ActionFeatures } from './action-head.js';
import type { NetworkShape, Outputs, Weights } from './network.js';

/** A network on some engine, for many rows at once. Belongs to one thread. */
export interface BatchPolicy {
  readonly shape: NetworkShape;
  /**
   * @param rows number of positions, >= 1; may differ from call to call
   * @param observation [rows, inputs], at least that long
   * @param out written: the outputs of the heads it has an array for, [rows, width]; others cost nothing
   * @param mask [rows, actions]; with it, outputs of masked heads for illegal actions may be left incomplete, which saves
   *   time. A head that reads features of actions needs it
   * @param features of the legal actions of each position; a head that reads them needs them
   */
  run(
    rows: number,
    observation: Float32Array,
    out: Outputs,
    mask?: Uint8Array,
    features?: ActionFeatures,
  ): void | Promise<void>;
  /**
   * Takes over (copies) new weights. The first positions after that may decide which inputs are taken as sparse, and with that
   * the last bits of all outputs until the next call.
   */
  setWeights(weights: Weights): void;
  dispose(): void;
}
