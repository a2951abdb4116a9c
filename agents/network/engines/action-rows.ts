/** Features of legal actions for many rows: what engines do beside the dense layer of a head that reads them, forward and back. */
import { type ActionFeatures, ActionHead } from '../action-head.js';
import type { Head, NetworkShape, Weights } from '../network.js';

/** What `back` needs of the `add` before it; kept, not copied. */
interface Pass {
  mask: Uint8Array;
  features: ActionFeatures;
}

/** See the head of the file. Rows are those of the last `split` or `contextFor`. */
export class ActionRows {
  private readonly head: ActionHead;
  private readonly outputs: number;
  private readonly width: number;
  private context = new Float32Array(0);
  private dContext = new Float32Array(0);
  private raw = new Float32Array(0);
  private passed: Pass | undefined;

  /** @param head one with `actions` */
  constructor(
    shape: NetworkShape,
    private readonly shapeOfHead: Head,
  ) {
    this.head = new ActionHead(shape, shapeOfHead);
    this.outputs = shapeOfHead.width;
    this.width = shapeOfHead.actions!;
  }

  /** Where the context of so many rows is to be written, [rows, hidden units an action]. */
  contextFor(rows: number): Float32Array {
    const size = rows * this.width;
    if (this.context.length < size) this.context = new Float32Array(size);
    return this.context.subarray(0, size);
  }

  /** Takes what the layer gave, [rows, outputs and context], apart. @param y written, the outputs [rows, outputs] */
  split(rows: number, raw: Float32Array, y: Float32Array): void {
    const { outputs, width } = this;
    const context = this.contextFor(rows);
    const both = outputs + width;
    for (let r = 0; r < rows; r++) {
      y.set(raw.subarray(r * both, r * both + outputs), r * outputs);
      context.set(raw.subarray(r * both + outputs, (r + 1) * both), r * width);
    }
  }

  /**
   * Adds to the outputs of legal actions.
   * @param features those of which `order` names rows; without it row after row
   * @param mask [rows, outputs], in the order of the outputs
   * @throws RangeError without features or a mask
   */
  add(
    weights: Weights,
    rows: number,
    features: ActionFeatures | undefined,
    order: Int32Array | undefined,
    y: Float32Array,
    mask: Uint8Array | undefined,
  ): void {
    const { head, outputs, width, context } = this;
    if (!mask || !features)
      throw new RangeError(`the head ${this.shapeOfHead.name} needs the legal actions and their features`);
    this.passed = { mask, features };
    const { values, first } = features;
    for (let r = 0; r < rows; r++) {
      const at = first[order ? order[r]! : r]! * head.size;
      head.add(weights, mask, r * outputs, values, at, context, r * width, y, r * outputs);
    }
  }

  /**
   * Writes the gradient of the head's own tensors, from the last `add` on.
   * @param order rows of the features
   * @param d gradient at the outputs, [rows, outputs]
   * @returns that at the context, [rows, hidden units an action], until the next call
   */
  back(weights: Weights, order: Int32Array, d: Float32Array, gradient: Weights): Float32Array {
    const { head, outputs, width, context } = this;
    const { mask, features } = this.passed!;
    const { values, first } = features;
    const size = order.length * width;
    if (this.dContext.length < size) this.dContext = new Float32Array(size);
    const dContext = this.dContext.subarray(0, size).fill(0);
    for (const name of head.tensors) gradient[name]!.fill(0);
    for (let r = 0; r < order.length; r++) {
      const at = first[order[r]!]! * head.size;
      const [row, own] = [r * outputs, r * width];
      head.gradient(weights, mask, row, values, at, context, own, d, row, gradient, dContext, own);
    }
    return dContext;
  }

  /** The other way round than `split`: the gradient at what the layer gave. Holds until the next call. */
  join(rows: number, d: Float32Array, dContext: Float32Array): Float32Array {
    const { outputs, width } = this;
    const both = outputs + width;
    if (this.raw.length < rows * both) this.raw = new Float32Array(rows * both);
    const raw = this.raw.subarray(0, rows * both);
    for (let r = 0; r < rows; r++) {
      raw.set(d.subarray(r * outputs, (r + 1) * outputs), r * both);
      raw.set(dContext.subarray(r * width, (r + 1) * width), r * both + outputs);
    }
    return raw;
  }
}
