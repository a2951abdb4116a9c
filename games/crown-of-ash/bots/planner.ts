/**
 * One decision of a bot that plays by weights: every choice is priced in victory points and the best is taken. It reads
 * only what its seat may know (its own cards and fate, what lies open), so any redrawn position gives the same answer.
 */
import * as A from '../actions.js';
import { FIGHTERS, MINIONS, ROUNDS } from '../data.js';
import { mostFighters } from '../rules/combat.js';
import { regionVp } from '../rules/pieces.js';
import * as S from '../state.js';
import { AT, COMMITTED, IN_GRAVE, IN_HAND, KING, NONE, P, type Position } from '../state.js';
import { cardMean, chanceToBeat, noCard, RoughOdds, strongest, together, unseenCard } from './odds.js';
import type { Weights } from './plans.js';

const CITADEL = S.CITADEL;

/**
 * What worths are made of, so that they add up to it: what an action brings if all goes well, what the others lose by it
 * (below zero: gain), its price, and what chance and the others' attacks take off again.
 */
export const parts = ['gain', 'others', 'cost', 'danger'] as const;

export class Planner {
  readonly parts = parts;
  private s!: Position;
  private me = 0;
  /** Round 0-3, and rounds still to be scored, this one included. */
  private now = 0;
  private left = 0;
  /** By seat: strongest attack with two, with three fighters of what its hand may hold; turns it has left this round. */
  private readonly two = new Float64Array(4);
  private readonly three = new Float64Array(4);
  private readonly turns = new Float64Array(4);
  private readonly list = new Int8Array(FIGHTERS);
  private readonly candidates = new Int8Array(FIGHTERS);
  private readonly unseen = new Float64Array(10);
  /** By strength of an attack: what it is expected to bring, and the card for it. */
  private readonly priceAt = new Float64Array(64);
  private readonly cardAt = new Int8Array(64);
  private readonly goods = new Float64Array(4);
  /** My fighters in hand and graveyard by kind. */
  private readonly kinds = new Uint8Array(4);
  private readonly odds = new RoughOdds();
  /** The best set of fighters found last, -1 for none of one, and its value. */
  private readonly set = new Int8Array(3);
  private setValue = 0;
  /** The attack that is thought about: who defends how strongly, what winning brings besides the site. */
  private site = 0;
  private modifier = 0;
  private theirs = 0;
  private siteVp = 0;
  private spoils = 0;
  private cards = noCard;
  /** Fighters that are chosen already, -1 none; how many `candidates` may follow, and how many of them at most. */
  private first = -1;
  private second = -1;
  private count = 0;
  private free = 0;
  private keepEach = 0;
  /** What the action explained last is made of. */
  private gain = 0;
  private others = 0;
  private cost = 0;

  constructor(private readonly w: Weights) {}

  /** A legal action of the seat to act. */
  choose(s: Position): number {
    this.read(s);
    if (s.prompt === P.PLACE && s.tasks[0] !== S.TASK.start) return this.place();
    if (s.prompt === P.ATTACK_SELECT) return this.select();
    const n = s.count;
    let best = -1;
    let most = -Infinity;
    for (let i = 0; i < n; i++) {
      const action = s.legalActions[i]!;
      const v = this.worth(action);
      // Equal values: the lowest id, whatever the order of the list.
      if (v > most || (v === most && action < best)) {
        most = v;
        best = action;
      }
    }
    return best;
  }

  /** Writes what each legal action is worth in victory points, and what that is made of. */
  worths(s: Position, out: Float64Array, into?: Float32Array): void {
    this.read(s);
    const n = s.count;
    for (let i = 0; i < n; i++) {
      const action = s.legalActions[i]!;
      const worth = this.worth(action);
      out[action] = worth;
      if (!into) continue;
      this.gain = this.others = this.cost = 0;
      this.explain(action, worth);
      const at = action * parts.length;
      into[at] = this.gain;
      into[at + 1] = this.others;
      into[at + 2] = this.cost;
      into[at + 3] = worth - this.gain - this.others - this.cost;
    }
  }

