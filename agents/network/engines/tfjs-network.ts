/**
 * The network on TensorFlow.js: forward for many rows, and the way back from gradients at the outputs to gradients of
 * the weights. TensorFlow.js does the matrix products; what is small and odd (masks, losses, Adam) is done by others in
 * plain loops, where it is faster than as a chain of tensor operations.
 *
 * The way back is written out instead of left to automatic differentiation for its speed: the WASM backend multiplies
 * by a transposed matrix ten times slower when told to transpose on the fly than after transposing it first, and
 * automatic differentiation does the former. Written out, it can also skip the zeros of observations and of illegal
 * actions. A test holds the two against each other.
 */
import type { Tensor1D, Tensor2D } from '@tensorflow/tfjs-core';
import type { BatchPolicy } from '../batch-policy.js';
import { BoardHead } from '../board-head.js';
import type { GradientNetwork, Outputs } from '../gradient-network.js';
import {
  copyWeights,
  type LayerShape,
  layers,
  type NetworkShape,
  policyOutputs,
  type Weights,
  weightsProblem,
} from '../network.js';
import { PolicyLayer } from './policy-layer.js';
import { SparseLayer } from './sparse-layer.js';
import type { TfjsBackend } from './tfjs.js';

/** One network on one thread's TensorFlow.js. */
export class TfjsNetwork implements BatchPolicy, GradientNetwork {
  private readonly stack: LayerShape[];
  private kernels: Tensor2D[] = [];
  private biases: Tensor1D[] = [];
  // On WASM two layers skip zeros, where there are enough of them; the native backend is as fast without.
  /** The first layer: observations are mostly zeros. */
  private readonly first: SparseLayer | undefined;
  private readonly firstBias: Float32Array;
  /** The way back through the policy head: only legal actions have a gradient. */
  private readonly head: PolicyLayer | undefined;
  private readonly board: BoardHead | undefined;
  /** The board head's tensors of the last `setWeights`. */
  private boardWeights: Weights = {};
  private gathered = new Float32Array(0);

  constructor(
    private readonly engine: TfjsBackend,
    readonly shape: NetworkShape,
  ) {
    this.stack = layers(shape);
    const width = shape.trunk[0] ?? 0;
    this.first =
      engine.backend === 'wasm' && SparseLayer.fits(width) ? new SparseLayer(shape.inputs, width) : undefined;
    this.head = engine.backend === 'wasm' && PolicyLayer.fits(shape) ? new PolicyLayer(shape) : undefined;
    this.board = shape.board && new BoardHead(shape.board);
    this.firstBias = new Float32Array(shape.trunk[0] ?? 0);
  }

  setWeights(weights: Weights): void {
    const problem = weightsProblem(this.shape, weights);
    if (problem) throw new RangeError(problem);
    // A copy: the native backend goes on reading the array that a tensor was made of until the tensor is first used.
    const copy = copyWeights(weights);
    this.boardWeights = copy;
    this.upload(copy);
  }

  private upload(weights: Weights): void {
    this.dispose();
    const { tf } = this.engine;
    if (this.first) {
      this.first.setKernel(weights['trunk.0.kernel']!);
      this.firstBias.set(weights['trunk.0.bias']!);
    }
    for (const { name, inputs, outputs } of this.stack) {
      this.kernels.push(tf.tensor2d(own(weights[`${name}.kernel`]!), [inputs, outputs]));
      this.biases.push(tf.tensor1d(own(weights[`${name}.bias`]!)));
    }
  }

  forward(
    rows: number,
    observation: Float32Array,
    logits: Float32Array,
    values: Float32Array,
    mask?: Uint8Array,
  ): void {
    this.engine.tf.tidy(() => {
      const last = this.activations(rows, observation).at(-1)!;
      const raw = this.dense(this.shape.trunk.length, last).dataSync() as Float32Array;
      this.finish(rows, observation, this.boardWeights, raw, logits, mask);
      values.set(this.dense(this.shape.trunk.length + 1, last).dataSync());
    });
  }

