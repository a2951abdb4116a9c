/**
 * A policy's choice among the legal actions: softmax, log-probability, entropy and sampling over a mask. Illegal
 * actions take no part in any sum: the result is that of log-softmax after setting their logits to a large negative
 * number, without the rounding that the large number brings.
 */
import type { Rng } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';

/** Where a logit or log-probability must stand for an illegal action: finite, so that no sum turns into NaN. */
export const ILLEGAL_LOGIT = -1e9;

/** A categorical distribution over the legal actions of one position at a time; made once, filled many times. */
export class MaskedDistribution {
  /** Number of legal actions. */
  legal = 0;
  /** The legal action ids, ascending; the first `legal` entries count. */
  readonly ids: Int32Array;
  /** Their probabilities, in the order of `ids`. */
  readonly probabilities: Float64Array;
  /** Their log-probabilities, in the order of `ids`. */
  readonly logs: Float64Array;

  /** @param actions number of action ids, legal or not */
  constructor(readonly actions: number) {
    this.ids = new Int32Array(actions);
    this.probabilities = new Float64Array(actions);
    this.logs = new Float64Array(actions);
  }

  /**
   * Becomes the distribution of these logits under this mask.
   * @param temperature divides the logits; > 0
   * @throws RangeError when no action is legal; UserError when the network computes what is not finite
   */
  set(logits: Float32Array, logitsAt: number, mask: Uint8Array, maskAt: number, temperature = 1): this {
    const { ids, probabilities, logs } = this;
    let n = 0;
    let max = -Infinity;
    for (let a = 0; a < this.actions; a++) {
      if (mask[maskAt + a] === 0) continue;
      const logit = logits[logitsAt + a]! / temperature;
      if (logit > max) max = logit;
      ids[n] = a;
      logs[n++] = logit;
    }
    if (n === 0) throw new RangeError('the mask allows no action');
    let total = 0;
    for (let k = 0; k < n; k++) total += probabilities[k] = Math.exp(logs[k]! - max);
    if (!Number.isFinite(total)) throw new UserError('a logit is not a finite number');
    const shift = max + Math.log(total);
    for (let k = 0; k < n; k++) {
      probabilities[k]! /= total;
      logs[k]! -= shift;
    }
    this.legal = n;
    return this;
  }

  /** In nats; ln(legal) when all are equally likely. */
  entropy(): number {
    let sum = 0;
    for (let k = 0; k < this.legal; k++) sum -= this.probabilities[k]! * this.logs[k]!;
    return sum;
  }

  /** Log-probability of an action; `ILLEGAL_LOGIT` for an illegal one. */
  logProb(action: number): number {
    const k = this.indexOf(action);
    return k < 0 ? ILLEGAL_LOGIT : this.logs[k]!;
  }

  /** Draws an action. Takes exactly one number from the generator, also where there is nothing to choose. */
  sample(rng: Rng): number {
    let left = rng.uniform();
    for (let k = 0; k < this.legal - 1; k++) {
      left -= this.probabilities[k]!;
      if (left < 0) return this.ids[k]!;
    }
    return this.ids[this.legal - 1]!;
  }

  /** The most likely action; the lowest id of several. */
  argmax(): number {
    let best = 0;
    for (let k = 1; k < this.legal; k++) if (this.logs[k]! > this.logs[best]!) best = k;
    return this.ids[best]!;
  }

  /** Writes the probability of every action, zero for the illegal ones. @param out length `actions` from `at` */
  write(out: Float32Array, at = 0): void {
    out.fill(0, at, at + this.actions);
    for (let k = 0; k < this.legal; k++) out[at + this.ids[k]!] = this.probabilities[k]!;
  }

  /** Place of an action in `ids`, or -1. */
  indexOf(action: number): number {
    for (let k = 0; k < this.legal; k++) if (this.ids[k] === action) return k;
    return -1;
  }
}