  private worth(action: number): number {
    const { s, w } = this;
    switch (s.prompt) {
      case P.TURN_ACTION:
        return this.turnValue(action);
      case P.WILD:
        return this.wildValue(action - A.WILD);
      case P.RESURRECT:
        return action === A.DONE ? 0 : this.forceOf(action - A.FIGHTER) * w.crypt;
      case P.PLACE:
        return this.guardsValue(action);
      case P.ATTACK_SELECT:
        return this.sendValue(action);
      case P.CARD_ATT:
        return this.cardValue(action - A.CARD, true);
      case P.CARD_DEF:
        return this.cardValue(action - A.CARD, false);
      case P.CASUALTY:
        return -this.forceOf(action - A.FIGHTER);
      case P.RAISE:
        return action === A.DONE ? w.spare : this.raiseValue(s.slots[action - A.RAISE]!, this.goods);
      case P.PAY:
        return this.payValue(action);
      default:
        return this.orderValue(action - A.ORDER);
    }
  }

  /** Leaves what the action is made of, `worth` having been asked for it just before; the rest is danger. */
  private explain(action: number, worth: number): void {
    const { s } = this;
    this.gain = worth;
    switch (s.prompt) {
      case P.TURN_ACTION:
        this.explainTurn(action);
        break;
      case P.PLACE:
        if (s.tasks[0] === S.TASK.start) break;
        this.gain = this.undisturbed(this.siteVp, this.site);
        this.cost = -this.keepEach * this.forceOfSet();
        break;
      case P.ATTACK_SELECT:
        this.explainAttack(1);
        break;
      case P.CARD_ATT:
      case P.CARD_DEF:
        this.gain = this.undisturbed(this.siteVp, this.site) + this.reward(action - A.CARD, true);
        this.others = this.spoils;
        this.cost = -this.cardCost(action - A.CARD);
        break;
      case P.CASUALTY:
        this.gain = 0;
        this.cost = worth;
        break;
      case P.RAISE:
        if (action === A.DONE) break;
        this.gain = this.fighterWorth(s.slots[action - A.RAISE]!);
        this.cost = worth - this.gain;
        break;
      case P.PAY:
        if (action === A.PAY_REST || this.left === 1) break;
        this.gain = this.goodsWorth;
        this.cost = -this.goldWorth;
        break;
      case P.ORDER:
        this.gain = 0;
        this.others = worth;
    }
  }

  private explainTurn(action: number): void {
    const { s, me, w } = this;
    if (action < A.GOLD) {
      const owner = s.owner[action]!;
      if (owner !== me) this.others = -this.taxLoss(s.tile[action]!, owner);
      this.gain -= this.others;
    } else if (action >= A.ATTACK) {
      this.explainAttack(this.setValue > 0 ? w.war : 1);
      this.cost -= (this.site === CITADEL ? w.citadelWait : w.landWait) * this.later;
    } else if (action >= A.BUILD) {
      const tile = s.market[Math.floor((action - A.BUILD) / 6)]!;
      const region = (action - A.BUILD) % 6;
      const own = s.owner[region] === me;
      const before = own ? this.undisturbed(regionVp(s, region), region) : 0;
      const gain = this.undisturbed(this.builtVp(tile, region, own), region) - before;
      this.gain = gain * w.build + this.builtItems(tile);
      this.cost = -s.tables.tileCost[tile]! * this.goldWorth - w.buildWait * this.later;
    }
  }

  /** @param factor on what battles gain */
  private explainAttack(factor: number): void {
    const { set } = this;
    const card = this.cardAt[together(this.s, set[0]!, set[1]!, set[2]!)]!;
    this.gain = factor * (this.undisturbed(this.siteVp, this.site) + this.reward(card, true));
    this.others = factor * this.spoils;
    this.cost = -factor * (this.cardCost(card) + this.keepEach * this.forceOfSet());
  }

  /** Points of attack of the set. */
  private forceOfSet(): number {
    const { attack } = this.s.tables;
    let sum = 0;
    for (const f of this.set) if (f >= 0) sum += attack[f]!;
    return sum;
  }

  // --- reading --------------------------------------------------------------------------------------------------

