/** The battle under way: what each combat card is expected to bring. */
import { KING } from '../state.js';
import { mostSent, strengthAt, strengthSent } from './hands.js';
import { cardMean, chanceToBeat, noCard, unseenCard } from './odds.js';
import type { Parts } from './parts.js';
import type { Reading } from './reading.js';
import { prize, siteValue, siteVp, undisturbed } from './sites.js';

/** What a card pays its owner. */
export function cardReward(r: Reading, card: number, won: boolean): number {
  const { s, w } = r;
  const { reward } = s.tables;
  const at = (won ? 0 : 20) + card * 4;
  const items = reward[at]! * r.goldWorth + reward[at + 1]! * r.goodsWorth * w.wild;
  return items + reward[at + 2]! + reward[at + 3]! * w.casualty;
}

/** What it costs to have played a card. */
export const cardCost = (r: Reading, card: number): number => r.w.card * cardMean(r.s, card);

/** The battle as the seat to act sees it. */
export class Battle {
  /** Strengths before cards: mine with what decides ties, and the other side's. */
  private mine = 0;
  private theirs = 0;
  private cards = noCard;
  private readonly unseen = new Float64Array(10);
  /** What winning brings besides the site, and with it. */
  private spoils = 0;
  private win = 0;

  constructor(private readonly r: Reading) {}

  /** @param attacking whether I attack or defend */
  open(attacking: boolean): void {
    const { r } = this;
    const { s, me, w } = r;
    const { site } = s;
    const other = attacking ? s.defender : s.attacker;
    const modifier = s.flank >= 0 ? s.tables.flank[s.flank]! : 0;
    this.cards = other === KING ? noCard : this.unseen;
    if (other !== KING) unseenCard(s, other, w.lean, w.recall, this.unseen);
    let guard: number;
    if (attacking) {
      guard = strengthSent(s, me);
      this.mine = guard + modifier;
      this.theirs = other === KING ? s.tables.numbers.kingAttack : strengthAt(s, site);
      this.spoils = prize(r, site);
    } else {
      guard = strengthAt(s, site);
      const force = (other === s.ai ? strengthSent(s, other) : w.bluff * mostSent(s, other)) + modifier;
      // The defender wins ties: it needs one point less.
      this.mine = guard + 1;
      this.theirs = force;
      this.spoils = (force * w.hurt) / s.seats;
    }
    this.win = siteValue(r, siteVp(s, site), site, guard) + this.spoils;
  }

  /** What a card is expected to bring. */
  value(card: number): number {
    const { r } = this;
    const p = chanceToBeat(r.s, this.mine, card, this.theirs, this.cards);
    return p * (this.win + cardReward(r, card, true)) + (1 - p) * cardReward(r, card, false) - cardCost(r, card);
  }

  explain(card: number, out: Parts): void {
    const { r } = this;
    const { site } = r.s;
    out.gain = undisturbed(r, siteVp(r.s, site), site) + cardReward(r, card, true);
    out.others = this.spoils;
    out.cost = -cardCost(r, card);
  }
}
