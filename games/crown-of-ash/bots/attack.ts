/** An attack: which fighters and which card are best, and what they are expected to gain. */
import * as A from '../actions.js';
import { FIGHTERS } from '../data.js';
import { mostFighters } from '../rules/combat.js';
import { CITADEL, COMMITTED, IN_HAND, KING } from '../state.js';
import { cardCost, cardReward } from './battle.js';
import { strengthAt } from './hands.js';
import { chanceToBeat, noCard, together, unseenCard } from './odds.js';
import type { Parts } from './parts.js';
import type { Reading } from './reading.js';
import { prize, siteValue, siteVp, undisturbed } from './sites.js';

export class Attack {
  /** The best set of fighters found, -1 for none of one, and what it is expected to gain. */
  readonly set = new Int8Array(3);
  value = 0;
  site = 0;
  private worth = 0;
  private spoils = 0;
  private modifier = 0;
  /** Who defends: how strongly, and what its card may add. */
  private theirs = 0;
  private cards = noCard;
  private readonly unseen = new Float64Array(10);
  /** By strength: what it is expected to bring, NaN not known yet, and the card for it. */
  private readonly priceAt = new Float64Array(64);
  private readonly cardAt = new Int8Array(64);
  /** Fighters that are sent already, -1 none; how many `candidates` may follow, and how many of them at most. */
  private first = -1;
  private second = -1;
  private readonly candidates = new Int8Array(FIGHTERS);
  private count = 0;
  private free = 0;

  constructor(private readonly r: Reading) {}

  /** Begins with an attack: reads what does not depend on the fighters that are sent. @param flank -1 none */
  open(site: number, flank: number): this {
    const { s, me, w } = this.r;
    const defender = site === CITADEL ? s.holder : s.owner[site]!;
    this.site = site;
    this.modifier = flank >= 0 ? s.tables.flank[flank]! : 0;
    this.worth = siteVp(s, site);
    this.spoils = prize(this.r, site);
    this.theirs = defender === KING ? s.tables.numbers.kingAttack : strengthAt(s, site);
    this.cards = defender === KING ? noCard : this.unseen;
    if (defender !== KING) unseenCard(s, defender, w.lean, w.recall, this.unseen);
    this.priceAt.fill(Number.NaN);
    // Those already sent come first; only higher ids may follow.
    this.first = this.second = -1;
    this.count = 0;
    const sending = s.attacker === me;
    for (let f = 0; f < FIGHTERS; f++) {
      if (sending && s.loc[f] === COMMITTED) {
        if (this.first < 0) this.first = f;
        else this.second = f;
      } else if (s.loc[f] === IN_HAND + me && f > s.last) this.candidates[this.count++] = f;
    }
    this.free = mostFighters(site) - (this.first >= 0 ? 1 : 0) - (this.second >= 0 ? 1 : 0);
    return this;
  }

  /** Finds the best fighters to send, those already sent included. @returns what they are expected to gain */
  best(): number {
    this.value = -Infinity;
    if (this.first >= 0) this.consider(this.first, this.second, -1);
    for (let i = 0; i < this.count; i++) this.bestFrom(i);
    return this.value;
  }

  /** The same of what this answer to ATTACK_SELECT leaves open. */
  bestAfter(action: number): number {
    this.value = -Infinity;
    if (action === A.DONE) this.consider(this.first, this.second, -1);
    else this.bestFrom(this.candidates.indexOf(action - A.FIGHTER));
    return this.value;
  }

  /** The answer to ATTACK_SELECT that the best fighters call for. */
  select(): number {
    const { s } = this.r;
    this.best();
    for (const f of this.set) if (f > s.last && f >= 0 && s.loc[f] !== COMMITTED) return A.FIGHTER + f;
    return A.DONE;
  }

  /** Takes the value of the best set apart. @param factor on what battles gain */
  explain(factor: number, out: Parts): void {
    const { r, set } = this;
    const { attack } = r.s.tables;
    const card = this.cardAt[together(r.s, set[0]!, set[1]!, set[2]!)]!;
    let force = 0;
    for (const f of set) if (f >= 0) force += attack[f]!;
    out.gain = factor * (undisturbed(r, this.worth, this.site) + cardReward(r, card, true));
    out.others = factor * this.spoils;
    out.cost = -factor * (cardCost(r, card) + r.keep * force);
  }

  /** Goes through the sets whose first new fighter is this candidate. */
  private bestFrom(i: number): void {
    const { first, second, count, free, candidates } = this;
    if (free <= 0) return;
    const x = candidates[i]!;
    if (second >= 0) this.consider(first, second, x);
    else if (first >= 0) this.consider(first, x, -1);
    else this.consider(x, -1, -1);
    for (let j = i + 1; j < count && free > 1; j++) {
      const y = candidates[j]!;
      if (first >= 0) this.consider(first, x, y);
      else this.consider(x, y, -1);
      if (free > 2) for (let k = j + 1; k < count; k++) this.consider(x, y, candidates[k]!);
    }
  }

  private consider(a: number, b: number, c: number): void {
    const { s, keep } = this.r;
    const { attack } = s.tables;
    const strength = together(s, a, b, c);
    let price = this.priceAt[strength]!;
    if (Number.isNaN(price)) price = this.priceAt[strength] = this.price(strength);
    const used = (a >= 0 ? attack[a]! : 0) + (b >= 0 ? attack[b]! : 0) + (c >= 0 ? attack[c]! : 0);
    const value = price - used * keep;
    if (value <= this.value) return;
    this.value = value;
    this.set[0] = a;
    this.set[1] = b;
    this.set[2] = c;
  }

  /** What the attack is expected to gain with the best card at this strength, flank apart; notes the card. */
  private price(mine: number): number {
    const { r } = this;
    const win = siteValue(r, this.worth, this.site, mine) + this.spoils;
    let best = -Infinity;
    const cards = r.s.cards[r.me]!;
    for (let card = 0; card < 5; card++) {
      if (!((cards >> card) & 1)) continue;
      const p = chanceToBeat(r.s, mine + this.modifier, card, this.theirs, this.cards);
      const value = p * (win + cardReward(r, card, true)) + (1 - p) * cardReward(r, card, false) - cardCost(r, card);
      if (value > best) {
        best = value;
        this.cardAt[mine] = card;
      }
    }
    return best;
  }
}
