/** The gradient of a loss over some rows, computed by one thread: its network, its rows, and where the result goes. */
import type { TfjsBackend } from '../agents/engines/tfjs.js';
import { TfjsNetwork } from '../agents/engines/tfjs-network.js';
import { type NetworkShape, viewWeights, type Weights } from '../agents/network.js';
import { imitationLoss } from './imitation.js';
import { Minibatch, type MinibatchMemory } from './minibatch.js';
import { type LossSettings, type LossSums, ppoLoss } from './ppo.js';

/** Which loss, and what a row counts in it. */
export type LossTask = {
  rows: number;
  /** 1 / rows of the whole minibatch, of which these rows may be a part. */
  scale: number;
} & ({ loss: 'ppo'; settings: LossSettings } | { loss: 'imitation'; valueWeight: number });

/** Memory of a `GradientPart`; can be posted to another thread when it is shared memory. */
export interface GradientMemory {
  shape: NetworkShape;
  /** All weights, in the order of `weightShapes`; read. */
  weights: Float32Array;
  /** Written; same order. */
  gradient: Float32Array;
  /** The value head's outputs of these rows, [capacity, values]; written. */
  values: Float32Array;
  minibatch: MinibatchMemory;
}

/** See the head of the file. */
export class GradientPart {
  readonly minibatch: Minibatch;
  private readonly network: TfjsNetwork;
  private readonly weights: Weights;
  private readonly gradient: Weights;

  constructor(
    engine: TfjsBackend,
    readonly memory: GradientMemory,
  ) {
    const { shape, weights, gradient, minibatch } = memory;
    this.network = new TfjsNetwork(engine, shape);
    this.weights = viewWeights(shape, weights);
    this.gradient = viewWeights(shape, gradient);
    this.minibatch = new Minibatch(minibatch);
  }

  /** Writes the gradient of the rows in the minibatch. @returns sums over these rows */
  compute(task: LossTask): LossSums {
    const { minibatch } = this;
    minibatch.rows = task.rows;
    let sums!: LossSums;
    this.network.gradient(
      task.rows,
      minibatch.observation,
      this.weights,
      ({ logits, values }, d) => {
        this.memory.values.set(values);
        sums =
          task.loss === 'ppo'
            ? ppoLoss(minibatch, task.settings, task.scale, logits, values, d.logits, d.values)
            : imitationLoss(minibatch, task.valueWeight, task.scale, logits, values, d.logits, d.values);
      },
      this.gradient,
      minibatch.mask,
    );
    return sums;
  }

  dispose(): void {
    this.network.dispose();
  }
}