  private read(s: Position): void {
    this.s = s;
    this.me = s.actor;
    this.now = s.round - 1;
    this.left = ROUNDS - this.now;
    for (let k = 0; k < 4; k++) this.goods[k] = s.resources[this.me * 4 + k]!;
    this.keepEach = this.keep;
    this.odds.set(this.w.edge, this.w.luck);
    const prompt = s.prompt;
    if (prompt === P.TURN_ACTION || prompt === P.WILD || prompt === P.RAISE) this.readKinds();
    if (
      prompt !== P.TURN_ACTION &&
      prompt !== P.PLACE &&
      prompt !== P.ATTACK_SELECT &&
      prompt !== P.CARD_ATT &&
      prompt !== P.CARD_DEF
    )
      return;
    for (let seat = 0; seat < s.seats; seat++) {
      this.turns[seat] = s.minions[seat]!;
      if (seat === this.me) continue;
      const n = this.handOf(seat);
      this.two[seat] = strongest(s, this.list, n, 2);
      this.three[seat] = n > 2 ? strongest(s, this.list, n, 3) : this.two[seat]!;
    }
    if (prompt === P.PLACE) this.readGuards();
    else if (prompt === P.ATTACK_SELECT) this.openAttack(s.site, s.flank);
  }

  private readKinds(): void {
    const { me, kinds } = this;
    const { loc, tables } = this.s;
    kinds.fill(0);
    for (let f = 0; f < FIGHTERS; f++)
      if (loc[f] === IN_HAND + me || loc[f] === IN_GRAVE + me) kinds[tables.kind[f]!]!++;
  }

  /** Fighters that a seat has in its hand, or has sent into the battle; in `list`. */
  private handOf(seat: number): number {
    const { s } = this;
    const { loc } = s;
    const attacks = s.attacker === seat;
    let n = 0;
    for (let f = 0; f < FIGHTERS; f++)
      if (loc[f] === IN_HAND + seat || (attacks && loc[f] === COMMITTED)) this.list[n++] = f;
    return n;
  }

  private strengthAt(site: number): number {
    const { loc } = this.s;
    let n = 0;
    for (let f = 0; f < FIGHTERS; f++) if (loc[f] === AT + site) this.list[n++] = f;
    return n === 0 ? 0 : strongest(this.s, this.list, n, 3);
  }

  // --- what things are worth ------------------------------------------------------------------------------------

  /** Points that a site gives its holder from now on, if guarded with `strength` by me. */
  private siteValue(worth: number, site: number, strength: number): number {
    const { s, w, me } = this;
    const citadel = site === CITADEL;
    const chance = citadel ? w.siege : w.threat;
    let now = 1;
    let later = 1;
    for (let seat = 0; seat < s.seats; seat++) {
      if (seat === me) continue;
      const force = citadel ? this.three[seat]! : this.two[seat]!;
      const p = chance * this.odds.of(force - strength);
      now *= (1 - p) ** this.turns[seat]!;
      // By the next round the others have their dead back, and a fighter more.
      later *= (1 - chance * this.odds.of(force + w.growth - strength)) ** MINIONS;
    }
    let sum = 0;
    let held = now;
    for (let round = this.now; round < ROUNDS; round++) {
      sum += held * (citadel ? s.tables.components.citadelVp[round]! : worth);
      held *= later;
    }
    return sum * (citadel ? w.citadel : w.land);
  }

  /** Points that a site gives from now on to a holder whom nobody attacks. */
  private undisturbed(worth: number, site: number): number {
    const { s, w } = this;
    if (site !== CITADEL) return this.left * worth * w.land;
    let sum = 0;
    for (let round = this.now; round < ROUNDS; round++) sum += s.tables.components.citadelVp[round]!;
    return sum * w.citadel;
  }

  /** What a site is worth to a holder that is not me: as much as it would be for me with average guards. */
  private lossOf(worth: number, site: number, holder: number): number {
    const { s, w } = this;
    let sum = 0;
    let held = w.holds;
    for (let round = this.now; round < ROUNDS; round++) {
      sum += held * (site === CITADEL ? s.tables.components.citadelVp[round]! : worth);
      held *= w.stays;
    }
    return ((sum * w.hurt * 2) / s.seats) * this.rivalry(holder);
  }

  /** How much more another seat's loss is worth than that of a seat with as many points as all have in the mean. */
  private rivalry(seat: number): number {
    const { vp, seats } = this.s;
    let sum = 0;
    for (let other = 0; other < seats; other++) sum += vp[other]!;
    return Math.max(0, 1 + (this.w.deny * (vp[seat]! - sum / seats)) / 10);
  }

  private get goldWorth(): number {
    return this.w.gold[this.now]!;
  }
  private get goodsWorth(): number {
    return this.w.goods[this.now]!;
  }

