/**
 * Ratings on the Elo scale from rankings of any number of players: the Plackett-Luce model (Bradley-Terry for two),
 * fitted on all games at once, with one agent anchored. Order of the games does not matter. The fit is Newton's on the
 * log-likelihood, which is concave in the logarithms of the strengths (Hunter 2004).
 *
 * Ties: the log-likelihood averaged over all orders of those who tie, so that a draw of two is half a win for each.
 *
 * Prior: each agent has also half won and half lost one game against a ghost of middling strength, which keeps an agent
 * that won (or lost) everything at a finite rating. Where some agents never lost to the others, the games alone bound
 * no rating (Ford 1957): `bounded` is then false and the intervals are widened by the curvature of the likelihood.
 */
import type { Seed } from '../env/chance.js';
import { bootstrap, type Estimate, Z95 } from './statistics.js';

/** One game: who played (indices of agents, an agent may have several seats) and their places, 0 first, ties equal. */
export interface Ranking {
  agents: readonly number[];
  places: ArrayLike<number>;
}

/** An agent's rating; low and high are its 95 % interval. */
export interface Rating extends Estimate {
  agent: string;
  /** Games the rating rests on. */
  games: number;
  /** Standard error on the same scale. */
  error: number;
}

/** All ratings, in the order of the agents. */
export interface Ratings {
  /** Index of the agent whose rating is fixed. */
  anchor: number;
  ratings: Rating[];
  /** False where some agents never lost to the rest: the games alone do not bound the distance between them. */
  bounded: boolean;
}

export interface RatingSettings {
  agents: readonly string[];
  /** Index of the agent that is given `anchorRating`. */
  anchor: number;
  /** Default 1000. */
  anchorRating?: number;
  /** Weight of the ghost's game with each agent; default 1. */
  prior?: number;
  seed?: Seed;
  /** Bootstrap resamples; default 400. */
  resamples?: number;
}

/** Elo points of one natural-logarithm unit of strength. */
const eloUnit = 400 / Math.LN10;

/** What a set of games says: how often each agent was chosen from which sets of candidates. */
interface Choices {
  /** Distinct sets of candidates, each agent's index as often as it has seats. */
  sets: number[][];
  /** Times each agent was chosen, one array a block. */
  chosen: Float64Array[];
  /** Times each set was chosen from: per block, pairs of set and weight. */
  drawn: [set: number, weight: number][][];
}

function binomial(n: number, k: number): number {
  let c = 1;
  for (let i = 0; i < k; i++) c = (c * (n - i)) / (i + 1);
  return c;
}

/**
 * Splits rankings into choices "this one out of these". Of t who tie, every subset of size k is what is left at one
 * stage in one of C(t, k) orders, so each counts 1 / C(t, k).
 */
function readChoices(blocks: readonly (readonly Ranking[])[], agents: number): Choices {
  const index = new Map<string, number>();
  const choices: Choices = { sets: [], chosen: [], drawn: [] };
  for (const block of blocks) {
    const chosen = new Float64Array(agents);
    const weights = new Map<number, number>();
    for (const { agents: seats, places } of block) {
      for (let place = 0; place < seats.length; place++) {
        const tied = seats.filter((_, seat) => places[seat] === place);
        const below = seats.filter((_, seat) => places[seat]! > place);
        for (let subset = 1; subset < 1 << tied.length; subset++) {
          const left = tied.filter((_, i) => subset & (1 << i));
          const set = [...left, ...below].sort((a, b) => a - b);
          if (set[0] === set[set.length - 1]) continue; // one candidate, or copies of one: no choice was made
          const key = set.join();
          let at = index.get(key);
          if (at === undefined) index.set(key, (at = choices.sets.push(set) - 1));
          const weight = 1 / binomial(tied.length, left.length);
          weights.set(at, (weights.get(at) ?? 0) + weight);
          // In the orders that leave this subset, each of it is equally often the next.
          for (const agent of left) chosen[agent]! += weight / left.length;
        }
      }
    }
    choices.chosen.push(chosen);
    choices.drawn.push([...weights]);
  }
  return choices;
}

/** Solves a x = b for a symmetric positive definite matrix (row-major, overwritten) by Cholesky. */
function solve(a: Float64Array, b: Float64Array): void {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!;
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / a[j * n + j]!;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) b[i]! -= a[i * n + k]! * b[k]!;
    b[i]! /= a[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) b[i]! -= a[k * n + i]! * b[k]!;
    b[i]! /= a[i * n + i]!;
  }
}

/** Gradient and negated Hessian of the penalised log-likelihood at `theta`; returns its value. */
function likelihood(
  choices: Choices,
  drawn: Float64Array,
  chosen: Float64Array,
  prior: number,
  theta: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  const n = theta.length;
  let value = 0;
  curvature.fill(0);
  for (let i = 0; i < n; i++) {
    // Half a win and half a loss against a ghost with log-strength 0.
    const p = 1 / (1 + Math.exp(-theta[i]!));
    gradient[i] = chosen[i]! + prior * (0.5 - p);
    curvature[i * n + i] = prior * p * (1 - p);
    value += chosen[i]! * theta[i]! + prior * 0.5 * (Math.log(p) + Math.log1p(-p));
  }
  const w = theta.map(Math.exp);
  choices.sets.forEach((set, s) => {
    const weight = drawn[s]!;
    if (weight === 0) return;
    let sum = 0;
    for (const i of set) sum += w[i]!;
    value -= weight * Math.log(sum);
    for (const i of set) {
      const p = w[i]! / sum;
      gradient[i]! -= weight * p;
      curvature[i * n + i]! += weight * p;
      for (const j of set) curvature[i * n + j]! -= (weight * p * w[j]!) / sum;
    }
  });
  return value;
}

