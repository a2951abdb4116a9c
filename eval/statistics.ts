/**
 * The statistics behind every published number: intervals, a paired test and a sequential test. The unit of evidence
 * is a block (one deal, all seat rotations), because the games of a block share their luck and are not independent.
 * All intervals are at 95 %. Nothing here knows of games; all randomness comes from a given seed.
 */
import { createRng, type Seed } from '../env/chance.js';

/** An estimate and its 95 % interval. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

/** How spread out a quantity is: its mean and the values below which 10 % and 90 % of the games lie. */
export interface Spread {
  mean: number;
  p10: number;
  p90: number;
}

/** Two-sided 95 % point of the normal distribution. */
export const Z95 = 1.959963984540054;

/** Arithmetic mean; 0 of nothing. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return values.length > 0 ? sum / values.length : 0;
}

/** Sample variance (divides by n - 1); 0 of fewer than two values. */
export function variance(values: ArrayLike<number>): number {
  if (values.length < 2) return 0;
  const m = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - m) ** 2;
  return sum / (values.length - 1);
}

/** The value below which a share `q` (0..1) of the sorted values lies, interpolated linearly. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) return 0;
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

/** Mean, 10 % and 90 % points of unsorted values. */
export function spread(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  return { mean: mean(sorted), p10: quantile(sorted, 0.1), p90: quantile(sorted, 0.9) };
}

/**
 * Wilson's score interval of a share (Wilson 1927): right also near 0 and 1, never leaves [0, 1].
 * @param successes may be fractional, where games are shared
 * @param n number of independent trials; 0 gives [0, 1]
 */
export function wilson(successes: number, n: number): Estimate {
  if (n <= 0) return { mean: 0, low: 0, high: 1 };
  const p = successes / n;
  const z2 = Z95 * Z95;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z95 / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return { mean: p, low: Math.max(0, Math.min(p, centre - half)), high: Math.min(1, Math.max(p, centre + half)) };
}

/**
 * Percentile bootstrap (Efron 1979) of any statistics of the same blocks: blocks are drawn with replacement, as many
 * as there are.
 * @param blocks number of blocks
 * @param statistic given how often each block was drawn (length `blocks`), the statistics' values, always as many
 * @param rounds number of resamples
 * @returns low and high of each statistic
 */
export function bootstrap(
  blocks: number,
  statistic: (weights: Uint32Array) => ArrayLike<number>,
  seed: Seed = 'bootstrap',
  rounds = 1000,
): { low: number; high: number }[] {
  const rng = createRng(seed);
  const weights = new Uint32Array(blocks);
  const samples: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    weights.fill(0);
    for (let i = 0; i < blocks; i++) weights[rng.int(blocks)]!++;
    const values = statistic(weights);
    for (let k = 0; k < values.length; k++) (samples[k] ??= []).push(values[k]!);
  }
  return samples.map((values) => {
    const sorted = Float64Array.from(values).sort();
    return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
  });
}

/** Bootstrap interval of the mean of block means. */
export function bootstrapMean(blockMeans: readonly number[], seed?: Seed, rounds?: number): Estimate {
  const m = mean(blockMeans);
  const n = blockMeans.length;
  if (n < 2) return { mean: m, low: m, high: m };
  const [interval] = bootstrap(
    n,
    (weights) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += weights[i]! * blockMeans[i]!;
      return [sum / n];
    },
    seed,
    rounds,
  );
  return { mean: m, ...interval! };
}

/** Where a rate's interval comes from. */
export type IntervalMethod = 'bootstrap over blocks' | 'Wilson over games';

/** Fewer blocks than this say too little about how blocks differ. */
const enoughBlocks = 20;
/** Blocks that must differ from the most common block mean, or the resamples see too few of them. */
const enoughUnlike = 5;

function tellEnough(blockMeans: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const value of blockMeans) counts.set(value, (counts.get(value) ?? 0) + 1);
  const common = Math.max(0, ...counts.values());
  return blockMeans.length >= enoughBlocks && blockMeans.length - common >= enoughUnlike;
}

/**
 * A rate with its interval: bootstrap over blocks where the blocks tell enough, else (few blocks, or nearly all
 * alike, as at 100 %) Wilson's over all games.
 * @param blockMeans the rate within each block
 * @param games number of games in all blocks together
 */
export function blockRate(blockMeans: readonly number[], games: number): Estimate & { method: IntervalMethod } {
  if (tellEnough(blockMeans)) return { ...bootstrapMean(blockMeans), method: 'bootstrap over blocks' };
  return { ...wilson(mean(blockMeans) * games, games), method: 'Wilson over games' };
}

/**
 * A mean of numbers with its interval: bootstrap over blocks where the blocks tell enough, else over all games: Wilson's of
 * numbers from -1 to 1 as shares, which is never too narrow, and of others the normal one.
 * @param blockMeans the mean within each block
 * @param games number of games in all blocks together
 * @param bounded all that can be lies from -1 to 1, as returns by places do
 * @param values where it is not: of all games, or where only the blocks are known, theirs
 */
export function blockMean(
  blockMeans: readonly number[],
  games: number,
  bounded: boolean,
  values: readonly number[] = blockMeans,
): Estimate {
  if (tellEnough(blockMeans)) return bootstrapMean(blockMeans);
  const m = mean(blockMeans);
  if (bounded) {
    const share = wilson((games * (m + 1)) / 2, games);
    return { mean: m, low: 2 * share.low - 1, high: 2 * share.high - 1 };
  }
  const half = Z95 * Math.sqrt(variance(values) / Math.max(1, values.length));
  return { mean: m, low: m - half, high: m + half };
}

