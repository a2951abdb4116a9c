/** How many times as good something is as something else, from pairs that were measured in turns. */
import { median } from '../env/speed.js';
import { mean, student95, variance } from '../eval/statistics.js';

/** How many times as good something is as something else, from pairs that were measured in turns. */
export interface PairedRatio {
  /** Geometric mean of the pairs' ratios, and its 95 % interval (Student's t over their logarithms). */
  mean: number;
  low: number;
  high: number;
  median: number;
}

/** @param ratios one a pair, at least two */
export function pairedRatio(ratios: readonly number[]): PairedRatio {
  const logs = ratios.map(Math.log);
  const centre = mean(logs);
  const half = student95(logs.length - 1) * Math.sqrt(variance(logs) / logs.length);
  const [low, high] = [Math.exp(centre - half), Math.exp(centre + half)];
  return { mean: Math.exp(centre), low, high, median: median(ratios) };
}
