/**
 * The part of a policy network that looks at the squares of a board one by one, all through the same few weights: what
 * makes a square worth going to is learnt once instead of once a square. It adds to the logits of the actions "this
 * square":
 *
 *   logit[action + s] += sum over j of  out[j] * relu(context[j] + sum over planes p of  x[p, s] * kernel[p, j])
 *
 * where x[p, s] is what plane p of the observation says of square s, and the context, `width` further outputs of the
 * policy layer, is what the rest of the network makes of the whole position. A 1 x 1 convolution with a context, that is.
 * Plain loops: few squares are legal at a time, and the others need not be looked at.
 */
import type { NetworkShape, Weights } from './network.js';

/** Where the squares stand in observation and actions. */
export interface BoardShape {
  squares: number;
  /** Where each plane begins in the observation; `squares` numbers each. */
  planes: number[];
  /** Id of the action that names the first square; the others follow. */
  action: number;
  /** Hidden units a square. */
  width: number;
}

/** The first thing wrong with a board for a network, or undefined. */
export function boardProblem({ inputs, actions }: NetworkShape, board: BoardShape): string | undefined {
  const { squares, planes, action, width } = board;
  if (!(squares >= 1 && width >= 1 && planes.length >= 1)) return 'its board head is empty';
  if (planes.some((at) => !(at >= 0 && at + squares <= inputs)))
    return 'a plane of its board lies outside the observation';
  if (!(action >= 0 && action + squares <= actions)) return 'its board has more squares than actions';
  return undefined;
}

/** Computes the head of one network. Keeps no weights; belongs to one thread. */
export class BoardHead {
  private readonly hidden: Float32Array;

  constructor(private readonly board: BoardShape) {
    this.hidden = new Float32Array(board.width);
  }

  /**
   * Adds the head's part to the logits of one position.
   * @param observation the position's numbers begin at `at`
   * @param context at least `contextAt + width` numbers
   * @param logits changed; the position's logits begin at `to`
   * @param mask with it, squares whose action is illegal are left as they are; the position's part begins at `maskAt`
   */
  add(
    weights: Weights,
    observation: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
    logits: Float32Array,
    to: number,
    mask?: Uint8Array,
    maskAt = 0,
  ): void {
    const { squares, action } = this.board;
    const out = weights['board.out']!;
    const { hidden } = this;
    for (let s = 0; s < squares; s++) {
      if (mask && mask[maskAt + action + s] === 0) continue;
      this.look(weights, observation, at + s, context, contextAt);
      let sum = 0;
      for (let j = 0; j < hidden.length; j++) if (hidden[j]! > 0) sum += hidden[j]! * out[j]!;
      logits[to + action + s]! += sum;
    }
  }

  /**
   * The way back from one position: adds to the gradients of the head's weights and of the context.
   * @param dLogits gradient of the loss by the logits; where it is zero nothing is done
   * @param gradient `board.kernel` and `board.out` are added to
   * @param dContext added to
   */
  gradient(
    weights: Weights,
    observation: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
    dLogits: Float32Array,
    from: number,
    gradient: Weights,
    dContext: Float32Array,
    dContextAt: number,
  ): void {
    const { squares, planes, action, width } = this.board;
    const out = weights['board.out']!;
    const dKernel = gradient['board.kernel']!;
    const dOut = gradient['board.out']!;
    const { hidden } = this;
    for (let s = 0; s < squares; s++) {
      const d = dLogits[from + action + s]!;
      if (d === 0) continue;
      this.look(weights, observation, at + s, context, contextAt);
      for (let j = 0; j < width; j++) {
        if (hidden[j]! <= 0) {
          hidden[j] = 0;
          continue;
        }
        dOut[j]! += d * hidden[j]!;
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
    weights: Weights,
    observation: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
  ): void {
    const { planes, width } = this.board;
    const kernel = weights['board.kernel']!;
    const { hidden } = this;
    for (let j = 0; j < width; j++) hidden[j] = context[contextAt + j]!;
    for (let p = 0; p < planes.length; p++) {
      const x = observation[at + planes[p]!]!;
      if (x !== 0) for (let j = 0; j < width; j++) hidden[j]! += x * kernel[p * width + j]!;
    }
  }
}
