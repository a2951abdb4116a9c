/**
 * The learner on TensorFlow.js: weights and Adam's moments in plain arrays, gradients from the engine. Same state, same
 * batch, same generator, same machine: same bytes.
 */
import type { TfjsBackend } from '../agents/engines/tfjs.js';
import { loadTfjs } from '../agents/engines/tfjs.js';
import { TfjsNetwork } from '../agents/engines/tfjs-network.js';
import {
  copyWeights,
  countWeights,
  flattenWeights,
  type NetworkShape,
  viewWeights,
  type Weights,
} from '../agents/network.js';
import type { Rng } from '../env/chance.js';
import { adamStep, clipScale, norm } from './adam.js';
import { type ImitationSums, imitate, imitationLoss } from './imitation.js';
import type {
  Batch,
  ImitationBatch,
  ImitationSettings,
  Learner,
  LearnerState,
  UpdateSettings,
  UpdateStats,
} from './learner.js';
import { type GradientSteps, type LossSums, ppoLoss, ppoUpdate } from './ppo.js';

/** A learner that starts from these weights (copied). */
export async function createTfjsLearner(shape: NetworkShape, weights: Weights): Promise<TfjsLearner> {
  return new TfjsLearner(await loadTfjs(), shape, weights);
}

export class TfjsLearner implements Learner, GradientSteps {
  private readonly network: TfjsNetwork;
  private readonly flat: Float32Array;
  private readonly firstMoments: Float32Array;
  private readonly secondMoments: Float32Array;
  private readonly flatGradient: Float32Array;
  private readonly views: Weights;
  private readonly gradientViews: Weights;
  /** Where the value head begins in the flat arrays. It lies last. */
  private readonly valueHead: number;
  private steps = 0;
  private valueSteps = 0;
  private rows = new Float32Array(0);

  constructor(
    engine: TfjsBackend,
    readonly shape: NetworkShape,
    weights: Weights,
  ) {
    this.network = new TfjsNetwork(engine, shape);
    this.flat = flattenWeights(shape, weights);
    const size = countWeights(shape);
    this.firstMoments = new Float32Array(size);
    this.secondMoments = new Float32Array(size);
    this.flatGradient = new Float32Array(size);
    this.views = viewWeights(shape, this.flat);
    this.gradientViews = viewWeights(shape, this.flatGradient);
    this.valueHead = size - this.views['value.kernel']!.length - this.views['value.bias']!.length;
  }

  update(batch: Batch, settings: UpdateSettings, rng: Rng): Promise<UpdateStats> {
    return ppoUpdate(this, batch, settings, rng);
  }

  imitate(batch: ImitationBatch, settings: ImitationSettings, rng: Rng): Promise<{ loss: number; accuracy: number }> {
    return imitate(this, batch, settings, rng);
  }

  gradient(batch: Batch, rows: Int32Array, settings: UpdateSettings, seen?: Float32Array): LossSums {
    let sums!: LossSums;
    this.network.gradient(
      rows.length,
      this.gather(batch.observation, rows),
      this.views,
      (outputs, d) => {
        sums = ppoLoss(batch, rows, settings, 1 / rows.length, outputs.logits, outputs.values, d.logits, d.values);
        if (seen) scatter(outputs.values, rows, this.shape.values, seen);
      },
      this.gradientViews,
    );
    return sums;
  }

  imitationGradient(batch: ImitationBatch, rows: Int32Array, settings: ImitationSettings): ImitationSums {
    let sums!: ImitationSums;
    this.network.gradient(
      rows.length,
      this.gather(batch.observation, rows),
      this.views,
      (outputs, d) => {
        sums = imitationLoss(
          batch,
          rows,
          settings,
          1 / rows.length,
          outputs.logits,
          outputs.values,
          d.logits,
          d.values,
        );
      },
      this.gradientViews,
    );
    return sums;
  }

  step(learningRate: number, gradientNorm: number, valueOnly: boolean): number {
    const { flat, firstMoments, secondMoments, flatGradient, valueHead } = this;
    const length = norm(flatGradient, valueOnly ? valueHead : 0);
    if (!Number.isFinite(length)) throw new RangeError(`the gradient is not finite after ${this.steps} steps`);
    const scale = clipScale(length, gradientNorm);
    if (valueOnly) this.valueSteps++;
    else this.steps++;
    const move = (from: number, to: number, t: number) =>
      adamStep(flat, firstMoments, secondMoments, flatGradient, from, to, t, learningRate, scale);
    if (!valueOnly) move(0, valueHead, this.steps);
    move(valueHead, flat.length, this.steps + this.valueSteps);
    return length;
  }

  weights(): Weights {
    return copyWeights(this.views);
  }

  save(): LearnerState {
    return {
      step: this.steps,
      valueSteps: this.valueSteps,
      weights: this.weights(),
      firstMoments: copyWeights(viewWeights(this.shape, this.firstMoments)),
      secondMoments: copyWeights(viewWeights(this.shape, this.secondMoments)),
    };
  }

  load(state: LearnerState): void {
    const { shape } = this;
    // All three are checked before any is taken.
    const parts = [state.weights, state.firstMoments, state.secondMoments].map((part) => flattenWeights(shape, part));
    this.flat.set(parts[0]!);
    this.firstMoments.set(parts[1]!);
    this.secondMoments.set(parts[2]!);
    this.steps = state.step;
    this.valueSteps = state.valueSteps;
  }

  dispose(): void {
    this.network.dispose();
  }

  /** These rows of the observations, one after the other. The array is used again by the next call. */
  private gather(observation: Float32Array, rows: Int32Array): Float32Array {
    const { inputs } = this.shape;
    if (this.rows.length < rows.length * inputs) this.rows = new Float32Array(rows.length * inputs);
    for (let i = 0; i < rows.length; i++) {
      const from = rows[i]! * inputs;
      this.rows.set(observation.subarray(from, from + inputs), i * inputs);
    }
    return this.rows;
  }
}

/** Row i of `from` becomes row `rows[i]` of `to`; rows are `width` long. */
function scatter(from: Float32Array, rows: Int32Array, width: number, to: Float32Array): void {
  for (let i = 0; i < rows.length; i++) to.set(from.subarray(i * width, (i + 1) * width), rows[i]! * width);
}
