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
import type { ActionFeatures } from '../action-head.js';
import type { BatchPolicy } from '../batch-policy.js';
import type { GradientNetwork } from '../gradient-network.js';
import {
  copyWeights,
  type LayerShape,
  layers,
  type NetworkShape,
  type Outputs,
  type Weights,
  weightsProblem,
} from '../network.js';
import { NormalisedInput } from '../normalised-input.js';
import { ActionRows } from './action-rows.js';
import { MaskedLayer } from './masked-layer.js';
import { SparseLayer } from './sparse-layer.js';
import type { TfjsBackend } from './tfjs.js';

/** A head, and what is done for it in plain loops. */
interface HeadRows {
  name: string;
  width: number;
  /** Its place among all layers. */
  layer: number;
  actions: ActionRows | undefined;
  /** The way back through its layer, where few outputs have a gradient. */
  masked: MaskedLayer | undefined;
}

/** What `backward` needs of the `forward` before it. */
interface Pass {
  /** Rows of the batch. */
  order: Int32Array;
  weights: Weights;
  /** The observations (null where `first` holds them), then what comes out of each layer of the trunk. */
  levels: (Tensor2D | null)[];
}

/** One network on one thread's TensorFlow.js. */
export class TfjsNetwork implements BatchPolicy, GradientNetwork {
  private readonly stack: LayerShape[];
  private readonly heads: HeadRows[];
  private kernels: Tensor2D[] = [];
  private biases: Tensor1D[] = [];
  // On WASM two kinds of layers skip zeros, where there are enough of them; the native backend is as fast without.
  /** The first layer: observations are mostly zeros. */
  private readonly first: SparseLayer | undefined;
  private readonly firstBias: Float32Array;
  /** To play with, and of what `prepare` was shown. */
  private readonly input: NormalisedInput | undefined;
  private readonly preparedInput: NormalisedInput | undefined;
  /** Those of the last `setWeights`. */
  private weights: Weights = {};
  /** What `prepare` was shown. */
  private observations: Float32Array = new Float32Array(0);
  private features: ActionFeatures | undefined;
  private gathered = new Float32Array(0);
  private passed: Pass | undefined;

  constructor(
    private readonly engine: TfjsBackend,
    readonly shape: NetworkShape,
  ) {
    const { trunk, inputs } = shape;
    this.stack = layers(shape);
    this.input = NormalisedInput.of(shape);
    this.preparedInput = NormalisedInput.of(shape);
    const width = trunk[0] ?? 0;
    const wasm = engine.backend === 'wasm';
    this.first = wasm && SparseLayer.fits(width) ? new SparseLayer(inputs, width) : undefined;
    this.firstBias = new Float32Array(width);
    this.heads = shape.heads.map((head, i) => {
      const layer = trunk.length + i;
      const made = this.stack[layer]!;
      return {
        name: head.name,
        width: head.width,
        layer,
        actions: head.actions ? new ActionRows(shape, head) : undefined,
        masked: wasm && MaskedLayer.fits(head, made) ? new MaskedLayer(head, made) : undefined,
      };
    });
  }