  gradient(
    observations: Float32Array,
    order: Int32Array,
    weights: Weights,
    outputGradient: (outputs: Outputs, gradient: Outputs) => void,
    gradient: Weights,
    mask?: Uint8Array,
  ): void {
    const { tf } = this.engine;
    const { actions, values, trunk } = this.shape;
    const rows = order.length;
    const observation = this.gather(observations, order);
    this.upload(weights);
    tf.tidy(() => {
      const x = this.activations(rows, observation);
      const last = x.at(-1)!;
      const [policy, value] = [trunk.length, trunk.length + 1];
      const raw = this.dense(policy, last).dataSync() as Float32Array;
      const outputs: Outputs = {
        logits: this.board ? new Float32Array(rows * actions) : raw,
        values: this.dense(value, last).dataSync() as Float32Array,
      };
      if (this.board) this.finish(rows, observation, weights, raw, outputs.logits, mask);
      const d: Outputs = { logits: new Float32Array(rows * actions), values: new Float32Array(rows * values) };
      outputGradient(outputs, d);

      const dValue = tf.tensor2d(d.values, [rows, values]);
      this.weightGradient(value, last, dValue, gradient);
      const dRaw = this.board ? this.backFromBoard(rows, observation, weights, raw, d.logits, gradient) : d.logits;
      const fromPolicy = this.backFromPolicy(rows, last, dRaw, weights['policy.kernel']!, gradient);
      if (trunk.length === 0) return;
      let dHidden = tf.add(fromPolicy, this.inputGradient(value, dValue)) as Tensor2D;
      for (let i = trunk.length - 1; i >= 0; i--) {
        const dSum = tf.mul(dHidden, this.slope(x[i + 1]!)) as Tensor2D;
        this.weightGradient(i, x[i]!, dSum, gradient);
        // Nobody asks for the gradient of the observation.
        if (i > 0) dHidden = this.inputGradient(i, dSum);
      }
    });
  }

  prepare(): void {}

  /** These rows, one after the other; valid until the next call. */
  private gather(observations: Float32Array, order: Int32Array): Float32Array {
    const { inputs } = this.shape;
    const size = order.length * inputs;
    if (this.gathered.length < size) this.gathered = new Float32Array(size);
    for (const [i, row] of order.entries())
      this.gathered.set(observations.subarray(row * inputs, (row + 1) * inputs), i * inputs);
    return this.gathered.subarray(0, size);
  }

  dispose(): void {
    for (const tensor of [...this.kernels, ...this.biases]) tensor.dispose();
    this.kernels = [];
    this.biases = [];
  }

  /** The logits of all rows from what the policy layer gave. */
  private finish(
    rows: number,
    observation: Float32Array,
    weights: Weights,
    raw: Float32Array,
    logits: Float32Array,
    mask?: Uint8Array,
  ): void {
    const { board } = this;
    if (!board) {
      logits.set(raw);
      return;
    }
    const { inputs, actions } = this.shape;
    const width = policyOutputs(this.shape);
    for (let r = 0; r < rows; r++) {
      logits.set(raw.subarray(r * width, r * width + actions), r * actions);
      const context = r * width + actions;
      board.add(weights, observation, r * inputs, raw, context, logits, r * actions, mask, r * actions);
    }
  }

  /** The way back through the board head. @returns the gradient of the loss at the outputs of the policy layer */
  private backFromBoard(
    rows: number,
    observation: Float32Array,
    weights: Weights,
    raw: Float32Array,
    d: Float32Array,
    gradient: Weights,
  ): Float32Array {
    const { inputs, actions } = this.shape;
    const width = policyOutputs(this.shape);
    const dRaw = new Float32Array(rows * width);
    gradient['board.kernel']!.fill(0);
    gradient['board.out']!.fill(0);
    for (let r = 0; r < rows; r++) {
      dRaw.set(d.subarray(r * actions, (r + 1) * actions), r * width);
      const at = r * width + actions;
      this.board!.gradient(weights, observation, r * inputs, raw, at, d, r * actions, gradient, dRaw, at);
    }
    return dRaw;
  }

