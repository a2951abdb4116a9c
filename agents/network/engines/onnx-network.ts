/**
 * The network on ONNX Runtime, forward and back, for many rows. ONNX Runtime does the dense products; what is sparse is
 * done here: columns of the observations that are mostly zeros (`FirstLayer`), the board head, which looks at legal
 * squares alone, and while learning the policy layer, of which only legal actions count (`PolicyLayer`).
 */
import type { Tensor } from 'onnxruntime-common';
import type { BatchPolicy } from '../batch-policy.js';
import { BoardHead } from '../board-head.js';
import type { GradientNetwork, Outputs } from '../gradient-network.js';
import {
  copyWeights,
  type NetworkShape,
  policyOutputs,
  type Weights,
  weightShapes,
  weightsProblem,
} from '../network.js';
import { FirstLayer } from './first-layer.js';
import { createSession, type Ort, type Session } from './onnx.js';
import { backwardModel, forwardModel, type Outside } from './onnx-passes.js';
import { PolicyLayer } from './policy-layer.js';

/** A batch to play with that is smaller says too little of which columns are mostly zeros. */
const FEWEST_ROWS = 16;

/**
 * One network on one thread's ONNX Runtime. Calls may not overlap. The weights are inputs of the models: as constants
 * they would make a batch of 64 a tenth faster, and each change of weights ten milliseconds slower.
 */
export class OnnxNetwork implements BatchPolicy, GradientNetwork {
  /** By pass and what of it is computed outside; opened when first needed. */
  private readonly sessions = new Map<string, Promise<Session>>();
  private weights: Weights | undefined;
  /** All but the first layer's, over `weights`. */
  private readonly tensors: Record<string, Tensor> = {};
  private readonly first: FirstLayer | undefined;
  private readonly board: BoardHead | undefined;
  private readonly contextWidth: number;
  private readonly policy: PolicyLayer | undefined;
  /** Whether the first layer's columns were told apart since the weights changed. */
  private chosen = false;
  /** Arrays that are used again and again. */
  private readonly arrays = new Map<string, Float32Array>();

  /** @param threads that share each operation; 1 where several workers play */
  constructor(
    private readonly ort: Ort,
    readonly shape: NetworkShape,
    private readonly threads = 1,
  ) {
    const { trunk, inputs, board } = shape;
    this.first = trunk.length > 0 ? new FirstLayer(inputs, trunk[0]!) : undefined;
    this.board = board && new BoardHead(board);
    this.contextWidth = board?.width ?? 0;
    this.policy = PolicyLayer.fits(shape) ? new PolicyLayer(shape) : undefined;
  }

  setWeights(weights: Weights): void {
    const problem = weightsProblem(this.shape, weights);
    if (problem) throw new RangeError(problem);
    this.takeWeights(weights);
    this.chosen = false;
    this.first?.reset();
  }

  async forward(
    rows: number,
    observation: Float32Array,
    logits: Float32Array,
    values: Float32Array,
    mask?: Uint8Array,
  ): Promise<void> {
    if (!this.weights) throw new RangeError('the network has no weights yet: call setWeights first');
    if (!this.chosen && rows >= FEWEST_ROWS) {
      this.first?.choose(rows, observation, 'play');
      this.chosen = true;
    }
    const out = await this.pass(rows, observation, ['raw', 'values']);
    const context = this.floats('context', rows * this.contextWidth);
    this.split(rows, out.raw!, logits, context);
    this.addBoard(rows, observation, undefined, context, logits, mask);
    values.set(out.values!);
  }

  prepare(rows: number, observation: Float32Array): void {
    this.first?.prepare(rows, observation);
  }

