/** The gradient of a loss over some rows, computed by one thread: its network, its rows, and where the result goes. */
import { type Engine, threadNetwork } from '../../agents/network/engines/engines.js';
import type { GradientNetwork } from '../../agents/network/gradient-network.js';
import { type NetworkShape, viewWeights, type Weights } from '../../agents/network/network.js';
import { imitationLoss } from './imitation.js';
import type { Batch, ImitationBatch } from './learner.js';
import { Minibatch } from './minibatch.js';
import { type LossSettings, type LossSums, ppoLoss } from './ppo.js';

/** Which loss, and what a row counts in it. */
export type LossTask = {
  /** Which rows of the batch. */
  rows: Int32Array;
  /** 1 / rows of the whole minibatch, of which these rows may be a part. */
  scale: number;
} & ({ loss: 'ppo'; settings: LossSettings } | { loss: 'imitation'; valueWeight: number });

/** What a task gives beside the gradient. */
export interface LossResult {
  /** Over the rows of the task. */
  sums: LossSums;
  /** The value head's outputs, [rows of the task, values]. */
  values: Float32Array;
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

/** See the head of the file. */
export class GradientPart {
  private readonly minibatch: Minibatch;
  private readonly weights: Weights;
  private readonly gradient: Weights;
  private batch: Batch | ImitationBatch | undefined;

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
  take(batch: Batch | ImitationBatch): void {
    this.batch = batch;
    this.network.prepare(batch.rows, batch.observation);
  }

  /** Writes the gradient of the rows of the task. */
  async compute(task: LossTask): Promise<LossResult> {
    const { minibatch, batch } = this;
    const { observation } = batch!;
    minibatch.gather(batch!, task.rows);
    let result!: LossResult;
    await this.network.gradient(
      observation,
      task.rows,
      this.weights,
      ({ logits, values }, d) => {
        const sums =
          task.loss === 'ppo'
            ? ppoLoss(minibatch, task.settings, task.scale, logits, values, d.logits, d.values)
            : imitationLoss(minibatch, task.valueWeight, task.scale, logits, values, d.logits, d.values);
        result = { sums, values: values.slice() };
      },
      this.gradient,
      minibatch.mask,
    );
    return result;
  }

  dispose(): void {
    this.network.dispose();
  }
}
