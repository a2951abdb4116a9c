/** What rollouts need of a network: logits and values of many positions at once. Engines implement it. */
import type { NetworkShape, Weights } from './network.js';

/** A network on some engine, for many rows at once. Belongs to one thread. */
export interface BatchPolicy {
  readonly shape: NetworkShape;
  /**
   * @param rows number of positions, >= 1; may differ from call to call
   * @param observation [rows, inputs], at least that long
   * @param logits written, [rows, actions]; illegal actions included
   * @param values written, [rows, values]; relative seats
   * @param mask [rows, actions]; with it, logits of illegal actions may be left incomplete, which saves time
   */
  forward(
    rows: number,
    observation: Float32Array,
    logits: Float32Array,
    values: Float32Array,
    mask?: Uint8Array,
  ): void | Promise<void>;
  /** Takes over (copies) new weights. */
  setWeights(weights: Weights): void;
  dispose(): void;
}
