/** The gradient of a loss over some rows, computed by one thread: gather the rows, forward, loss, backward. */
import { type Engine, threadNetwork } from '../../agents/network/engines/engines.js';
import type { GradientNetwork } from '../../agents/network/gradient-network.js';
import { type NetworkShape, type Outputs, viewWeights, type Weights } from '../../agents/network/network.js';
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
  /** Names of the heads whose outputs are asked for. */
  wanted: readonly string[];
}

/** What a task gives beside the gradient. */
export interface GradientResult {
  /** Over the rows of the task. */
  sums: Sums;
  /** The outputs that were asked for, [rows of the task, width]. */
  outputs: Outputs;
}

/** Memory of a `GradientPart`; can be posted to another thread when it is shared memory. */
export interface GradientMemory {
  engine: Engine;
  shape: NetworkShape;
  /** All weights, in the order of `weightShapes`; read. */
  weights: Float32Array;
  /** Written; same order. */
  gradient: Float32Array;
}

/** One thread's share of every gradient step. */
export class GradientPart {
  private readonly minibatch: Minibatch;
  private readonly weights: Weights;
  private readonly gradient: Weights;
  /** Gradient at the outputs, for as many rows as there were at most. */
  private readonly d: Outputs = {};

  constructor(
    private readonly network: GradientNetwork,
    readonly memory: GradientMemory,
  ) {
    const { shape, weights, gradient } = memory;
    this.weights = viewWeights(shape, weights);
    this.gradient = viewWeights(shape, gradient);
    this.minibatch = new Minibatch(shape);
  }

  /** A part with a network of its own. */
  static async create(memory: GradientMemory): Promise<GradientPart> {
    return new GradientPart(await threadNetwork(memory.engine, memory.shape), memory);
  }

  /** The batch that the rows of the next tasks are of. */
  take(batch: Decisions): void {
    this.minibatch.take(batch);
    this.network.prepare(batch.rows, batch.observation, this.weights, batch.features);
  }

  /** Writes the gradient of the rows of the task. */
  async compute({ rows, scale, loss, wanted }: GradientTask): Promise<GradientResult> {
    const { network, minibatch, memory } = this;
    minibatch.gather(rows);
    const outputs = await network.forward(rows, this.weights, minibatch.mask);
    const d = this.zeros(rows.length);
    const sums = lossOf(loss, memory.shape, minibatch, outputs, scale, d);
    const seen = Object.fromEntries(wanted.map((head) => [head, outputs[head]!.slice()]));
    await network.backward(d, this.gradient);
    return { sums, outputs: seen };
  }

  dispose(): void {
    this.network.dispose();
  }

  private zeros(rows: number): Outputs {
    const { d } = this;
    return Object.fromEntries(
      this.memory.shape.heads.map(({ name, width }) => {
        if (!d[name] || d[name].length < rows * width) d[name] = new Float32Array(rows * width);
        return [name, d[name].subarray(0, rows * width).fill(0)];
      }),
    );
  }
}
