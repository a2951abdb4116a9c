/** What learners need of a network: the way from a gradient at its outputs to the gradient of its weights. */
import type { Weights } from './network.js';

/** The outputs of one forward pass, or the gradient of a loss with respect to them. */
export interface Outputs {
  /** [rows, actions], illegal actions included. */
  logits: Float32Array;
  /** [rows, values], relative seats. */
  values: Float32Array;
}

/** A network on some engine. Belongs to one thread; calls may not overlap. */
export interface GradientNetwork {
  /**
   * Forward, then back: `outputGradient` is shown the outputs and writes the gradient of the loss with respect to them
   * (same shapes, zeros before); this writes the gradient of the loss with respect to every weight.
   * @param observation those of the last call of `prepare`
   * @param rows which rows of it, in which order
   * @param gradient written; tensors as in the weights
   * @param mask [rows.length, actions]; with it, logits of illegal actions may be incomplete; their gradient must then
   *   be zero
   */
  gradient(
    observation: Float32Array,
    rows: Int32Array,
    weights: Weights,
    outputGradient: (outputs: Outputs, gradient: Outputs) => void,
    gradient: Weights,
    mask?: Uint8Array,
  ): void | Promise<void>;
  /** Shows it the observations [rows, inputs] that the next calls of `gradient` are given. */
  prepare(rows: number, observation: Float32Array): void;
  dispose(): void;
}
