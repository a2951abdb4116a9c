/** What learners need of a network: forward on rows of a batch, then back from a gradient at its outputs. */
import type { ActionFeatures } from './action-head.js';
import type { Outputs, Weights } from './network.js';

/** A network on some engine. Belongs to one thread; calls may not overlap. */
export interface GradientNetwork {
  /**
   * Shows it the observations [rows, inputs] of which the next calls of `forward` name rows; kept, not copied.
   * @param weights where the network normalises its input: what it is normalised by until the next call
   * @param features of the legal actions of each row, where the network reads them; kept, not copied
   */
  prepare(rows: number, observation: Float32Array, weights: Weights, features?: ActionFeatures): void;
  /**
   * @param rows which rows, in which order
   * @param mask [rows.length, actions]; with it, outputs of masked heads for illegal actions may be incomplete; their
   *   gradient must then be zero. A network that reads features of actions needs it
   * @returns what each head gives, [rows.length, width]; holds until the next call
   */
  forward(rows: Int32Array, weights: Weights, mask?: Uint8Array): Outputs | Promise<Outputs>;
  /**
   * The way back from what the last `forward` gave, once.
   * @param d gradient of a loss by all outputs, in their shapes
   * @param gradient written: that of the loss by every weight; tensors as in the weights
   */
  backward(d: Outputs, gradient: Weights): void | Promise<void>;
  dispose(): void;
}