  /** What a fighter is worth to have, before its price. */
  private fighterWorth(fighter: number): number {
    const { s, w } = this;
    const { tier, kind, attack, fate } = s.tables;
    const shown = fate[s.fate[this.me]! * 4 + kind[fighter]!]!;
    const mates = Math.min(2, this.kinds[kind[fighter]!]!);
    return shown * tier[fighter]! * w.fate + attack[fighter]! * w.force[this.now]! * this.rest + mates * w.pair;
  }

  /** What a fighter's attack is worth. */
  private forceOf(fighter: number): number {
    return this.s.tables.attack[fighter]! * this.w.force[this.now]!;
  }

  /** How much of this round is left to use a fighter in, of at least what later rounds bring. */
  private get rest(): number {
    if (this.left > 1) return 1;
    return this.s.minions[this.me]! / MINIONS;
  }

  /** What raising a fighter gains with these resources; very little where it cannot be paid. */
  private raiseValue(fighter: number, goods: Float64Array): number {
    const { s, me } = this;
    const { cost } = s.tables;
    let short = 0;
    let price = 0;
    for (let k = 0; k < 4; k++) {
      const c = cost[fighter * 4 + k]!;
      const paid = Math.min(c, goods[k]!);
      short += c - paid;
      price += paid * this.goodsWorth;
    }
    if (short > s.gold[me]!) return -1;
    return this.fighterWorth(fighter) - price - short * this.goldWorth;
  }

  private bestRaise(goods: Float64Array): number {
    const { s } = this;
    let best = 0;
    for (let slot = 0; slot < 6; slot++) {
      const fighter = s.slots[slot]!;
      if (fighter === NONE) continue;
      const value = this.raiseValue(fighter, goods);
      if (value > best) best = value;
    }
    return best;
  }

  /** What a tile's items are worth to me, with the raise they make possible. */
  private itemsValue(tile: number): number {
    const { s, goods } = this;
    const t = s.tables;
    if (tile === t.crypt) return this.crypt();
    const before = this.bestRaise(goods);
    let sum = t.tileWild[tile]! * this.goodsWorth * this.w.wild;
    for (let k = 0; k < 4; k++) {
      const n = t.tileGain[tile * 4 + k]!;
      goods[k]! += n;
      sum += n * this.goodsWorth;
    }
    // A wild resource fills what is missing; counted where it helps most.
    let raise = this.bestRaise(goods);
    if (t.tileWild[tile]! > 0)
      for (let k = 0; k < 4; k++) {
        const n = Math.min(2, t.tileWild[tile]!);
        goods[k]! += n;
        raise = Math.max(raise, this.bestRaise(goods));
        goods[k]! -= n;
      }
    for (let k = 0; k < 4; k++) goods[k]! -= t.tileGain[tile * 4 + k]!;
    return sum + raise - before;
  }

  private crypt(): number {
    const { s, me, w } = this;
    if (s.minions[me]! <= 1) return w.cryptLate;
    let best = 0;
    for (let f = 0; f < FIGHTERS; f++)
      if (s.loc[f] === IN_GRAVE + me && s.tables.attack[f]! > best) best = s.tables.attack[f]!;
    return best * w.force[this.now]! * w.crypt;
  }

  /** What an owner's tax is worth to its owner, seen by me. */
  private taxLoss(tile: number, owner: number): number {
    const { s, w } = this;
    const items = s.tables.tileTaxItems[tile]!;
    return ((items * this.goodsWorth * w.hurt * 2) / s.seats) * w.tax * this.rivalry(owner);
  }

  // --- a minion's work ------------------------------------------------------------------------------------------

  private turnValue(action: number): number {
    const { s, me, w } = this;
    if (action < A.GOLD) {
      const tile = s.tile[action]!;
      const owner = s.owner[action]!;
      const gain = this.itemsValue(tile) * w.gather;
      return gain + (owner === me ? this.amendValue(action, regionVp(s, action)) : -this.taxLoss(tile, owner));
    }
    if (action === A.GOLD) return s.tables.numbers.goldSpace * this.goldWorth + 0.01;
    if (action === A.REFRESH) return this.refreshValue();
    if (action < A.ATTACK)
      return this.buildValue(s.market[Math.floor((action - A.BUILD) / 6)]!, (action - A.BUILD) % 6);
    const site = action < A.ATTACK_CITADEL ? action - A.ATTACK : CITADEL;
    const flank = site === CITADEL ? action - A.ATTACK_CITADEL : -1;
    this.openAttack(site, flank);
    this.bestAttack();
    const wait = site === CITADEL ? w.citadelWait : w.landWait;
    return this.setValue * (this.setValue > 0 ? w.war : 1) - wait * this.later;
  }

