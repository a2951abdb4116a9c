/**
 * Which actions a search with few simulations looks at, and what it makes of them (Danihelka, Guez, Schrittwieser and
 * Silver, "Policy improvement by planning with Gumbel", ICLR 2022). Candidates are drawn without replacement from the
 * policy by adding Gumbel noise to its logits; sequential halving (Karnin, Koren and Somekh 2013) shares the simulations
 * out among them. What comes of it is never worse than the policy, as far as the values are right.
 *
 * Values are of 0 to 1 here.
 */
import type { Rng } from '../../env/chance.js';

/** Most candidates, and how much values count against the policy (c_visit and c_scale); the paper's own numbers. */
export const gumbelDefaults = { considered: 16, visits: 50, valueScale: 1 };

/** A draw from the standard Gumbel distribution. */
export function gumbel(rng: Rng): number {
  // The smallest positive number in place of 0, whose logarithm is not finite.
  return -Math.log(-Math.log(rng.uniform() || Number.MIN_VALUE));
}

/**
 * What a value adds to a logit: sigma of the paper, equation 8. The more often the most tried action was tried, the more
 * values count.
 * @param valueScale c_scale
 */
export function valueLogit(value: number, mostVisits: number, valueScale = gumbelDefaults.valueScale): number {
  return (gumbelDefaults.visits + mostVisits) * valueScale * value;
}

/** What is known of the actions of a position, in any order. */
export interface Tried {
  /** Logarithms of the policy's probabilities. */
  logits: ArrayLike<number>;
  /** Simulations of each. */
  visits: ArrayLike<number>;
  /** Mean value of each that was tried. */
  values: ArrayLike<number>;
}

/**
 * What an action that was not tried is taken to be worth: the position's own value, mixed with that of the actions that
 * were (v_mix of the paper, equation 33).
 * @param own what the value head says of the position
 */
export function mixedValue({ logits, visits, values }: Tried, own: number): number {
  let simulations = 0;
  let weight = 0;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) {
    if (visits[i] === 0) continue;
    simulations += visits[i]!;
    const p = Math.exp(logits[i]!);
    weight += p;
    sum += p * values[i]!;
  }
  // Where the policy all but rules out what was tried, only the position itself tells.
  return weight > 0 ? (own + (simulations * sum) / weight) / (1 + simulations) : own;
}

/**
 * The improved policy: softmax of logits and completed values (equation 11).
 * @param own what the value head says of the position
 * @param out written: a probability for each action
 * @param valueScale as of `valueLogit`
 */
export function improvedPolicy(
  tried: Tried,
  own: number,
  out: Float64Array,
  valueScale = gumbelDefaults.valueScale,
): void {
  const { logits, visits, values } = tried;
  const rest = mixedValue(tried, own);
  let most = 0;
  for (let i = 0; i < logits.length; i++) most = Math.max(most, visits[i]!);
  let highest = -Infinity;
  for (let i = 0; i < logits.length; i++) {
    out[i] = logits[i]! + valueLogit(visits[i]! > 0 ? values[i]! : rest, most, valueScale);
    highest = Math.max(highest, out[i]!);
  }
  let total = 0;
  for (let i = 0; i < logits.length; i++) total += out[i] = Math.exp(out[i]! - highest);
  for (let i = 0; i < logits.length; i++) out[i]! /= total;
}

/**
 * Who gets the next simulation: all candidates in turn, of whom the worse half drops out when a phase's share of the
 * budget is spent. The last phase goes on to the end of the budget.
 */
export class Halving {
  private readonly phases: number;
  private phase = 0;
  private at = 0;

  /** @param left the candidates; those that dropped out are gone from it */
  constructor(readonly left: number[]) {
    this.phases = Math.max(1, Math.ceil(Math.log2(left.length)));
  }

  /** Whether the worse half drops out before the next simulation. @param spent as for `next` */
  drops(spent: number): boolean {
    return this.at === this.left.length && this.phase < this.phases - 1 && spent >= (this.phase + 1) / this.phases;
  }

  /**
   * @param spent share of the budget that is spent, 0..1
   * @param score of a candidate, which was tried at least once
   */
  next(spent: number, score: (candidate: number) => number): number {
    const { left, phases } = this;
    if (this.at === left.length) {
      this.at = 0;
      for (; this.phase < phases - 1 && spent >= (this.phase + 1) / phases; this.phase++) this.drop(score);
    }
    return left[this.at++]!;
  }

  /** The last one gets the next simulation too: it had none. */
  again(): void {
    this.at--;
  }

  private drop(score: (candidate: number) => number): void {
    const { left } = this;
    const scores = new Map(left.map((candidate) => [candidate, score(candidate)]));
    // A stable sort: of equals those that came first stay.
    left.sort((a, b) => scores.get(b)! - scores.get(a)!);
    left.length = Math.ceil(left.length / 2);
  }
}
