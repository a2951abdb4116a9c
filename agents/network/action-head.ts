/**
 * The part of a masked head that looks at the legal actions one by one, all through the same few weights, by what is known
 * of each of them (its features): what makes an action worth taking is learnt once instead of once an action. It adds to
 * the output of every legal action a that has any
 *
 *   y[a] += sum over j of  out[j] * relu(context[j] + sum over f of  features[a, f] * kernel[f, j])
 *
 * where the context, `width` further numbers that the head's layer gives, is what the rest of the network computes for the
 * whole position. An action whose features are all zero has none, and nothing is added: where only the squares of a board
 * say something, the others cost nothing. Features do not pass through the trunk, and exist for legal actions alone. Plain
 * loops: few actions are legal at a time.
 */
import { featureSize, type Head, type NetworkShape, type Weights } from './network.js';

/** What is known of the legal actions of some positions. */
export interface ActionFeatures {
  /** Row-major [legal actions, `featureSize`]: those of each position one behind the other, by ascending id. */
  values: Float32Array;
  /** [positions] which of them is the position's first. */
  first: Int32Array;
}

/** Names of the tensors of a head that reads features of actions. */
export function actionTensors(head: string): { kernel: string; out: string } {
  return { kernel: `${head}.actions.kernel`, out: `${head}.actions.out` };
}

/**
 * Lists the legal actions of some rows that have features.
 * @param mask [rows, actions]
 * @param known features of the legal actions, those of row i at `first[order[i]]`, or without an order at `first[i]`
 * @param size numbers in the features of an action
 * @param out written: features [listed, size]; the row of each; its place among all outputs, `row * actions + action`
 * @returns how many are listed
 */
export function listActions(
  rows: number,
  actions: number,
  mask: Uint8Array,
  { values, first }: ActionFeatures,
  order: Int32Array | undefined,
  size: number,
  out: { features: Float32Array; row: Int32Array; place: Int32Array },
): number {
  const { features, row, place } = out;
  let listed = 0;
  for (let r = 0; r < rows; r++) {
    let from = first[order ? order[r]! : r]! * size;
    const end = (r + 1) * actions;
    for (let i = r * actions; i < end; i++) {
      if (mask[i] === 0) continue;
      let any = false;
      const at = listed * size;
      for (let f = 0; f < size; f++) any = (features[at + f] = values[from + f]!) !== 0 || any;
      from += size;
      if (!any) continue;
      row[listed] = r;
      place[listed++] = i;
    }
  }
  return listed;
}

/** Computes that part of one head. Keeps no weights; belongs to one thread. */
export class ActionHead {
  /** Numbers in the features of an action. */
  readonly size: number;
  /** Names of its tensors. */
  readonly tensors: readonly string[];
  private readonly actions: number;
  private readonly hidden: Float32Array;
  private readonly kernel: string;
  private readonly out: string;

  /** @param head one with `actions` */
  constructor(shape: NetworkShape, head: Head) {
    const { kernel, out } = actionTensors(head.name);
    this.size = featureSize(shape);
    this.actions = head.width;
    this.hidden = new Float32Array(head.actions!);
    this.kernel = kernel;
    this.out = out;
    this.tensors = [kernel, out];
  }

  /**
   * Adds its part to the head's outputs for one position.
   * @param mask the position's part begins at `maskAt`
   * @param features of its legal actions, from number `at` on
   * @param context at least `contextAt + width` numbers
   * @param y the outputs, changed; the position's begin at `to`
   */
  add(
    weights: Weights,
    mask: Uint8Array,
    maskAt: number,
    features: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
    y: Float32Array,
    to: number,
  ): void {
    const { actions, size, hidden } = this;
    const kernel = weights[this.kernel]!;
    const out = weights[this.out]!;
    let from = at - size;
    for (let a = 0; a < actions; a++) {
      if (mask[maskAt + a] === 0) continue;
      from += size;
      if (!this.look(kernel, features, from, context, contextAt)) continue;
      let sum = 0;
      for (let j = 0; j < hidden.length; j++) if (hidden[j]! > 0) sum += hidden[j]! * out[j]!;
      y[to + a]! += sum;
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
    mask: Uint8Array,
    maskAt: number,
    features: Float32Array,
    at: number,
    context: Float32Array,
    contextAt: number,
    dY: Float32Array,
    dYAt: number,
    gradient: Weights,
    dContext: Float32Array,
    dContextAt: number,
  ): void {
    const { actions, size, hidden } = this;
    const width = hidden.length;
    const kernel = weights[this.kernel]!;
    const out = weights[this.out]!;
    const dKernel = gradient[this.kernel]!;
    const dOut = gradient[this.out]!;
    let from = at - size;
    for (let a = 0; a < actions; a++) {
      if (mask[maskAt + a] === 0) continue;
      from += size;
      const d = dY[dYAt + a]!;
      if (d === 0 || !this.look(kernel, features, from, context, contextAt)) continue;
      for (let j = 0; j < width; j++) {
        if (hidden[j]! <= 0) {
          hidden[j] = 0;
          continue;
        }
        dOut[j]! += d * hidden[j]!;
        hidden[j] = d * out[j]!; // from here on the gradient by what went into the relu
        dContext[dContextAt + j]! += hidden[j]!;
      }
      for (let f = 0; f < size; f++) {
        const x = features[from + f]!;
        if (x !== 0) for (let j = 0; j < width; j++) dKernel[f * width + j]! += x * hidden[j]!;
      }
    }
  }

  /** Writes the hidden units of an action before the relu. @returns false: it has no features */
  private look(kernel: Float32Array, features: Float32Array, from: number, context: Float32Array, at: number): boolean {
    const { size, hidden } = this;
    const width = hidden.length;
    let first = 0;
    while (first < size && features[from + first] === 0) first++;
    if (first === size) return false;
    for (let j = 0; j < width; j++) hidden[j] = context[at + j]!;
    for (let f = first; f < size; f++) {
      const x = features[from + f]!;
      if (x !== 0) for (let j = 0; j < width; j++) hidden[j]! += x * kernel[f * width + j]!;
    }
    return true;
  }
}