  /** Minions that I have left for later this round. */
  private get later(): number {
    return this.s.minions[this.me]! - 1;
  }

  private refreshValue(): number {
    const { s, me } = this;
    if (s.minions[me]! <= 1 && this.left === 1) return -1;
    let sum = 0;
    let held = 0;
    for (let card = 0; card < 5; card++) {
      if ((s.discard[me]! >> card) & 1) sum += cardMean(s, card);
      else held++;
    }
    return held <= 2 ? sum * this.w.refresh : sum * this.w.refresh * this.w.refreshEarly;
  }

  private buildValue(tile: number, region: number): number {
    const { s, me, w } = this;
    const own = s.owner[region] === me;
    const worth = regionVp(s, region);
    const after = this.builtVp(tile, region, own);
    const items = this.builtItems(tile);
    let value: number;
    if (own) {
      const guard = this.strengthAt(region);
      value =
        this.siteValue(after, region, guard) - this.siteValue(worth, region, guard) + this.amendValue(region, after);
    } else value = this.garrison(region, after);
    // Gold that is spent is gone from the end's points too, in whatever round.
    return value * w.build + items - s.tables.tileCost[tile]! * this.goldWorth - w.buildWait * this.later;
  }

  /** What a region is worth a round with this tile on top. */
  private builtVp(tile: number, region: number, own: boolean): number {
    const { s } = this;
    const t = s.tables;
    return t.tileVp[tile]! + (own ? (s.covered[region]! + 1) * t.numbers.coveredTileVp : 0);
  }

  /** What a tile gives at once, its price being paid. */
  private builtItems(tile: number): number {
    const { s, me } = this;
    const gold = s.gold[me]!;
    s.gold[me] = gold - s.tables.tileCost[tile]!;
    const items = this.itemsValue(tile);
    s.gold[me] = gold;
    return items;
  }

  /** What may be gained by posting other fighters in a region of mine. */
  private amendValue(region: number, worth: number): number {
    const { s, me } = this;
    if (s.handSize[me] === 0) return 0;
    const now = this.siteValue(worth, region, this.strengthAt(region));
    return Math.max(0, this.garrison(region, worth) - now - this.w.amend);
  }

  /** What a region is worth with the best guards from my hand, their absence counted. */
  private garrison(region: number, worth: number): number {
    const { s, me } = this;
    const n = this.handOf(me);
    const { attack } = s.tables;
    let best = this.siteValue(worth, region, 0);
    for (let i = 0; i < n; i++) {
      const a = this.list[i]!;
      const one = this.siteValue(worth, region, attack[a]!) - attack[a]! * this.keepEach;
      if (one > best) best = one;
    }
    return best;
  }

  /** What a point of attack in the hand is worth to keep there. */
  private get keep(): number {
    const { s, me, w } = this;
    if (this.left === 1) return (w.keep * Math.max(0, s.minions[me]!)) / MINIONS;
    return w.keep;
  }

  // --- battles --------------------------------------------------------------------------------------------------

  /** Value of winning a site, guards apart. */
  private prize(site: number): number {
    const { s, me } = this;
    const owner = site === CITADEL ? s.holder : s.owner[site]!;
    if (owner === me || owner === KING) return 0;
    return this.lossOf(site === CITADEL ? 0 : regionVp(s, site), site, owner);
  }

  /** Begins to think about an attack: reads what does not depend on the fighters that are sent. */
  private openAttack(site: number, flank: number): void {
    const { s, me, w } = this;
    const defender = site === CITADEL ? s.holder : s.owner[site]!;
    this.site = site;
    this.modifier = flank >= 0 ? s.tables.flank[flank]! : 0;
    this.siteVp = site === CITADEL ? 0 : regionVp(s, site);
    this.spoils = this.prize(site);
    this.theirs = defender === KING ? s.tables.numbers.kingAttack : this.strengthAt(site);
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
  }

