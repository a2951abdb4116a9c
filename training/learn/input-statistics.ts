/**
 * Running statistics of what a network reads: where its input is normalised (agents/network/normalised-input.ts), its
 * mean and factor are counted here. They are frozen while games are collected and while their rows are learned from, so
 * that the policy which learns begins as the one that acted; then the rows are counted.
 */
import { INPUT_FACTOR, INPUT_MEAN, type NetworkShape, type Weights } from '../../agents/network/network.js';
import type { Decisions } from '../collect/batch.js';
import { type Moments, RunningStatistics } from './running-statistics.js';

/** How many rows statistics stand for that came with weights: a policy does not say of how many they are. */
const OF_A_POLICY = 100_000;
/** Deviations below this part of the mean are no more than the rounding of 32 bits. */
const ROUNDING = 1e-6;
/** The factor must be a number of 32 bits. */
const SMALLEST = 1e-30;

/** Indices of the observation that a network normalises. */
export function normalisedPlaces({ normalise }: NetworkShape): number[] {
  return normalise?.pieces.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)) ?? [];
}

/** Mean and standard deviation of the inputs that a network normalises, counted over all rows learned from. */
export class InputStatistics {
  private readonly running: RunningStatistics;
  /** Indices of the observation that are normalised. */
  private readonly places: Int32Array;

  private constructor(
    private readonly inputs: number,
    places: readonly number[],
  ) {
    this.places = Int32Array.from(places);
    this.running = new RunningStatistics(places.length);
  }

  /**
   * Undefined for a network that takes observations as they are.
   * @param weights the network's: statistics that lie in them are gone on with
   */
  static of(shape: NetworkShape, weights: Weights): InputStatistics | undefined {
    if (!shape.normalise) return undefined;
    const places = normalisedPlaces(shape);
    const made = new InputStatistics(shape.inputs, places);
    const [mean, factor] = [weights[INPUT_MEAN]!, weights[INPUT_FACTOR]!];
    if (mean.every((x) => x === 0) && factor.every((x) => x === 1)) return made;
    made.load({
      count: OF_A_POLICY,
      mean: Float64Array.from(places, (at) => mean[at]!),
      squares: Float64Array.from(places, (at) => OF_A_POLICY / factor[at]! ** 2),
    });
    return made;
  }

  /** Rows counted so far. */
  get count(): number {
    return this.running.count;
  }

  /** Counts these rows. */
  observe({ rows, observation }: Pick<Decisions, 'rows' | 'observation'>): void {
    this.running.add(rows, observation, this.inputs, this.places);
  }

  /** What the network's input is to be normalised by. Numbers that have not varied yet are shifted alone. */
  tensors(): Weights {
    const { running, places, inputs } = this;
    const mean = new Float32Array(inputs);
    const factor = new Float32Array(inputs).fill(1);
    for (const [column, at] of places.entries()) {
      mean[at] = running.mean[column]!;
      const deviation = running.deviation(column);
      if (deviation > Math.max(SMALLEST, ROUNDING * Math.abs(running.mean[column]!))) factor[at] = 1 / deviation;
    }
    return { [INPUT_MEAN]: mean, [INPUT_FACTOR]: factor };
  }

  /** A copy. */
  save(): Moments {
    return this.running.save();
  }

  /** @throws RangeError when they are those of another network, or no statistics */
  load(moments: Moments): void {
    this.running.load(moments);
  }
}
