/**
 * One decision of a bot that plays by weights: every choice is priced in victory points and the best is taken. It reads
 * only what its seat may know (its own cards and fate, what lies open), so any redrawn position gives the same answer.
 * What is priced how: sites.ts, raising.ts, gathering.ts, building.ts, attack.ts, battle.ts, guards.ts.
 */
import * as A from '../actions.js';
import { regionVp } from '../rules/pieces.js';
import { CITADEL, P, type Position, TASK } from '../state.js';
import { Attack } from './attack.js';
import { Battle } from './battle.js';
import { amendValue, buildValue, explainBuild } from './building.js';
import { itemsValue, refreshValue, taxLoss } from './gathering.js';
import { Guards } from './guards.js';
import { type Parts, parts } from './parts.js';
import type { Weights } from './plans.js';
import { fighterWorth, forceOf, raiseValue, wildValue } from './raising.js';
import { Reading } from './reading.js';

/** The tile and the region of a TURN_ACTION that builds; the site and flank (-1 none) of one that attacks. */
const tileBuilt = (s: Position, action: number): number => s.market[Math.floor((action - A.BUILD) / 6)]!;
const regionBuilt = (action: number): number => (action - A.BUILD) % 6;
const siteAttacked = (action: number): number => (action < A.ATTACK_CITADEL ? action - A.ATTACK : CITADEL);
const flankUsed = (action: number): number => (action < A.ATTACK_CITADEL ? -1 : action - A.ATTACK_CITADEL);

export class Planner {
  readonly parts = parts;
  private readonly r: Reading;
  private readonly attack: Attack;
  private readonly battle: Battle;
  private readonly guards: Guards;
  /** Written anew for each action. */
  private readonly explained: Parts = { gain: 0, others: 0, cost: 0 };

  constructor(w: Readonly<Weights>) {
    this.r = new Reading(w);
    this.attack = new Attack(this.r);
    this.battle = new Battle(this.r);
    this.guards = new Guards(this.r);
  }

  /** A legal action of the seat to act. */
  choose(s: Position): number {
    this.read(s);
    if (s.prompt === P.PLACE && s.tasks[0] !== TASK.start) return this.guards.place();
    if (s.prompt === P.ATTACK_SELECT) return this.attack.select();
    const n = s.count;
    let best = -1;
    let most = -Infinity;
    for (let i = 0; i < n; i++) {
      const action = s.legalActions[i]!;
      const v = this.worth(action);
      // Equal values: the lowest id, independent of the order of the list.
      if (v > most || (v === most && action < best)) {
        most = v;
        best = action;
      }
    }
    return best;
  }

  /** Writes what each legal action is worth in victory points, and what that is made of. */
  actionValues(s: Position, out: Float64Array, into?: Float32Array): void {
    this.read(s);
    const { explained } = this;
    const n = s.count;
    for (let i = 0; i < n; i++) {
      const action = s.legalActions[i]!;
      const worth = this.worth(action);
      out[action] = worth;
      if (!into) continue;
      explained.gain = worth;
      explained.others = explained.cost = 0;
      this.explain(action, worth);
      const at = action * parts.length;
      into[at] = explained.gain;
      into[at + 1] = explained.others;
      into[at + 2] = explained.cost;
      into[at + 3] = worth - explained.gain - explained.others - explained.cost;
    }
  }

  private read(s: Position): void {
    this.r.read(s);
    if (s.prompt === P.PLACE) this.guards.open();
    else if (s.prompt === P.ATTACK_SELECT) this.attack.open(s.site, s.flank);
    else if (s.prompt === P.CARD_ATT || s.prompt === P.CARD_DEF) this.battle.open(s.prompt === P.CARD_ATT);
  }

  /** What an action is worth, in victory points. */
  private worth(action: number): number {
    const { r } = this;
    const { s, w } = r;
    switch (s.prompt) {
      case P.TURN_ACTION:
        return this.turnValue(action);
      case P.WILD:
        return wildValue(r, action - A.WILD);
      case P.RESURRECT:
        return action === A.DONE ? 0 : forceOf(r, action - A.FIGHTER) * w.crypt;
      case P.PLACE:
        // The first guards of all are as good as each other.
        return s.tasks[0] === TASK.start ? 0 : this.guards.bestAfter(action);
      case P.ATTACK_SELECT:
        return this.attack.bestAfter(action);
      case P.CARD_ATT:
      case P.CARD_DEF:
        return this.battle.value(action - A.CARD);
      case P.CASUALTY:
        return -forceOf(r, action - A.FIGHTER);
      case P.RAISE:
        return action === A.DONE ? w.spare : raiseValue(r, s.slots[action - A.RAISE]!, r.goods, s.gold[r.me]!);
      case P.PAY:
        return this.payValue(action);
      default:
        return this.orderValue(action - A.ORDER);
    }
  }

