/**
 * How far values of actions lie apart. A temperature for them must be counted in it: in one game the best action is worth
 * a tenth of the outcome more than the mean one, in another, of many small decisions, a thousandth.
 */
export class Spread {
  /** Sum of the best value minus the mean one, and over how many decisions. */
  sum = 0;
  decisions = 0;

  /** @param before mean of earlier decisions, which counts as `weight` decisions */
  constructor(
    private readonly before = 0,
    private readonly weight = 0,
  ) {}

  /** @param values of the legal actions, the first `legal` of them */
  add(values: Float64Array, legal: number): void {
    let sum = 0;
    let best = -Infinity;
    for (let i = 0; i < legal; i++) {
      sum += values[i]!;
      best = Math.max(best, values[i]!);
    }
    this.sum += best - sum / legal;
    this.decisions++;
  }

  /** The mean. */
  get mean(): number {
    const decisions = this.decisions + this.weight;
    return decisions > 0 ? (this.sum + this.before * this.weight) / decisions : 0;
  }
}

/**
 * The softmax of values.
 * @param temperature in units of the values; above 0
 * @param out written: the probability of each of the first `legal`
 */
export function softmax(values: Float64Array, legal: number, temperature: number, out: Float64Array): void {
  let best = 0;
  for (let i = 1; i < legal; i++) if (values[i]! > values[best]!) best = i;
  let total = 0;
  for (let i = 0; i < legal; i++) total += out[i] = Math.exp((values[i]! - values[best]!) / temperature);
  for (let i = 0; i < legal; i++) out[i]! /= total;
}

/**
 * Draws an action from the softmax of values.
 * @param temperature in units of the values; 0: the best
 * @param uniform in [0, 1)
 * @returns index of the action
 */
export function drawByValue(values: Float64Array, legal: number, temperature: number, uniform: number): number {
  let best = 0;
  for (let i = 1; i < legal; i++) if (values[i]! > values[best]!) best = i;
  if (!(temperature > 0)) return best;
  let total = 0;
  for (let i = 0; i < legal; i++) total += Math.exp((values[i]! - values[best]!) / temperature);
  let left = uniform * total;
  for (let i = 0; i < legal; i++) {
    left -= Math.exp((values[i]! - values[best]!) / temperature);
    if (left < 0) return i;
  }
  return best;
}
