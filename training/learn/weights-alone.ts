/** A learner without gradients: the weights of what is judged by whole games alone, such as a bot's. */
import {
  copyWeights,
  type NetworkShape,
  sectionsOf,
  type Weights,
  weightShapes,
  weightsProblem,
} from '../../agents/network/network.js';
import { type Learner, type LearnerState, stateProblem } from './learner.js';

/** A learner that holds weights and computes no gradients, for what is judged by whole games alone. */
export class WeightsAlone implements Learner {
  private held: Weights;

  /** @param weights copied */
  constructor(
    private readonly shape: NetworkShape,
    weights: Weights,
  ) {
    this.held = copyWeights(weights);
  }

  take(): void {
    throw new Error('there is nothing to differentiate');
  }

  pass(): never {
    throw new Error('there is nothing to differentiate');
  }

  async finish(): Promise<void> {}

  weights(): Weights {
    return copyWeights(this.held);
  }

  put(tensors: Weights): void {
    const held = { ...this.held, ...copyWeights(tensors) };
    const problem = weightsProblem(this.shape, held);
    if (problem) throw new RangeError(problem);
    this.held = held;
  }

  save(): LearnerState {
    const still = () =>
      Object.fromEntries(Object.entries(this.held).map(([name, { length }]) => [name, new Float32Array(length)]));
    const steps = Object.fromEntries(sectionsOf(weightShapes(this.shape)).map(({ name }) => [name, 0]));
    return { steps, weights: this.weights(), firstMoments: still(), secondMoments: still() };
  }

  load(state: LearnerState): void {
    const problem = stateProblem(weightShapes(this.shape), state);
    if (problem) throw new RangeError(problem);
    this.held = copyWeights(state.weights);
  }

  dispose(): void {}
}