/** Maximises the penalised likelihood from `theta`, in place; leaves the negated Hessian at the maximum. */
function maximise(
  choices: Choices,
  drawn: Float64Array,
  chosen: Float64Array,
  prior: number,
  theta: Float64Array,
  curvature: Float64Array,
): void {
  const n = theta.length;
  const gradient = new Float64Array(n);
  const next = new Float64Array(n);
  const scratch = new Float64Array(n * n);
  const spare = new Float64Array(n);
  let value = likelihood(choices, drawn, chosen, prior, theta, gradient, curvature);
  for (let iteration = 0; iteration < 100; iteration++) {
    scratch.set(curvature);
    solve(scratch, gradient);
    let step = 1;
    let improved = false;
    for (let halving = 0; halving < 30 && !improved; halving++, step /= 2) {
      for (let i = 0; i < n; i++) next[i] = theta[i]! + step * gradient[i]!;
      improved = likelihood(choices, drawn, chosen, prior, next, spare, scratch) >= value - 1e-12;
    }
    let moved = 0;
    for (let i = 0; i < n; i++) moved = Math.max(moved, Math.abs(next[i]! - theta[i]!));
    theta.set(next);
    value = likelihood(choices, drawn, chosen, prior, theta, gradient, curvature);
    if (moved < 1e-9) return;
  }
}

/** Whether from every agent a chain of "did at least as well as" leads to every other (Ford's condition). */
function everyoneBounded(blocks: readonly (readonly Ranking[])[], agents: number): boolean {
  const beat = new Uint8Array(agents * agents);
  for (const block of blocks)
    for (const { agents: seats, places } of block)
      for (let i = 0; i < seats.length; i++)
        for (let j = 0; j < seats.length; j++) if (places[i]! <= places[j]!) beat[seats[i]! * agents + seats[j]!] = 1;
  for (let k = 0; k < agents; k++)
    for (let i = 0; i < agents; i++)
      if (beat[i * agents + k]) for (let j = 0; j < agents; j++) if (beat[k * agents + j]) beat[i * agents + j] = 1;
  for (let i = 0; i < agents; i++) for (let j = 0; j < agents; j++) if (i !== j && !beat[i * agents + j]) return false;
  return true;
}

/**
 * Fits ratings on all games at once.
 * @param blocks the games, grouped into blocks: the bootstrap draws whole blocks
 */
export function rate(blocks: readonly (readonly Ranking[])[], settings: RatingSettings): Ratings {
  const { agents, anchor, anchorRating = 1000, prior = 1, seed = 'ratings', resamples = 400 } = settings;
  const n = agents.length;
  if (!(anchor in agents)) throw new RangeError(`anchor ${anchor} is not one of ${n} agents`);
  const choices = readChoices(blocks, n);
  const drawn = new Float64Array(choices.sets.length);
  const chosen = new Float64Array(n);
  const gather = (weights: ArrayLike<number>) => {
    drawn.fill(0);
    chosen.fill(0);
    for (let b = 0; b < blocks.length; b++) {
      const weight = weights[b]!;
      if (weight === 0) continue;
      const own = choices.chosen[b]!;
      for (let i = 0; i < n; i++) chosen[i]! += weight * own[i]!;
      for (const [set, w] of choices.drawn[b]!) drawn[set]! += weight * w;
    }
  };
  const elo = (theta: Float64Array) => Array.from(theta, (t) => anchorRating + eloUnit * (t - theta[anchor]!));

  const best = new Float64Array(n);
  const curvature = new Float64Array(n * n);
  gather(new Uint8Array(blocks.length).fill(1));
  maximise(choices, drawn, chosen, prior, best, curvature);
  const ratings = elo(best);

  // Variance of theta[i] - theta[anchor], from the inverse of the curvature.
  const curved = agents.map((_, i) => {
    if (i === anchor) return 0;
    const direction = new Float64Array(n);
    direction[i] = 1;
    direction[anchor] = -1;
    const solved = direction.slice();
    solve(curvature.slice(), solved);
    return eloUnit * Math.sqrt(Math.max(0, solved[i]! - solved[anchor]!));
  });

  const bounded = everyoneBounded(blocks, n);
  const spare = new Float64Array(n * n);
  const squares = new Float64Array(n);
  const intervals = bootstrap(
    blocks.length,
    (weights) => {
      gather(weights);
      const theta = best.slice();
      maximise(choices, drawn, chosen, prior, theta, spare);
      const sample = elo(theta);
      for (let i = 0; i < n; i++) squares[i]! += (sample[i]! - ratings[i]!) ** 2 / resamples;
      return sample;
    },
    seed,
    resamples,
  );
  const games = agents.map((_, i) => blocks.flat().filter((game) => game.agents.includes(i)).length);
  return {
    anchor,
    bounded,
    ratings: agents.map((agent, i) => {
      const m = ratings[i]!;
      let { low, high } = intervals[i]!;
      let error = Math.sqrt(squares[i]!);
      if (!bounded) {
        error = Math.max(error, curved[i]!);
        low = Math.min(low, m - Z95 * curved[i]!);
        high = Math.max(high, m + Z95 * curved[i]!);
      }
      // Percentile intervals can miss the estimate by a hair where resamples are few.
      return { agent, mean: m, low: Math.min(low, m), high: Math.max(high, m), games: games[i]!, error };
    }),
  };
}