  async gradient(
    observation: Float32Array,
    order: Int32Array,
    weights: Weights,
    outputGradient: (outputs: Outputs, gradient: Outputs) => void,
    gradient: Weights,
    mask?: Uint8Array,
  ): Promise<void> {
    const { shape, first, policy } = this;
    const { actions, values, trunk } = shape;
    const rows = order.length;
    this.takeWeights(weights);
    const hidden = trunk.map((_, i) => `hidden.${i}`);
    const outside = (mask && policy?.readMask(rows, mask)) ?? false;
    const names = outside ? [...hidden, 'values'] : [...hidden, 'raw', 'values'];
    const out = await this.pass(rows, observation, names, order);
    const logits = this.floats('logits', rows * actions);
    const context = this.floats('context', rows * this.contextWidth);
    if (outside) {
      policy!.load(this.weights!['policy.kernel']!, out[hidden.at(-1)!]!);
      policy!.forward(this.weights!['policy.bias']!, logits, context);
    } else this.split(rows, out.raw!, logits, context);
    this.addBoard(rows, observation, order, context, logits, mask);

    const d: Outputs = {
      logits: this.floats('d.logits', rows * actions).fill(0),
      values: this.floats('d.values', rows * values).fill(0),
    };
    outputGradient({ logits, values: out.values! }, d);
    const dContext = this.floats('d.context', context.length).fill(0);
    this.backFromBoard(observation, order, weights, context, d.logits, gradient, dContext);

    const feeds: Record<string, Tensor> = { ...this.tensors, 'd.values': this.matrix(d.values, rows, values) };
    if (outside) {
      policy!.setGradient(d.logits, dContext);
      feeds['d.policy'] = this.matrix(policy!.back(gradient), rows, trunk.at(-1)!);
    } else feeds['d.raw'] = this.matrix(this.join(rows, d.logits, dContext), rows, policyOutputs(shape));
    const observed = first ? first.x() : this.gathered(rows, observation, order);
    feeds.x = this.matrix(observed, rows, observed.length / rows);
    for (const [i, name] of hidden.entries()) feeds[name] = this.matrix(out[name]!, rows, trunk[i]!);

    const mixed = first?.mixed ?? false;
    const fetches: Record<string, Tensor> = {};
    const firstGradient = first && this.floats('gradient.first', first.columns.length * first.width);
    for (const { name, shape: dims } of weightShapes(shape)) {
      const layer = name.slice(0, name.lastIndexOf('.'));
      if (layer === 'board' || (outside && layer === 'policy')) continue;
      if (name === 'trunk.0.kernel')
        fetches['gradient.first.kernel'] = this.matrix(firstGradient!, first!.columns.length, first!.width);
      else {
        const size = dims.reduce((a, b) => a * b, 1);
        const given = givenName(name);
        fetches[given] = new this.ort.Tensor('float32', this.floats(given, size), dims);
      }
    }
    if (mixed) fetches['d.first'] = this.matrix(first!.sumsGradient(), rows, first!.width);
    await this.run('backward', { first: mixed, policy: outside }, feeds, fetches);
    for (const { name } of weightShapes(shape)) {
      if (name === 'trunk.0.kernel') first!.gradient(firstGradient!, gradient[name]!);
      else {
        const from = fetches[givenName(name)];
        if (from) gradient[name]!.set(from.data as Float32Array);
      }
    }
  }

  dispose(): void {
    for (const opening of this.sessions.values()) opening.then((session) => session.release()).catch(() => {});
    this.sessions.clear();
  }

  /** The forward pass as far as ONNX Runtime does it. @returns the outputs that are asked for, by name */
  private async pass(
    rows: number,
    observation: Float32Array,
    names: string[],
    order?: Int32Array,
  ): Promise<Record<string, Float32Array>> {
    const { shape, first } = this;
    if (order) first?.select(observation, order);
    else first?.read(rows, observation);
    const x = first ? first.x() : this.gathered(rows, observation, order);
    const feeds: Record<string, Tensor> = { ...this.tensors, x: this.matrix(x, rows, x.length / rows) };
    if (first) {
      feeds['first.kernel'] = this.matrix(first.kernel(), first.columns.length, first.width);
      const sums = first.sums();
      feeds['first.sums'] = first.mixed
        ? this.matrix(sums, rows, first.width)
        : new this.ort.Tensor('float32', sums, [first.width]);
    }
    const fetches: Record<string, Tensor> = {};
    const widths: Record<string, number> = { raw: policyOutputs(shape), values: shape.values };
    for (const [i, width] of shape.trunk.entries()) widths[`hidden.${i}`] = width;
    for (const name of names) fetches[name] = this.matrix(this.floats(name, rows * widths[name]!), rows, widths[name]!);
    await this.run('forward', { first: first?.mixed ?? false, policy: !names.includes('raw') }, feeds, fetches);
    return Object.fromEntries(names.map((name) => [name, fetches[name]!.data as Float32Array]));
  }