/** Natural logarithm of the gamma function for x > 0 (Lanczos, g = 7, n = 9). */
function logGamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  x -= 1;
  let sum = c[0]!;
  for (let i = 1; i < 9; i++) sum += c[i]! / (x + i);
  const t = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Regularised incomplete beta function, by Lentz's continued fraction (Numerical Recipes, 6.4). */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m < 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(front) * h) / a;
}

/** Probability that Student's t with `freedom` degrees of freedom lies further from 0 than `t`, on either side. */
export function studentTail(t: number, freedom: number): number {
  if (Number.isNaN(t)) return 1;
  return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

/** The t with `studentTail(t) = 0.05`. */
export function student95(freedom: number): number {
  let low = 0;
  let high = 1000;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > 0.05) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Outcome of a paired comparison. */
export interface PairedTest {
  /** Mean of first minus second, with Student's interval. */
  difference: Estimate;
  /** Two-sided probability of a difference at least this large where there is none. */
  p: number;
  blocks: number;
}

/**
 * Student's paired t-test on blocks: did the first do better than the second on the same deals? Where all differences are
 * the same the sign test: so few blocks may all fall alike by chance.
 * @param first block means of one agent
 * @param second block means of the other on the same blocks, or one number (parity) to compare with
 * @param shares all of them lie from 0 to 1: where all differences are the same, the interval allows for blocks that were
 *   not seen (up to 1 - 0.025^(1/n) of all: Clopper and Pearson 1934) and differ as much as they can
 */
export function pairedTest(first: readonly number[], second: readonly number[] | number, shares = false): PairedTest {
  if (typeof second !== 'number' && second.length !== first.length)
    throw new RangeError(`paired test of ${first.length} against ${second.length} blocks`);
  const differences = first.map((value, i) => value - (typeof second === 'number' ? second : second[i]!));
  const n = differences.length;
  const m = mean(differences);
  if (n < 2) return { difference: { mean: m, low: -Infinity, high: Infinity }, p: 1, blocks: n };
  const error = Math.sqrt(variance(differences) / n);
  const half = student95(n - 1) * error;
  const unseen = shares && error === 0 ? 1 - 0.025 ** (1 / n) : 0;
  const p = error > 0 ? studentTail(m / error, n - 1) : m === 0 ? 1 : 2 ** (1 - n);
  return {
    difference: { mean: m, low: m - half - unseen * (m + 1), high: m + half + unseen * (1 - m) },
    p,
    blocks: n,
  };
}

/**
 * Holm's correction (1979): p-values of several tests, each raised so that where nothing is different, any of them lies
 * below 5 % in at most 5 % of such sets of tests, however they hang together.
 */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[a]! - ps[b]!);
  const corrected = new Array<number>(ps.length);
  let least = 0;
  order.forEach((i, rank) => {
    least = Math.max(least, Math.min(1, ps[i]! * (ps.length - rank)));
    corrected[i] = least;
  });
  return corrected;
}

/**
 * Benjamini and Hochberg's correction (1995): of the tests whose corrected p-value lies below 5 %, at most 5 % are expected
 * to be false finds, where the tests are independent or depend on each other positively.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[b]! - ps[a]!);
  const corrected = new Array<number>(ps.length);
  let most = 1;
  order.forEach((i, rank) => {
    most = Math.min(most, (ps[i]! * ps.length) / (ps.length - rank));
    corrected[i] = most;
  });
  return corrected;
}

/** Score (share of first places) that an agent `elo` points above the `players - 1` equal others is expected to make. */
export function eloScore(elo: number, players: number): number {
  const w = 10 ** (elo / 400);
  return w / (w + players - 1);
}

/** The two hypotheses of a sequential test, as mean block scores, and how often each error may happen. */
export interface SprtSettings {
  /** Mean score if the new agent is not stronger. */
  h0: number;
  /** Mean score if it is stronger by as much as is worth knowing. */
  h1: number;
  /** Share of wrong acceptances of h1. */
  alpha?: number;
  /** Share of wrong acceptances of h0. */
  beta?: number;
}

/** State of a sequential test. */
export interface Sprt {
  /** Log-likelihood ratio of h1 against h0. */
  llr: number;
  lower: number;
  upper: number;
  verdict: 'stronger' | 'not stronger' | 'undecided';
  blocks: number;
}

/** Below this many blocks the variance is not known well enough to stop. */
const sprtMinimum = 8;

/**
 * Wald's sequential probability ratio test on block means, in the form for a normal mean of unknown variance that
 * chess engines use (GSPRT): LLR = n (h1 - h0)(2 mean - h0 - h1) / (2 variance). May be looked at after every block.
 */
export function sprt(blockMeans: readonly number[], settings: SprtSettings): Sprt {
  const { h0, h1, alpha = 0.05, beta = 0.05 } = settings;
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const n = blockMeans.length;
  // The floor keeps blocks that are all equal from dividing by nothing.
  const spreadOf = Math.max(variance(blockMeans), (h1 - h0) ** 2);
  const llr = n > 0 ? (n * (h1 - h0) * (2 * mean(blockMeans) - h0 - h1)) / (2 * spreadOf) : 0;
  const verdict =
    n < sprtMinimum ? 'undecided' : llr >= upper ? 'stronger' : llr <= lower ? 'not stronger' : 'undecided';
  return { llr, lower, upper, verdict, blocks: n };
}
