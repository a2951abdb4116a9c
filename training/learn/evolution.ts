/**
 * Evolution strategies (Salimans et al. 2017, arXiv 1703.03864): weights are changed at random, whole games say how good each
 * change was, and the next weights lie where the better changes pointed. Nothing has to be differentiable, so what is
 * trained may be a network or the weights of a bot.
 *
 * Changes come in antithetic pairs e, -e on common deals: what the deal gives to both cancels out. The slope
 *
 *   g = 1 / (2 n sigma) * sum over pairs of (score of centre + sigma e - score of centre - sigma e) * e
 *
 * goes through Adam. What is played with afterwards is not the centre, which wanders with the noise, but its moving average.
 * All is in units: weight i moves by `units[i]`.
 */
import { drawChange } from '../collect/changes.js';

/** How one step is taken. */
export interface EvolutionSettings {
  /** Standard deviation of a change, in units. */
  noise: number;
  /** Step of Adam, in units. */
  learningRate: number;
}

/** What is remembered from step to step. */
export interface EvolutionState {
  /** Steps taken. */
  steps: number;
  centre: Float32Array;
  firstMoments: Float32Array;
  secondMoments: Float32Array;
  average: Float32Array;
}

/** Decay rates of Adam's moments. */
const BETA1 = 0.9;
const BETA2 = 0.99;
const EPSILON = 1e-8;
/** Steps over which the average reaches back: each moves it by 1 / this, and as long as there are fewer, by 1 / steps. */
const HORIZON = 20;

/** The weights that wander, their average, and Adam. */
export class EvolutionStrategy {
  private state: EvolutionState;
  private readonly slope: Float64Array;
  private readonly change: Float32Array;

  /** @param weights to begin with; copied @param units by weight; 0: it does not move */
  constructor(
    weights: Float32Array,
    readonly units: Float32Array,
  ) {
    const zeros = () => new Float32Array(weights.length);
    this.state = {
      steps: 0,
      centre: weights.slice(),
      firstMoments: zeros(),
      secondMoments: zeros(),
      average: weights.slice(),
    };
    this.slope = new Float64Array(weights.length);
    this.change = zeros();
  }

  /** Where changes are made; not to be kept. */
  get centre(): Float32Array {
    return this.state.centre;
  }

  /** What to play with; not to be kept. */
  get average(): Float32Array {
    return this.state.average;
  }

  /**
   * One step by the scores of some pairs.
   * @param scores of centre + change and of centre - change, pair after pair
   * @param seedOf seed of a pair's change (`drawChange`)
   * @returns the length of the slope, and of the step in units
   */
  step(
    scores: Float64Array,
    seedOf: (pair: number) => string,
    { noise, learningRate }: EvolutionSettings,
  ): { slope: number; moved: number } {
    const { state, slope, change, units } = this;
    const { centre, firstMoments, secondMoments, average } = state;
    const pairs = scores.length / 2;
    slope.fill(0);
    for (let pair = 0; pair < pairs; pair++) {
      drawChange(seedOf(pair), change);
      const lead = (scores[2 * pair]! - scores[2 * pair + 1]!) / (2 * pairs * noise);
      for (let i = 0; i < slope.length; i++) slope[i]! += lead * change[i]!;
    }
    const step = ++state.steps;
    const first = 1 / (1 - BETA1 ** step);
    const second = 1 / (1 - BETA2 ** step);
    const share = 1 / Math.min(HORIZON, step);
    let length = 0;
    let moved = 0;
    for (let i = 0; i < slope.length; i++) {
      if (units[i] === 0) continue;
      const g = slope[i]!;
      length += g * g;
      firstMoments[i] = BETA1 * firstMoments[i]! + (1 - BETA1) * g;
      secondMoments[i] = BETA2 * secondMoments[i]! + (1 - BETA2) * g * g;
      const by = (learningRate * firstMoments[i]! * first) / (Math.sqrt(secondMoments[i]! * second) + EPSILON);
      centre[i]! += by * units[i]!;
      average[i]! += share * (centre[i]! - average[i]!);
      moved += by * by;
    }
    return { slope: Math.sqrt(length), moved: Math.sqrt(moved) };
  }

  /** A copy of the state. */
  save(): EvolutionState {
    return structuredClone(this.state);
  }

  /** @throws RangeError when it is of another number of weights */
  load(state: EvolutionState): void {
    const { length } = this.units;
    for (const [name, values] of Object.entries(state))
      if (typeof values !== 'number' && values.length !== length)
        throw new RangeError(`${name} has ${values.length} numbers, wanted ${length}`);
    this.state = structuredClone(state);
  }
}