  setWeights(weights: Weights): void {
    const problem = weightsProblem(this.shape, weights);
    if (problem) throw new RangeError(problem);
    // A copy: the native backend goes on reading the array that a tensor was made of until the tensor is first used.
    this.weights = copyWeights(weights);
    this.upload(this.weights);
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

  run(rows: number, given: Float32Array, out: Outputs, mask?: Uint8Array, features?: ActionFeatures): void {
    const observation = this.input?.read(this.weights, rows, given) ?? given;
    this.engine.tf.tidy(() => {
      const levels = this.activations(rows, observation);
      for (const head of this.heads) {
        const y = out[head.name];
        if (y) this.output(head, rows, levels, this.weights, { mask, features }, y);
      }
    });
  }

  prepare(rows: number, observation: Float32Array, weights: Weights, features?: ActionFeatures): void {
    this.features = features;
    this.observations = this.preparedInput?.read(weights, rows, observation) ?? observation;
  }

  forward(order: Int32Array, weights: Weights, mask?: Uint8Array): Outputs {
    const rows = order.length;
    const observation = this.gather(order);
    this.upload(weights);
    const out: Outputs = {};
    const levels = this.engine.tf.tidy(() => {
      const made = this.activations(rows, observation);
      for (const head of this.heads) {
        const legal = { mask, features: this.features, order };
        out[head.name] = this.output(head, rows, made, weights, legal);
      }
      return made as Tensor2D[];
    });
    this.passed = { order, weights, levels };
    return out;
  }

  backward(d: Outputs, gradient: Weights): void {
    const { passed } = this;
    if (!passed) throw new RangeError('there is no forward pass to go back from');
    const { tf } = this.engine;
    const { trunk } = this.shape;
    const { order, weights, levels } = passed;
    tf.tidy(() => {
      /** The gradient at each level, as far as it is known; the observation's is not asked for. */
      const known: (Tensor2D | undefined)[] = [];
      for (const head of this.heads) {
        const { name, actions } = head;
        const { level } = this.stack[head.layer]!;
        const dContext = actions?.back(weights, order, d[name]!, gradient);
        const dRaw = dContext ? actions!.join(order.length, d[name]!, dContext) : d[name]!;
        const back = this.headBack(head, levels[level]!, dRaw, weights, gradient);
        if (back) known[level] = known[level] ? (tf.add(known[level], back) as Tensor2D) : back;
      }
      for (let i = trunk.length - 1; i >= 0; i--) {
        const dSum = tf.mul(known[i + 1]!, this.slope(levels[i + 1]!)) as Tensor2D;
        this.weightGradient(i, levels[i]!, dSum, gradient);
        if (i === 0) break;
        const back = this.inputGradient(i, dSum);
        known[i] = known[i] ? (tf.add(known[i]!, back) as Tensor2D) : back;
      }
    });
    this.forget();
  }

  /** These rows of what `prepare` was shown, one after the other; valid until the next call. */
  private gather(order: Int32Array): Float32Array {
    const { inputs } = this.shape;
    const size = order.length * inputs;
    if (this.gathered.length < size) this.gathered = new Float32Array(size);
    for (const [i, row] of order.entries())
      this.gathered.set(this.observations.subarray(row * inputs, (row + 1) * inputs), i * inputs);
    return this.gathered.subarray(0, size);
  }

  dispose(): void {
    this.forget();
    for (const tensor of [...this.kernels, ...this.biases]) tensor.dispose();
    this.kernels = [];
    this.biases = [];
  }

  private forget(): void {
    for (const tensor of this.passed?.levels ?? []) tensor?.dispose();
    this.passed = undefined;
  }

  /** What a head gives. @param to where it is to be written; an array of its own without it */
  private output(
    { layer, width, actions }: HeadRows,
    rows: number,
    levels: (Tensor2D | null)[],
    weights: Weights,
    {
      mask,
      features,
      order,
    }: { mask?: Uint8Array | undefined; features?: ActionFeatures | undefined; order?: Int32Array },
    to?: Float32Array,
  ): Float32Array {
    const raw = this.dense(layer, levels[this.stack[layer]!.level]!).dataSync() as Float32Array;
    if (!actions) {
      to?.set(raw);
      return to ?? raw;
    }
    const y = to ?? new Float32Array(rows * width);
    actions.split(rows, raw, y);
    actions.add(weights, rows, features, order, y, mask);
    return y;
  }

  /** As `Pass.levels`. */
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

  /**
   * The way back through the layer of a head.
   * @returns the gradient of the loss at its input; undefined where that is the observation
   */
  private headBack(
    { name, layer, masked }: HeadRows,
    x: Tensor2D | null,
    d: Float32Array,
    weights: Weights,
    gradient: Weights,
  ): Tensor2D | undefined {
    const { tf } = this.engine;
    const { inputs, outputs, level } = this.stack[layer]!;
    const rows = d.length / outputs;
    if (masked?.readGradient(rows, d)) {
      masked.load(weights[`${name}.kernel`]!, x!.dataSync() as Float32Array);
      const back = masked.back(gradient[`${name}.kernel`]!, gradient[`${name}.bias`]!);
      return tf.tensor2d(back.slice(), [rows, inputs]);
    }
    const dRaw = tf.tensor2d(own(d), [rows, outputs]);
    this.weightGradient(layer, x, dRaw, gradient);
    return level > 0 ? this.inputGradient(layer, dRaw) : undefined;
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