  /**
   * The observations, then what comes out of each layer of the trunk. Observations that `first` holds are left out
   * (null): nobody needs them as a tensor.
   */
  private activations(rows: number, observation: Float32Array): (Tensor2D | null)[] {
    const { tf } = this.engine;
    const { inputs, trunk, activation } = this.shape;
    const x: (Tensor2D | null)[] = [];
    if (this.first?.read(rows, observation)) {
      const sums = tf.tensor2d(this.first.forward(this.firstBias), [rows, trunk[0]!]);
      x.push(null, activation === 'relu' ? tf.relu(sums) : tf.tanh(sums));
    } else x.push(tf.tensor2d(own(observation.subarray(0, rows * inputs)), [rows, inputs]));
    while (x.length <= trunk.length) x.push(this.dense(x.length - 1, x.at(-1)!, activation));
    return x;
  }

  private dense(layer: number, x: Tensor2D, activation?: 'relu' | 'tanh'): Tensor2D {
    const { tf } = this.engine;
    const bias = this.biases[layer]!;
    const y = tf.fused.matMul({
      a: x,
      b: this.kernels[layer]!,
      bias,
      activation: activation === 'relu' ? 'relu' : 'linear',
    });
    return (activation === 'tanh' ? tf.tanh(y) : y) as Tensor2D;
  }

  /** Slope of the activation where it gave `y`. */
  private slope(y: Tensor2D): Tensor2D {
    const { tf } = this.engine;
    return this.shape.activation === 'relu' ? tf.step(y) : tf.sub(1, tf.square(y));
  }

  /** The way back through the policy head. @returns the gradient of the loss at its input */
  private backFromPolicy(
    rows: number,
    x: Tensor2D,
    d: Float32Array,
    kernel: Float32Array,
    gradient: Weights,
  ): Tensor2D {
    const { tf } = this.engine;
    const { trunk } = this.shape;
    const actions = policyOutputs(this.shape);
    const policy = trunk.length;
    const dPolicy = tf.tensor2d(d, [rows, actions]);
    if (!this.head?.readGradient(rows, d)) {
      this.weightGradient(policy, x, dPolicy, gradient);
      return this.inputGradient(policy, dPolicy);
    }
    this.head.load(kernel, x.dataSync() as Float32Array);
    return tf.tensor2d(this.head.back(gradient).slice(), [rows, trunk.at(-1)!]);
  }

  private weightGradient(layer: number, x: Tensor2D | null, d: Tensor2D, gradient: Weights): void {
    const { tf } = this.engine;
    const { name } = this.stack[layer]!;
    const kernel = gradient[`${name}.kernel`]!;
    if (x) kernel.set(this.product(x, d, true, false).dataSync());
    else this.first!.gradient(d.dataSync() as Float32Array, kernel);
    gradient[`${name}.bias`]!.set(tf.sum(d, 0).dataSync());
  }

  private inputGradient(layer: number, d: Tensor2D): Tensor2D {
    return this.product(d, this.kernels[layer]!, false, true);
  }

  /** a * b, each transposed if asked for. */
  private product(a: Tensor2D, b: Tensor2D, transposeA: boolean, transposeB: boolean): Tensor2D {
    const { tf, backend } = this.engine;
    if (backend !== 'wasm') return tf.matMul(a, b, transposeA, transposeB);
    return tf.matMul(transposeA ? tf.transpose(a) : a, transposeB ? tf.transpose(b) : b);
  }
}

/** The native backend does not read shared memory. */
function own(x: Float32Array): Float32Array {
  return x.buffer instanceof SharedArrayBuffer ? x.slice() : x;
}
