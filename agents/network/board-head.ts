/**
 * The part of a head that looks at the squares of a board one by one, all through the same few weights: what makes a
 * square worth going to is learnt once instead of once a square. It adds to the outputs that stand for squares, in a policy
 * the logits of the actions "this square":
 *
 *   y[output + s] += sum over j of  out[j] * relu(context[j] + sum over planes p of  x[p, s] * kernel[p, j])
 *
 * where x[p, s] is what plane p of the observation says of square s, and the context, `width` further numbers that the
 * head's layer gives, is what the rest of the network makes of the whole position. A 1 x 1 convolution with a context,
 * that is. Plain loops: few squares are legal at a time, and the others need not be looked at.
 */
import type { BoardShape, Weights } from './network.js';

/** Computes the board of one head. Keeps no weights; belongs to one thread. */
export class BoardHead {
  private readonly hidden: Float32Array;
  /** Names of its tensors. */
  readonly tensors: readonly string[];
  private readonly kernel: string;
  private readonly out: string;

  constructor(private readonly board: BoardShape) {
    this.kernel = `${board.name}.kernel`;
    this.out = `${board.name}.out`;
    this.tensors = [this.kernel, this.out];
    this.hidden = new Float32Array(board.width);
  }

  /**
   * Adds its part to the head's outputs for one position.
   * @param observation the position's numbers begin at `at`
   * @param context at least `contextAt + width` numbers
   * @param y the outputs, changed; the position's begin at `to`
   * @param mask with it, squares whose action is illegal are left as they are; the position's part begins at `maskAt`
   */
  add(
    weights: Weights,
    observation: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
    y: Float32Array,
    to: number,
    mask?: Uint8Array,
    maskAt = 0,
  ): void {
    const { squares, output } = this.board;
    const kernel = weights[this.kernel]!;
    const out = weights[this.out]!;
    const { hidden } = this;
    for (let s = 0; s < squares; s++) {
      if (mask && mask[maskAt + output + s] === 0) continue;
      this.look(kernel, observation, at + s, context, contextAt);
      let sum = 0;
      for (let j = 0; j < hidden.length; j++) if (hidden[j]! > 0) sum += hidden[j]! * out[j]!;
      y[to + output + s]! += sum;
    }
  }

  /**
   * The way back from one position: adds to the gradients of its weights and of the context.
   * @param dY gradient of the loss by the outputs; where it is zero nothing is done
   * @param gradient that of its two tensors is added to
   * @param dContext added to
   */
  gradient(
    weights: Weights,
    observation: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
    dY: Float32Array,
    from: number,
    gradient: Weights,
    dContext: Float32Array,
    dContextAt: number,
  ): void {
    const { squares, planes, output, width } = this.board;
    const kernel = weights[this.kernel]!;
    const out = weights[this.out]!;
    const dKernel = gradient[this.kernel]!;
    const dWeights = gradient[this.out]!;
    const { hidden } = this;
    for (let s = 0; s < squares; s++) {
      const d = dY[from + output + s]!;
      if (d === 0) continue;
      this.look(kernel, observation, at + s, context, contextAt);
      for (let j = 0; j < width; j++) {
        if (hidden[j]! <= 0) {
          hidden[j] = 0;
          continue;
        }
        dWeights[j]! += d * hidden[j]!;
        hidden[j] = d * out[j]!; // from here on the gradient by what went into the relu
        dContext[dContextAt + j]! += hidden[j]!;
      }
      for (let p = 0; p < planes.length; p++) {
        const x = observation[at + s + planes[p]!]!;
        if (x !== 0) for (let j = 0; j < width; j++) dKernel[p * width + j]! += x * hidden[j]!;
      }
    }
  }

  /** Writes the hidden units of a square before the relu. */
  private look(
    kernel: Float32Array,
    observation: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
  ): void {
    const { planes, width } = this.board;
    const { hidden } = this;
    for (let j = 0; j < width; j++) hidden[j] = context[contextAt + j]!;
    for (let p = 0; p < planes.length; p++) {
      const x = observation[at + planes[p]!]!;
      if (x !== 0) for (let j = 0; j < width; j++) hidden[j]! += x * kernel[p * width + j]!;
    }
  }
}
