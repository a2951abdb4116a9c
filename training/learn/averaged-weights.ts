/**
 * A learner whose moving average plays and is handed out: the weights that learn jump about with every minibatch, and what
 * is expected of positions, and learned from, with them. It is all inside: whoever takes weights gets the average.
 *
 * In the beginning the average forgets faster, since the first weights are worth nothing: after n steps it covers about a
 * tenth of n (the warm-up of tf.train.ExponentialMovingAverage).
 */
import { copyWeights, type Weights } from '../../agents/network/network.js';
import type { Decisions } from '../collect/batch.js';
import type { Learner, LearnerState, Pass, PassResult } from './learner.js';
import { addSums } from './losses.js';

/** Steps after which the average is taken: after each one it would cost as much as the gradients of small networks. */
const TOGETHER = 8;

/** A learner that hands out the moving average of its weights. */
export class AveragedWeights implements Learner {
  private average: Weights;
  private steps = 0;

  /**
   * @param learner belongs to this one from now on
   * @param decay what is left of the average after a step, 0..1
   */
  constructor(
    private readonly learner: Learner,
    private readonly decay: number,
  ) {
    this.average = learner.weights();
  }

  take(batch: Decisions): void {
    this.learner.take(batch);
  }

  /** Of the weights that learn. */
  async pass({ parts, ...how }: Pass): Promise<PassResult> {
    const total: PassResult = { sums: {}, gradientNorm: 0 };
    for (let from = 0; from < parts.length; ) {
      const to = Math.min(parts.length, from + TOGETHER - (this.steps % TOGETHER));
      const { sums, gradientNorm } = await this.learner.pass({ parts: parts.slice(from, to), ...how });
      total.gradientNorm += gradientNorm;
      addSums(total.sums, sums);
      this.steps += to - from;
      from = to;
      if (this.steps % TOGETHER !== 0) continue;
      await this.learner.finish();
      this.move();
    }
    return total;
  }

  finish(): Promise<void> {
    return this.learner.finish();
  }

  /** Moves the average towards the weights that learn. */
  private move(): void {
    const kept = Math.min(this.decay ** TOGETHER, (1 + this.steps) / (10 * TOGETHER + this.steps));
    for (const [name, learned] of Object.entries(this.learner.weights())) {
      const average = this.average[name]!;
      for (let i = 0; i < learned.length; i++) average[i]! += (1 - kept) * (learned[i]! - average[i]!);
    }
  }

  weights(): Weights {
    return copyWeights(this.average);
  }

  /** Of both: what is counted rather than learned. */
  put(tensors: Weights): void {
    this.learner.put(tensors);
    Object.assign(this.average, copyWeights(tensors));
  }

  save(): LearnerState {
    const state = this.learner.save();
    return { ...state, weights: this.weights(), learned: state.weights };
  }

  load({ learned, ...state }: LearnerState): void {
    if (!learned) throw new RangeError('this state has no weights but their average');
    this.learner.load({ ...state, weights: learned });
    this.average = copyWeights(state.weights);
    this.steps = Math.max(...Object.values(state.steps));
  }

  dispose(): void {
    this.learner.dispose();
  }
}
