/** Who guards a region of mine: one fighter, two, or those that stand there. */
import * as A from '../actions.js';
import { FIGHTERS } from '../data.js';
import { AT, IN_HAND } from '../state.js';
import { together } from './odds.js';
import type { Parts } from './parts.js';
import type { Reading } from './reading.js';
import { siteValue, siteVp, undisturbed } from './sites.js';

export class Guards {
  private region = 0;
  private worth = 0;
  /** Who stands there, -1 nobody: before the first answer the old guards, after it those chosen. */
  private first = -1;
  private second = -1;
  /** Who else may guard. */
  private readonly candidates = new Int8Array(FIGHTERS);
  private count = 0;
  /** The best guards found, and what they are worth; their points of attack. */
  private value = 0;
  private force = 0;

  constructor(private readonly r: Reading) {}

  /** Reads the region that the pending PLACE is about. */
  open(): void {
    const { s, me } = this.r;
    const { loc, last } = s;
    const region = s.tasks[2]!;
    this.region = region;
    this.worth = siteVp(s, region);
    this.first = this.second = -1;
    this.count = 0;
    for (let f = 0; f < FIGHTERS; f++) {
      if (loc[f] === AT + region) {
        if (this.first < 0) this.first = f;
        else this.second = f;
        if (last < 0) this.candidates[this.count++] = f;
      } else if (loc[f] === IN_HAND + me && f > last) this.candidates[this.count++] = f;
    }
  }

  /** The answer to PLACE that leaves the best guards open. */
  place(): number {
    const { s } = this.r;
    const { first, count, candidates } = this;
    let best = this.bestAfter(A.DONE);
    let choice: number = A.DONE;
    if (s.last < 0 && first >= 0) {
      const value = this.bestAfter(A.WITHDRAW);
      if (value > best) {
        best = value;
        choice = A.WITHDRAW;
      }
    }
    for (let i = 0; i < count; i++) {
      const value = this.bestAfter(A.FIGHTER + candidates[i]!);
      if (value > best) {
        best = value;
        choice = A.FIGHTER + candidates[i]!;
      }
    }
    return choice;
  }

  /** What the best guards are worth that this answer leaves open. */
  bestAfter(action: number): number {
    const { s } = this.r;
    const { first, second, count, candidates } = this;
    this.value = -Infinity;
    // Leaving all as it is costs no decision more.
    if (action === A.DONE) this.consider(first, second, 1e-6);
    else if (action === A.WITHDRAW) this.consider(-1, -1, 0);
    else {
      const fighter = action - A.FIGHTER;
      if (s.last >= 0) this.consider(first, fighter, 0);
      else {
        this.consider(fighter, -1, 0);
        for (let i = 0; i < count; i++) if (candidates[i]! > fighter) this.consider(fighter, candidates[i]!, 0);
      }
    }
    return this.value;
  }

  /** Takes apart what `bestAfter` found. */
  explain(out: Parts): void {
    const { r } = this;
    out.gain = undisturbed(r, this.worth, this.region);
    out.cost = -r.keep * this.force;
  }

  private consider(a: number, b: number, bonus: number): void {
    const { r } = this;
    const { attack } = r.s.tables;
    const strength = together(r.s, a, b, -1);
    const force = (a >= 0 ? attack[a]! : 0) + (b >= 0 ? attack[b]! : 0);
    const value = siteValue(r, this.worth, this.region, strength) - r.keep * force + bonus;
    if (value <= this.value) return;
    this.value = value;
    this.force = force;
  }
}
