/** What a bot reads in a position before it prices its choices; nothing that its seat may not know. */
import { FIGHTERS, MINIONS, ROUNDS } from '../data.js';
import { IN_GRAVE, IN_HAND, P, type Position } from '../state.js';
import { handOf } from './hands.js';
import { RoughOdds, strongest } from './odds.js';
import type { Weights } from './plans.js';

const list = new Int8Array(FIGHTERS);

/** Read anew at each decision; constant while its choices are priced. */
export class Reading {
  s!: Position;
  me = 0;
  /** Round 0-3, and rounds still to be scored, this one included. */
  now = 0;
  left = 0;
  /** What a gold, a basic resource is worth now. */
  goldWorth = 0;
  goodsWorth = 0;
  /** What a point of attack in the hand is worth to keep there. */
  keep = 0;
  /** My resources by kind. */
  readonly goods = new Float64Array(4);
  /** My fighters in hand and graveyard by kind; read where raising matters. */
  readonly kinds = new Uint8Array(4);
  /**
   * By seat: strongest attack with two, with three fighters of what its hand may hold; turns it has left this round. Read
   * where attacks matter.
   */
  readonly two = new Float64Array(4);
  readonly three = new Float64Array(4);
  readonly turns = new Float64Array(4);
  readonly odds = new RoughOdds();

  constructor(readonly w: Readonly<Weights>) {}

  /** Reads a position for the seat to act. */
  read(s: Position): void {
    const { w, goods } = this;
    this.s = s;
    this.me = s.actor;
    this.now = s.round - 1;
    this.left = ROUNDS - this.now;
    this.goldWorth = w.gold[this.now]!;
    this.goodsWorth = w.goods[this.now]!;
    this.keep = this.left === 1 ? (w.keep * Math.max(0, s.minions[this.me]!)) / MINIONS : w.keep;
    for (let k = 0; k < 4; k++) goods[k] = s.resources[this.me * 4 + k]!;
    this.odds.set(w.edge, w.luck);
    switch (s.prompt) {
      case P.TURN_ACTION:
        this.readKinds();
        this.readForces();
        break;
      case P.WILD:
      case P.RAISE:
        this.readKinds();
        break;
      case P.PLACE:
      case P.ATTACK_SELECT:
      case P.CARD_ATT:
      case P.CARD_DEF:
        this.readForces();
    }
  }

  private readKinds(): void {
    const { me, kinds } = this;
    const { loc, tables } = this.s;
    kinds.fill(0);
    for (let f = 0; f < FIGHTERS; f++)
      if (loc[f] === IN_HAND + me || loc[f] === IN_GRAVE + me) kinds[tables.kind[f]!]!++;
  }

  private readForces(): void {
    const { s, me } = this;
    for (let seat = 0; seat < s.seats; seat++) {
      this.turns[seat] = s.minions[seat]!;
      if (seat === me) continue;
      const n = handOf(s, seat, list);
      this.two[seat] = strongest(s, list, n, 2);
      this.three[seat] = n > 2 ? strongest(s, list, n, 3) : this.two[seat]!;
    }
  }

  /** Minions that I have left for later this round. */
  get later(): number {
    return this.s.minions[this.me]! - 1;
  }
}