  /**
   * Leaves in `explained` how the value of an action comes about: all gain where nothing else is written. Reads what
   * `worth` left in its parts, so it is called just after it, for the same action.
   */
  private explain(action: number, worth: number): void {
    const { r, explained } = this;
    const { s } = r;
    switch (s.prompt) {
      case P.TURN_ACTION:
        this.explainTurn(action);
        break;
      case P.PLACE:
        if (s.tasks[0] === TASK.start) break;
        this.guards.explain(explained);
        break;
      case P.ATTACK_SELECT:
        this.attack.explain(1, explained);
        break;
      case P.CARD_ATT:
      case P.CARD_DEF:
        this.battle.explain(action - A.CARD, explained);
        break;
      case P.CASUALTY:
        explained.gain = 0;
        explained.cost = worth;
        break;
      case P.RAISE:
        if (action === A.DONE) break;
        explained.gain = fighterWorth(r, s.slots[action - A.RAISE]!);
        explained.cost = worth - explained.gain;
        break;
      case P.PAY:
        if (action === A.PAY_REST || r.left === 1) break;
        explained.gain = r.goodsWorth;
        explained.cost = -r.goldWorth;
        break;
      case P.ORDER:
        explained.gain = 0;
        explained.others = worth;
    }
  }

  /** What a minion's work is worth. */
  private turnValue(action: number): number {
    const { r } = this;
    const { s, me, w } = r;
    if (action < A.GOLD) {
      const tile = s.tile[action]!;
      const owner = s.owner[action]!;
      const gain = itemsValue(r, tile, s.gold[me]!) * w.gather;
      return gain + (owner === me ? amendValue(r, action, regionVp(s, action)) : -taxLoss(r, tile, owner));
    }
    if (action === A.GOLD) return s.tables.numbers.goldSpace * r.goldWorth + 0.01;
    if (action === A.REFRESH) return refreshValue(r);
    if (action < A.ATTACK) return buildValue(r, tileBuilt(s, action), regionBuilt(action));
    const value = this.attack.open(siteAttacked(action), flankUsed(action)).best();
    return value * this.attackFactor(value) - this.attackWait();
  }

  private explainTurn(action: number): void {
    const { r, explained, attack } = this;
    const { s, me } = r;
    if (action < A.GOLD) {
      const owner = s.owner[action]!;
      if (owner !== me) explained.others = -taxLoss(r, s.tile[action]!, owner);
      explained.gain -= explained.others;
    } else if (action >= A.ATTACK) {
      attack.explain(this.attackFactor(attack.value), explained);
      explained.cost -= this.attackWait();
    } else if (action >= A.BUILD) explainBuild(r, tileBuilt(s, action), regionBuilt(action), explained);
  }

  /** Factor on the value of an attack: eager for a gain only. */
  private attackFactor(value: number): number {
    return value > 0 ? this.r.w.war : 1;
  }
  /** What the open attack loses by being early in the round. */
  private attackWait(): number {
    const { w, later } = this.r;
    return (this.attack.site === CITADEL ? w.citadelWait : w.landWait) * later;
  }

  /** Gold is kept while it buys structures; at the end, the choice that leaves more points. */
  private payValue(action: number): number {
    const { r } = this;
    if (action === A.PAY_REST) return 0;
    if (r.left > 1) return r.goodsWorth - r.goldWorth;
    const { s, me } = r;
    const { goldPerVp, resourcesPerVp } = s.tables.numbers;
    const k = action - A.PAY;
    const gold = s.gold[me]!;
    const rest = r.goods[k]! - s.owed[k]!;
    const lost = Math.floor(gold / goldPerVp) - Math.floor((gold - 1) / goldPerVp);
    const kept = Math.floor((rest + 1) / resourcesPerVp) - Math.floor(rest / resourcesPerVp);
    return kept - lost - 0.01;
  }

  /**
   * The seat with the fewest points decides the turn order: the leader first and itself last, so that no seat can
   * answer.
   */
  private orderValue(seat: number): number {
    const { s, me, w } = this.r;
    return seat === me ? w.meFirst : (w.leaderFirst * (s.vp[seat]! - s.vp[me]!)) / 10;
  }
}
