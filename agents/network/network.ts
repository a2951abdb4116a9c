/**
 * The policy network as plain data: its shape, its weights and how they start. One multilayer perceptron with two
 * heads: logits over all actions and one value a seat; in games with a board, the logits of squares get a part from the
 * board head. Who computes with it: `Inference` below for one position (plain TypeScript, no dependency), the engines
 * for batches.
 */
import type { Rng } from '../../env/chance.js';
import { BoardHead, type BoardShape, boardProblem } from './board-head.js';

/** Sizes of a network. */
export interface NetworkShape {
  /** Numbers in an observation. */
  inputs: number;
  /** Action ids. */
  actions: number;
  /** Outputs of the value head: one a seat, in relative order (me, the next seat, ...). */
  values: number;
  /** Width of each hidden layer; may be empty. */
  trunk: number[];
  activation: 'relu' | 'tanh';
  /** The board head, where there is one. */
  board?: BoardShape | undefined;
}

/** Outputs of the policy layer: the logits, then the context of the board head. */
export function policyOutputs(shape: NetworkShape): number {
  return shape.actions + (shape.board?.width ?? 0);
}

/** Tensors by name; kernels are row-major [inputs, outputs]. */
export type Weights = Record<string, Float32Array>;

/** One dense layer: `x [rows, inputs] * kernel [inputs, outputs] + bias [outputs]`. */
export interface LayerShape {
  /** `trunk.0`, `trunk.1`, ..., `policy`, `value`. */
  name: string;
  inputs: number;
  outputs: number;
}

/** Layers in their fixed order: the trunk from the observation up, then `policy`, then `value`. */
export function layers(shape: NetworkShape): LayerShape[] {
  const list: LayerShape[] = [];
  let inputs = shape.inputs;
  shape.trunk.forEach((outputs, i) => {
    list.push({ name: `trunk.${i}`, inputs, outputs });
    inputs = outputs;
  });
  list.push(
    { name: 'policy', inputs, outputs: policyOutputs(shape) },
    { name: 'value', inputs, outputs: shape.values },
  );
  return list;
}

/**
 * Names and shapes of all tensors in their fixed order: each layer's kernel, then its bias. Those of the board head
 * stand before the value head, which lies last.
 */
export function weightShapes(shape: NetworkShape): { name: string; shape: number[] }[] {
  const { board } = shape;
  const head = board
    ? [
        { name: 'board.kernel', shape: [board.planes.length, board.width] },
        { name: 'board.out', shape: [board.width] },
      ]
    : [];
  return layers(shape).flatMap(({ name, inputs, outputs }) => [
    ...(name === 'value' ? head : []),
    { name: `${name}.kernel`, shape: [inputs, outputs] },
    { name: `${name}.bias`, shape: [outputs] },
  ]);
}

/** Number of parameters. */
export function countWeights(shape: NetworkShape): number {
  return weightShapes(shape).reduce((sum, { shape: dims }) => sum + dims.reduce((a, b) => a * b, 1), 0);
}

/** The first thing wrong with these weights for this shape, or undefined. Extra tensors are wrong too. */
export function weightsProblem(shape: NetworkShape, weights: Weights): string | undefined {
  const misplaced = shape.board && boardProblem(shape, shape.board);
  if (misplaced) return misplaced;
  const wanted = weightShapes(shape);
  for (const { name, shape: dims } of wanted) {
    const tensor = weights[name];
    const size = dims.reduce((a, b) => a * b, 1);
    if (!tensor) return `tensor ${name} is missing`;
    if (tensor.length !== size) return `tensor ${name} has ${tensor.length} numbers, wanted ${dims.join(' x ')}`;
    if (!tensor.every(Number.isFinite)) return `tensor ${name} holds a number that is not finite`;
  }
  const extra = Object.keys(weights).find((name) => !wanted.some((w) => w.name === name));
  return extra === undefined ? undefined : `tensor ${extra} does not belong to this network`;
}

/** A copy that shares no memory. */
export function copyWeights(weights: Weights): Weights {
  return Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [name, tensor.slice()]));
}

/**
 * Starting weights: orthogonal kernels (gain sqrt 2 in the trunk, 0.01 in the policy head so that the first policy is
 * all but uniform, 1 in the value head), biases zero. The choice of Andrychowicz et al. 2021 and of most PPO code. The
 * board head is one more hidden layer and one more small output.
 */
export function initialWeights(shape: NetworkShape, rng: Rng): Weights {
  const weights: Weights = {};
  for (const { name, inputs, outputs } of layers(shape)) {
    const gain = name === 'policy' ? 0.01 : name === 'value' ? 1 : Math.SQRT2;
    weights[`${name}.kernel`] =
      name === 'policy' && shape.board
        ? besides(inputs, orthogonal(inputs, shape.actions, gain, rng), orthogonal(inputs, shape.board.width, 1, rng))
        : orthogonal(inputs, outputs, gain, rng);
    weights[`${name}.bias`] = new Float32Array(outputs);
  }
  if (shape.board) {
    weights['board.kernel'] = orthogonal(shape.board.planes.length, shape.board.width, Math.SQRT2, rng);
    weights['board.out'] = orthogonal(shape.board.width, 1, 0.01, rng);
  }
  return weights;
}

/** Two row-major matrices with as many rows, side by side. */
function besides(rows: number, left: Float32Array, right: Float32Array): Float32Array {
  const [a, b] = [left.length / rows, right.length / rows];
  const out = new Float32Array(left.length + right.length);
  for (let r = 0; r < rows; r++) {
    out.set(left.subarray(r * a, (r + 1) * a), r * (a + b));
    out.set(right.subarray(r * b, (r + 1) * b), r * (a + b) + a);
  }
  return out;
}

