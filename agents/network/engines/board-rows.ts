/** The board of a head for many rows: what engines do beside the head's dense layer, forward and back. */
import { BoardHead } from '../board-head.js';
import type { Head, LayerShape, NetworkShape, Weights } from '../network.js';

/** See the head of the file. Rows are those of the last `split` or `contextFor`. */
export class BoardRows {
  private readonly board: BoardHead;
  private readonly inputs: number;
  private readonly outputs: number;
  private readonly width: number;
  private readonly masked: boolean;
  private context = new Float32Array(0);
  private dContext = new Float32Array(0);
  private raw = new Float32Array(0);

  /** @param layer of that head */
  constructor({ inputs }: NetworkShape, head: Head, layer: LayerShape) {
    this.board = new BoardHead(head.board!);
    this.inputs = inputs;
    this.outputs = head.width;
    this.width = layer.outputs - head.width;
    this.masked = head.masked ?? false;
  }

  /** Where the context of so many rows is to be written, [rows, width of the board]. */
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
   * Adds to the outputs.
   * @param observation those of which `order` names rows; without it row after row
   * @param mask with it, outputs for illegal actions are left as they are, where the head is masked
   */
  add(
    weights: Weights,
    rows: number,
    observation: Float32Array,
    order: Int32Array | undefined,
    y: Float32Array,
    mask?: Uint8Array,
  ): void {
    const { board, inputs, outputs, width, context } = this;
    const legal = this.masked ? mask : undefined;
    for (let r = 0; r < rows; r++) {
      const at = (order ? order[r]! : r) * inputs;
      board.add(weights, observation, at, context, r * width, y, r * outputs, legal, r * outputs);
    }
  }

  /**
   * Writes the gradient of the board's own tensors.
   * @param d gradient at the outputs, [rows, outputs]
   * @returns that at the context, [rows, width of the board], until the next call
   */
  back(
    weights: Weights,
    observation: Float32Array,
    order: Int32Array,
    d: Float32Array,
    gradient: Weights,
  ): Float32Array {
    const { board, inputs, outputs, width, context } = this;
    const size = order.length * width;
    if (this.dContext.length < size) this.dContext = new Float32Array(size);
    const dContext = this.dContext.subarray(0, size).fill(0);
    for (const name of board.tensors) gradient[name]!.fill(0);
    for (let r = 0; r < order.length; r++)
      board.gradient(
        weights,
        observation,
        order[r]! * inputs,
        context,
        r * width,
        d,
        r * outputs,
        gradient,
        dContext,
        r * width,
      );
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