  /** What the attack is expected to gain with the best card at this strength, flank apart. */
  private attackPrice(mine: number): number {
    const { s, me } = this;
    const win = this.siteValue(this.siteVp, this.site, mine) + this.spoils;
    let best = -Infinity;
    const cards = s.cards[me]!;
    for (let card = 0; card < 5; card++) {
      if (!((cards >> card) & 1)) continue;
      const p = chanceToBeat(s, mine + this.modifier, card, this.theirs, this.cards);
      const value = p * (win + this.reward(card, true)) + (1 - p) * this.reward(card, false) - this.cardCost(card);
      if (value > best) {
        best = value;
        this.cardAt[mine] = card;
      }
    }
    return best;
  }

  /** What a card pays its owner. */
  private reward(card: number, won: boolean): number {
    const { s, w } = this;
    const { reward } = s.tables;
    const at = (won ? 0 : 20) + card * 4;
    const items = reward[at]! * this.goldWorth + reward[at + 1]! * this.goodsWorth * w.wild;
    return items + reward[at + 2]! + reward[at + 3]! * w.casualty;
  }

  private cardCost(card: number): number {
    return this.w.card * cardMean(this.s, card);
  }

  /** Finds the best fighters to send, those already sent included; leaves set and value. */
  private bestAttack(): void {
    this.setValue = -Infinity;
    if (this.first >= 0) this.consider(this.first, this.second, -1);
    for (let i = 0; i < this.count; i++) this.bestFrom(i);
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
    const { s, set } = this;
    const { attack } = s.tables;
    const strength = together(s, a, b, c);
    let price = this.priceAt[strength]!;
    if (Number.isNaN(price)) price = this.priceAt[strength] = this.attackPrice(strength);
    const used = (a >= 0 ? attack[a]! : 0) + (b >= 0 ? attack[b]! : 0) + (c >= 0 ? attack[c]! : 0);
    const value = price - used * this.keepEach;
    if (value > this.setValue) {
      this.setValue = value;
      set[0] = a;
      set[1] = b;
      set[2] = c;
    }
  }

  private select(): number {
    const { s } = this;
    this.bestAttack();
    for (const f of this.set) if (f > s.last && f >= 0 && s.loc[f] !== COMMITTED) return A.FIGHTER + f;
    return A.DONE;
  }

  /** What the best set is worth that this answer to ATTACK_SELECT leaves open. */
  private sendValue(action: number): number {
    this.setValue = -Infinity;
    if (action === A.DONE) this.consider(this.first, this.second, -1);
    else this.bestFrom(this.candidates.indexOf(action - A.FIGHTER));
    return this.setValue;
  }

  /** What a card is expected to bring in the battle under way. */
  private cardValue(card: number, attacking: boolean): number {
    const { s, me, w } = this;
    const site = s.site;
    const other = attacking ? s.defender : s.attacker;
    const modifier = s.flank >= 0 ? s.tables.flank[s.flank]! : 0;
    const unseen = other === KING ? noCard : this.unseen;
    if (other !== KING) unseenCard(s, other, w.lean, w.recall, this.unseen);
    this.site = site;
    this.siteVp = site === CITADEL ? 0 : regionVp(s, site);
    let p: number;
    let guard: number;
    if (attacking) {
      guard = this.sent(me);
      const theirs = other === KING ? s.tables.numbers.kingAttack : this.strengthAt(site);
      p = chanceToBeat(s, guard + modifier, card, theirs, unseen);
      this.spoils = this.prize(site);
    } else {
      guard = this.strengthAt(site);
      const force = (other === s.ai ? this.sent(other) : this.guess(other)) + modifier;
      // The defender wins ties: it needs one point less.
      p = chanceToBeat(s, guard + 1, card, force, unseen);
      this.spoils = (force * w.hurt) / s.seats;
    }
    const win = this.siteValue(this.siteVp, site, guard) + this.spoils;
    return p * (win + this.reward(card, true)) + (1 - p) * this.reward(card, false) - this.cardCost(card);
  }

  /** Strength of the fighters sent, where I may see them. */
  private sent(seat: number): number {
    const { s } = this;
    let n = 0;
    for (let f = 0; f < FIGHTERS; f++) if (s.loc[f] === COMMITTED && s.attacker === seat) this.list[n++] = f;
    return strongest(s, this.list, n, 3);
  }

  /** What may lie face down: nearly the best of so many fighters as were sent. */
  private guess(seat: number): number {
    const n = this.handOf(seat);
    return this.w.bluff * strongest(this.s, this.list, n, Math.min(3, this.s.sent));
  }