  /** What the policy layer gives: logits, and the context of the board head. */
  private split(rows: number, raw: Float32Array, logits: Float32Array, context: Float32Array): void {
    const { actions } = this.shape;
    const width = this.contextWidth;
    const both = actions + width;
    if (width === 0) logits.set(raw.subarray(0, rows * actions));
    else
      for (let r = 0; r < rows; r++) {
        logits.set(raw.subarray(r * both, r * both + actions), r * actions);
        context.set(raw.subarray(r * both + actions, (r + 1) * both), r * width);
      }
  }

  /** The other way round, for gradients. */
  private join(rows: number, logits: Float32Array, context: Float32Array): Float32Array {
    const { actions } = this.shape;
    const width = this.contextWidth;
    if (width === 0) return logits;
    const raw = this.floats('d.raw', rows * (actions + width));
    for (let r = 0; r < rows; r++) {
      raw.set(logits.subarray(r * actions, (r + 1) * actions), r * (actions + width));
      raw.set(context.subarray(r * width, (r + 1) * width), r * (actions + width) + actions);
    }
    return raw;
  }

  private addBoard(
    rows: number,
    observation: Float32Array,
    order: Int32Array | undefined,
    context: Float32Array,
    logits: Float32Array,
    mask?: Uint8Array,
  ): void {
    const { board, weights, contextWidth } = this;
    const { inputs, actions } = this.shape;
    if (board)
      for (let r = 0; r < rows; r++) {
        const at = (order ? order[r]! : r) * inputs;
        board.add(weights!, observation, at, context, r * contextWidth, logits, r * actions, mask, r * actions);
      }
  }

  /** @param d gradient at the logits @param dContext written; zeros before */
  private backFromBoard(
    observation: Float32Array,
    order: Int32Array,
    weights: Weights,
    context: Float32Array,
    d: Float32Array,
    gradient: Weights,
    dContext: Float32Array,
  ): void {
    const { board, contextWidth } = this;
    const { inputs, actions } = this.shape;
    if (!board) return;
    gradient['board.kernel']!.fill(0);
    gradient['board.out']!.fill(0);
    for (const [r, row] of order.entries()) {
      const at = r * contextWidth;
      board.gradient(weights, observation, row * inputs, context, at, d, r * actions, gradient, dContext, at);
    }
  }

  /** Copies the weights: ONNX Runtime does not read shared memory. */
  private takeWeights(weights: Weights): void {
    const { ort, first, shape } = this;
    first?.setWeights(weights['trunk.0.kernel']!, weights['trunk.0.bias']!);
    if (this.weights) {
      for (const [name, own] of Object.entries(this.weights)) own.set(weights[name]!);
      return;
    }
    const { 'trunk.0.kernel': _, ...others } = weights;
    this.weights = copyWeights(others);
    for (const { name, shape: dims } of weightShapes(shape))
      if (this.weights[name]) this.tensors[name] = new ort.Tensor('float32', this.weights[name], dims);
  }

  /** The observations as they are, where there is no layer to split. */
  private gathered(rows: number, observation: Float32Array, order?: Int32Array): Float32Array {
    const { inputs } = this.shape;
    const x = this.floats('x', rows * inputs);
    for (let r = 0; r < rows; r++) {
      const at = (order ? order[r]! : r) * inputs;
      x.set(observation.subarray(at, at + inputs), r * inputs);
    }
    return x;
  }

  /** An array of this length for this use; what it held before is gone. */
  private floats(name: string, length: number): Float32Array {
    let array = this.arrays.get(name);
    if (!array || array.length < length) this.arrays.set(name, (array = new Float32Array(length)));
    return array.subarray(0, length);
  }

  private matrix(data: Float32Array, rows: number, columns: number): Tensor {
    return new this.ort.Tensor('float32', data, [rows, columns]);
  }

  private async run(
    pass: 'forward' | 'backward',
    outside: Outside,
    feeds: Record<string, Tensor>,
    fetches: Record<string, Tensor>,
  ): Promise<void> {
    const key = `${pass} ${outside.first} ${outside.policy}`;
    let opening = this.sessions.get(key);
    if (!opening) {
      const model = pass === 'forward' ? forwardModel(this.shape, outside) : backwardModel(this.shape, outside);
      this.sessions.set(key, (opening = createSession(this.ort, model, this.threads)));
    }
    const session = await opening;
    const wanted = Object.fromEntries(session.inputNames.map((name) => [name, feeds[name]!]));
    await session.run(wanted, fetches);
  }
}

/** What the backward pass calls the gradient of a weight. */
function givenName(weight: string): string {
  return `gradient.${weight === 'trunk.0.bias' ? 'first.bias' : weight}`;
}