/** A row-major [rows, columns] matrix whose shorter side is a set of orthogonal vectors of length `gain`. */
function orthogonal(rows: number, columns: number, gain: number, rng: Rng): Float32Array {
  const count = Math.min(rows, columns);
  const length = Math.max(rows, columns);
  const vectors: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    const v = Float64Array.from({ length }, () => gaussian(rng));
    // Twice: once loses orthogonality to rounding when many vectors are taken out.
    for (let pass = 0; pass < 2; pass++) {
      for (const u of vectors) {
        let dot = 0;
        for (let j = 0; j < length; j++) dot += u[j]! * v[j]!;
        for (let j = 0; j < length; j++) v[j]! -= dot * u[j]!;
      }
    }
    const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    vectors.push(v.map((x) => x / norm));
  }
  const out = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      out[r * columns + c] = gain * (columns <= rows ? vectors[c]![r]! : vectors[r]![c]!);
  return out;
}

/** Box-Muller; 1 - uniform is never 0. */
function gaussian(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.uniform())) * Math.cos(2 * Math.PI * rng.uniform());
}

/**
 * `out[to..to+outputs] = bias + x[at..at+inputs] * kernel`, skipping inputs that are zero (most of an observation is,
 * and half of what a relu lets through). The others are taken four at a time: `out` is then read and written a quarter
 * as often, which halves the time.
 */
export function denseRow(
  x: Float32Array,
  at: number,
  inputs: number,
  kernel: Float32Array,
  bias: Float32Array,
  out: Float32Array,
  to: number,
): void {
  const n = bias.length;
  for (let j = 0; j < n; j++) out[to + j] = bias[j]!;
  let i = at;
  const end = at + inputs;
  while (i < end) {
    let [a, b, c, d] = [0, 0, 0, 0];
    let [p, q, r, s] = [0, 0, 0, 0];
    while (i < end && (a = x[i]!) === 0) i++;
    p = (i++ - at) * n;
    while (i < end && (b = x[i]!) === 0) i++;
    q = (i++ - at) * n;
    while (i < end && (c = x[i]!) === 0) i++;
    r = (i++ - at) * n;
    while (i < end && (d = x[i]!) === 0) i++;
    s = (i++ - at) * n;
    if (i <= end) {
      for (let j = 0; j < n; j++)
        out[to + j]! += a * kernel[p + j]! + b * kernel[q + j]! + c * kernel[r + j]! + d * kernel[s + j]!;
    } else {
      // The last few: those past the end have a factor of zero, and must not be read.
      if (a !== 0) for (let j = 0; j < n; j++) out[to + j]! += a * kernel[p + j]!;
      if (b !== 0) for (let j = 0; j < n; j++) out[to + j]! += b * kernel[q + j]!;
      if (c !== 0) for (let j = 0; j < n; j++) out[to + j]! += c * kernel[r + j]!;
    }
  }
}

/** `x[at..at+n]` through the activation, in place. */
export function activate(activation: NetworkShape['activation'], x: Float32Array, at: number, n: number): void {
  if (activation === 'relu') {
    for (let i = at; i < at + n; i++) if (x[i]! < 0) x[i] = 0;
  } else {
    for (let i = at; i < at + n; i++) x[i] = Math.tanh(x[i]!);
  }
}

/** The network for one position at a time, in plain TypeScript: no engine to load, no memory made per call. */
export class Inference {
  private readonly hidden: Float32Array[];
  private readonly stack: LayerShape[];
  private readonly board: BoardHead | undefined;
  /** Logits and context, as the policy layer gives them, where there is a board head. */
  private readonly raw: Float32Array;

  constructor(
    readonly shape: NetworkShape,
    private readonly weights: Weights,
  ) {
    const problem = weightsProblem(shape, weights);
    if (problem) throw new RangeError(problem);
    this.stack = layers(shape);
    this.hidden = shape.trunk.map((width) => new Float32Array(width));
    this.board = shape.board && new BoardHead(shape.board);
    this.raw = new Float32Array(shape.board ? policyOutputs(shape) : 0);
  }

  /**
   * @param observation at least `offset + shape.inputs` numbers
   * @param logits written; length `shape.actions`, illegal actions included
   * @param values written; length `shape.values`, relative seats
   */
  run(observation: Float32Array, offset: number, logits: Float32Array, values: Float32Array): void {
    let x = observation;
    let at = offset;
    const { board, raw, shape } = this;
    this.stack.forEach(({ name, inputs }, i) => {
      const out = name === 'policy' ? (board ? raw : logits) : name === 'value' ? values : this.hidden[i]!;
      denseRow(x, at, inputs, this.weights[`${name}.kernel`]!, this.weights[`${name}.bias`]!, out, 0);
      if (i >= this.hidden.length) return;
      activate(this.shape.activation, out, 0, out.length);
      x = out;
      at = 0;
    });
    if (!board) return;
    logits.set(raw.subarray(0, shape.actions));
    board.add(this.weights, observation, offset, raw, shape.actions, logits, 0);
  }
}

/** All weights in one array, in the order of `weightShapes`. */
export function flattenWeights(shape: NetworkShape, weights: Weights): Float32Array {
  const problem = weightsProblem(shape, weights);
  if (problem) throw new RangeError(problem);
  const flat = new Float32Array(countWeights(shape));
  for (const [name, view] of Object.entries(viewWeights(shape, flat))) view.set(weights[name]!);
  return flat;
}

/** The tensors inside such an array: views, not copies. */
export function viewWeights(shape: NetworkShape, flat: Float32Array): Weights {
  let at = 0;
  return Object.fromEntries(
    weightShapes(shape).map(({ name, shape: dims }) => {
      const size = dims.reduce((a, b) => a * b, 1);
      return [name, flat.subarray(at, (at += size))];
    }),
  );
}
