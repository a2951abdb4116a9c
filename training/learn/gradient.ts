/** The gradient of a loss over some rows, computed by one thread: gather the rows, forward, loss, backward. */
import { onnxNetwork } from '../../agents/network/engines/engines.js';
import type { GradientNetwork } from '../../agents/network/gradient-network.js';
import {
  type Heads,
  type NetworkShape,
  type Outputs,
  viewTensors,
  type Weights,
  weightShapes,
} from '../../agents/network/network.js';
import type { TensorShape } from '../../agents/network/tensor-shape.js';
import type { Decisions } from '../collect/batch.js';
import { type Loss, lossOf } from './loss-table.js';
import type { Sums } from './losses.js';
import { Minibatch } from './minibatches.js';

/** The gradient of some rows of the batch. */
export interface GradientTask {
  rows: Int32Array;
  /** 1 / rows of the whole minibatch, of which these rows may be a part. */
  scale: number;
  loss: Loss;
  /** Names of the heads whose outputs are wanted. */
  wanted: readonly string[];
}

/** The result of a task, beside the gradient. */
export interface GradientResult {
  /** Sums over the rows of the task. */
  sums: Sums;
  /** The wanted outputs, [rows of the task, width]. */
  outputs: Outputs;
}

/** Memory of a `GradientPart`; shared memory can be posted to another thread. */
export interface GradientMemory {
  /** All weights, one tensor behind the other; read. */
  weights: Float32Array;
  /** Written; same order. */
  gradient: Float32Array;
}

/** A network as a learner sees it: names and widths of its outputs, and its tensors in order. */
export interface LearnedNetwork extends Heads {
  weights: readonly TensorShape[];
}

/** Computes gradients of a loss over some rows of a batch, in one thread. */
export class GradientPart {
  private readonly minibatch: Minibatch;
  private readonly weights: Weights;
  private readonly gradient: Weights;
  /** Gradient at the outputs, sized for the largest task so far. */
  private readonly d: Outputs = {};

  /** @param learned what `network` computes */
  constructor(
    private readonly network: GradientNetwork,
    private readonly learned: LearnedNetwork,
    { weights, gradient }: GradientMemory,
  ) {
    this.weights = viewTensors(learned.weights, weights);
    this.gradient = viewTensors(learned.weights, gradient);
    this.minibatch = new Minibatch(learned);
  }

  /** The part of another thread, on ONNX Runtime: the only engine whose learner is split over threads. */
  static onOnnx({ shape, ...memory }: GradientMemory & { shape: NetworkShape }): GradientPart {
    return new GradientPart(onnxNetwork(shape), { heads: shape.heads, weights: weightShapes(shape) }, memory);
  }

  /** Sets the batch from which the next tasks take rows. */
  take(batch: Decisions): void {
    this.minibatch.take(batch);
    this.network.prepare(batch.rows, batch.observation, this.weights, batch.features);
  }

  /** Writes the gradient of the rows of the task. */
  async compute({ rows, scale, loss, wanted }: GradientTask): Promise<GradientResult> {
    const { network, learned, minibatch } = this;
    minibatch.gather(rows);
    const result: GradientResult = { sums: {}, outputs: {} };
    const lossAt = (outputs: Outputs) => {
      const d = this.zeros(rows.length);
      result.sums = lossOf(loss, learned, minibatch, outputs, scale, d);
      for (const head of wanted) result.outputs[head] = outputs[head]!.slice();
      return d;
    };
    await network.gradient(rows, this.weights, lossAt, this.gradient, minibatch.mask);
    return result;
  }

  dispose(): void {
    this.network.dispose();
  }

  private zeros(rows: number): Outputs {
    const { d } = this;
    return Object.fromEntries(
      this.learned.heads.map(({ name, width }) => {
        if (!d[name] || d[name].length < rows * width) d[name] = new Float32Array(rows * width);
        return [name, d[name].subarray(0, rows * width).fill(0)];
      }),
    );
  }
}
