/** What learners need of a network: gradients of a loss of some rows of a batch. Engines implement it. */
import type { ActionFeatures } from './action-head.js';
import type { Outputs, Weights } from './network.js';

/** A network on some engine. Belongs to one thread; calls may not overlap. */
export interface GradientNetwork {
  /**
   * Sets the batch whose rows the next gradients are of.
   * @param observation [rows, inputs]; kept, not copied
   * @param weights if the network normalises its input: what it is normalised by until the next call
   * @param features of the legal actions of each row, if the network reads them; kept, not copied
   */
  prepare(rows: number, observation: Float32Array, weights: Weights, features?: ActionFeatures): void;
  /**
   * Forward, the loss, and back.
   * @param rows indices into the batch
   * @param loss is called once, with the outputs of all heads [rows.length, width], which hold for that call; returns the
   *   gradient of the loss by all outputs, in their shapes
   * @param gradient written: the gradient of the loss by every weight that gradients move
   * @param mask [rows.length, actions]; with it, outputs of masked heads for illegal actions may be incomplete; their
   *   gradient must then be zero. A network that reads features of actions needs it
   */
  gradient(
    rows: Int32Array,
    weights: Weights,
    loss: (outputs: Outputs) => Outputs,
    gradient: Weights,
    mask?: Uint8Array,
  ): void | Promise<void>;
  dispose(): void;
}