  // --- small decisions ------------------------------------------------------------------------------------------

  /** Reads who may guard a region: what stands there and the hand, those of lower ids chosen already. */
  private readGuards(): void {
    const { s, me } = this;
    const { loc, last } = s;
    const region = s.tasks[2]!;
    this.site = region;
    this.siteVp = regionVp(s, region);
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

  private place(): number {
    const { s, first, count, candidates } = this;
    let best = this.guardsValue(A.DONE);
    let choice: number = A.DONE;
    if (s.last < 0 && first >= 0) {
      const value = this.guardsValue(A.WITHDRAW);
      if (value > best) {
        best = value;
        choice = A.WITHDRAW;
      }
    }
    for (let i = 0; i < count; i++) {
      const value = this.guardsValue(A.FIGHTER + candidates[i]!);
      if (value > best) {
        best = value;
        choice = A.FIGHTER + candidates[i]!;
      }
    }
    return choice;
  }

  /** What the best guards are worth that this answer to PLACE leaves open; the first guards of all are as good as each other. */
  private guardsValue(action: number): number {
    const { s, first, second, count, candidates } = this;
    if (s.tasks[0] === S.TASK.start) return 0;
    this.setValue = -Infinity;
    // Leaving all as it is costs no decision more.
    if (action === A.DONE) this.considerGuards(first, second, 1e-6);
    else if (action === A.WITHDRAW) this.considerGuards(-1, -1, 0);
    else {
      const fighter = action - A.FIGHTER;
      if (s.last >= 0) this.considerGuards(first, fighter, 0);
      else {
        this.considerGuards(fighter, -1, 0);
        for (let i = 0; i < count; i++) if (candidates[i]! > fighter) this.considerGuards(fighter, candidates[i]!, 0);
      }
    }
    return this.setValue;
  }

  private considerGuards(a: number, b: number, bonus: number): void {
    const { s, set } = this;
    const { attack } = s.tables;
    const strength = together(s, a, b, -1);
    const used = (a >= 0 ? attack[a]! : 0) + (b >= 0 ? attack[b]! : 0);
    const value = this.siteValue(this.siteVp, this.site, strength) - this.keepEach * used + bonus;
    if (value <= this.setValue) return;
    this.setValue = value;
    set[0] = a;
    set[1] = b;
    set[2] = -1;
  }

  /** A wild resource: what it lets me raise, then what rounds up to a point at the end. */
  private wildValue(k: number): number {
    const { s, w, goods } = this;
    const { resourcesPerVp } = s.tables.numbers;
    goods[k]!++;
    let value = this.bestRaise(goods);
    // How near the fighters on offer come that cannot be raised yet.
    for (let slot = 0; slot < 6; slot++) {
      const f = s.slots[slot]!;
      if (f === NONE) continue;
      let lacks = 0;
      for (let i = 0; i < 4; i++) lacks += Math.max(0, s.tables.cost[f * 4 + i]! - goods[i]!);
      value += (w.wildNear * this.fighterWorth(f)) / (1 + lacks);
    }
    if (this.left === 1 && goods[k]! % resourcesPerVp === 0) value += w.wildEven;
    goods[k]!--;
    return value;
  }

  /** Gold is kept while it buys structures; at the end whatever leaves more points. */
  private payValue(action: number): number {
    if (action === A.PAY_REST) return 0;
    if (this.left > 1) return this.goodsWorth - this.goldWorth;
    const { s, me } = this;
    const { goldPerVp, resourcesPerVp } = s.tables.numbers;
    const k = action - A.PAY;
    const gold = s.gold[me]!;
    const rest = this.goods[k]! - s.owed[k]!;
    const lost = Math.floor(gold / goldPerVp) - Math.floor((gold - 1) / goldPerVp);
    const kept = Math.floor((rest + 1) / resourcesPerVp) - Math.floor(rest / resourcesPerVp);
    return kept - lost - 0.01;
  }

  /** Who goes first when I decide, who have the fewest points: the leader, and I last, so that nobody can answer me. */
  private orderValue(seat: number): number {
    const { me, w } = this;
    const { vp } = this.s;
    return seat === me ? w.meFirst : (w.leaderFirst * (vp[seat]! - vp[me]!)) / 10;
  }
}
