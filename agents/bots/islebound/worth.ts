/** What things are worth to a bot in a position: goods, crew, brags, buildings, town actions, attacks. */
import * as D from '../../../env/games/islebound/data.js';
import {
  bragCost,
  bragGain,
  buildPrice,
  freeCubes,
  friendPrice,
  helpers,
  mayAttack,
  mayDoEvent,
  openEvent,
  sellPrice,
  spoils,
  strengthNeeded,
  visitPrice,
} from '../../../env/games/islebound/rules/judgements.js';
import type { Position } from '../../../env/games/islebound/state.js';
import * as S from '../../../env/games/islebound/state.js';
import { type Odds, oddsOf } from './odds.js';
import type { Weights } from './plans.js';

/** Worth of a deed that cannot be done. */
export const NEVER = -1000;

/** Reads one position; made once, filled many times. */
export class Worth {
  s!: Position;
  /** Turns the human still has after this one, about. */
  left = 0;
  /** Worth of one more of each gain. */
  readonly of = new Float64Array(D.GAINS);
  /** Share of their full worth that lasting things still have. */
  fade = 1;
  /** The attack that pays best, as `attack` found it. */
  pirates = 0;
  serpents = 0;
  private odds!: Odds;

  constructor(readonly w: Readonly<Weights>) {}

  /** Looks at a position. */
  read(s: Position): void {
    const { w } = this;
    this.s = s;
    this.odds = oddsOf(s.tables);
    this.left = turnsLeft(s);
    this.fade = Math.min(1, this.left / w.horizon);
    const each = [w.fish, w.wood, w.book, w.pirate, w.serpent];
    for (let good = 0; good < D.GOODS; good++)
      this.of[good] = each[good]! * this.fade * (s.human.cells[good]! >= w.enough ? 0.5 : 1);
    const room = Math.min(10 - s.human.influence - s.rival.influence, freeCubes(s, S.HUMAN));
    this.of[D.GAIN.influence] = room > 0 ? w.influence * this.fade : 0;
    this.of[D.GAIN.coins] = 1;
    this.of[D.GAIN.renown] = 1;
    if (s.human.buildings === 0) return;
    for (let id = 0; id < D.BUILDINGS; id++) {
      if (s.building[id] !== S.HUMAN || s.tables.buildingEnd[id] === 255) continue;
      const what = s.tables.buildingEnd[id]!;
      if (what <= D.GAIN.coins) this.of[what]! += s.tables.buildingAmount[id]! / s.tables.buildingPer[id]!;
    }
  }

  /** What a ready member is worth. */
  ready(member: number): number {
    const { tables } = this.s;
    return (
      (this.w.administer * tables.crewAdminister[member]! + this.w.work * tables.crewWork[member]!) *
      Math.min(1, this.left / 2)
    );
  }

  /** Worth of the cheapest `n` ready members; NEVER when there are not as many. */
  cheapest(n: number): number {
    const { s } = this;
    let sum = 0;
    let floor = -1;
    // Worths differ little, so going through them in order is a few passes over eight places.
    let found = 0;
    while (found < n) {
      let least = Infinity;
      let count = 0;
      for (let i = 0; i < s.human.crew; i++) {
        if (s.exhausted[i] === 1) continue;
        const worth = this.ready(s.crew[i]!);
        if (worth <= floor) continue;
        if (worth < least) {
          least = worth;
          count = 1;
        } else if (worth === least) count++;
      }
      if (count === 0) return -NEVER;
      const taken = Math.min(count, n - found);
      sum += taken * least;
      found += taken;
      floor = least;
    }
    return sum;
  }

  /** Renown that bragging with a pile gains, the rival's counted against it. */
  brag(pile: number): number {
    return bragGain(this.s, pile) - this.w.spite * bragCost(this.s, pile);
  }

  /** The better of the two, or none. */
  bestBrag(): number {
    return Math.max(0, this.brag(0), this.brag(1)) + this.w.brag * this.fade;
  }

  /** What a building can do, in renown still to come. */
  private able(id: number): number {
    const { s, left, w } = this;
    const t = s.tables;
    const amount = t.buildingAmount[id]!;
    const now = t.buildingNow[id]!;
    if (now === D.NOW.brag) return this.bestBrag();
    if (now === D.NOW.crew) return w.member * this.fade;
    if (now !== 255) return amount * this.of[now]!;
    const end = t.buildingEnd[id]!;
    if (end !== 255) {
      const counter = D.COUNTED[end]!;
      // The building itself counts too.
      const count = s.human.cells[counter]! + (D.counterNames[counter] === 'buildings' ? 1 : 0);
      return (count * amount) / t.buildingPer[id]!;
    }
    const ability = t.buildingAbility[id]!;
    if (ability < D.GAINS) return 0.2 * left * amount * this.of[ability]!;
    return (lasting[ability] ?? 0) * Math.abs(amount) * left * w.ability;
  }

  /** What building a slot gains: renown and use, less what is paid. @returns NEVER when it cannot be paid */
  build(slot: number, discount: number, coins: number): number {
    const { s, w } = this;
    const t = s.tables;
    const id = s.row[slot]!;
    const books = t.numbers.bookTokens[slot]!;
    if (id === S.EMPTY || s.human.book < books) return NEVER;
    let price = buildPrice(s, slot, discount);
    let worth = t.buildingCost[id]! + this.able(id) + w.building;
    if (s.options.booksSpent) worth -= books * this.of[D.GAIN.book]!;
    for (let used = 0; used < t.numbers.maxWood && used < s.human.wood && price > 0; used++) {
      if (Math.min(price, t.numbers.woodDiscount) <= this.of[D.GAIN.wood]! && price <= coins) break;
      price = Math.max(0, price - t.numbers.woodDiscount);
      worth -= this.of[D.GAIN.wood]!;
    }
    return price > coins ? NEVER : worth - price;
  }

  /** The best building to be had, or none. */
  bestBuild(discount: number, coins: number): number {
    let best = 0;
    for (let slot = 0; slot < S.ROW; slot++) best = Math.max(best, this.build(slot, discount, coins));
    return best;
  }

  /** What a town's action is worth, the price of using it apart. */
  use(town: number, coins: number): number {
    const { s, w } = this;
    const t = s.tables;
    let worth = 0;
    for (let what = 0; what < D.GAINS; what++) {
      const n = t.townGain[town * D.GAINS + what]!;
      if (n > 0) worth += (n + s.ability.cells[what]!) * this.of[what]!;
    }
    const bonus = t.townBonus[town]!;
    if (bonus !== 255)
      for (let i = 0; i < s.human.crew; i++) {
        const member = s.crew[i]!;
        if (s.exhausted[i] === 0) worth += Math.max(0, t.crewWork[member]! * this.of[bonus]! - this.ready(member));
      }
    let sold = t.townSell[town]!;
    if (sold > 0) {
      const price = sellPrice(s);
      // The less valued of the two goes first.
      const first = this.of[D.GAIN.fish]! <= this.of[D.GAIN.wood]! ? D.GAIN.fish : D.GAIN.wood;
      for (let turn = 0; turn < 2; turn++) {
        const good = turn === 0 ? first : D.GAIN.fish + D.GAIN.wood - first;
        const n = Math.min(sold, s.human.cells[good]!);
        worth += n * Math.max(0, price - this.of[good]!);
        sold -= n;
      }
    }
    if (t.townBuild[town]) worth += this.bestBuild(t.townDiscount[town]!, coins);
    if (t.townHire[town] && s.human.crew < t.numbers.maxCrew) worth += w.member * this.fade;
    if (t.townBrag[town]) worth += this.bestBrag();
    return worth;
  }

  visit(at: number, coins: number): number {
    const { s, w } = this;
    const price = visitPrice(s, at);
    if (price > coins) return NEVER;
    const back = s.owner[at] === S.RIVAL ? -w.spite : s.owner[at] === S.HUMAN ? 0 : w.map;
    return this.use(s.townAt[at]!, coins - price) - price * (1 - back);
  }

  /** Worth of holding the town at a position and of taking it. */
  private prize(at: number, coins: number): number {
    const { s, w } = this;
    const got = spoils(s, at) + s.ability['capture.coins'];
    const worth = w.town * this.fade + w.townTurn * this.left;
    return got + worth * (s.owner[at] === S.RIVAL ? 1 + w.spite : 1) + this.use(s.townAt[at]!, coins + got);
  }

  befriend(at: number, coins: number): number {
    const { s } = this;
    const t = s.tables;
    if (s.owner[at] === S.HUMAN || t.townRed[s.townAt[at]!] === 1) return NEVER;
    const cubes = s.human.influence;
    const price = friendPrice(s, s.ship);
    const symbols = helpers(s);
    if (cubes < 1 || cubes + symbols < price) return NEVER;
    const helped = Math.min(symbols, price - 1);
    const cheaper = this.w.influence * this.fade > this.w.administer ? helped : Math.max(0, price - cubes);
    return (
      this.prize(at, coins) -
      (price - cheaper) * this.w.influence * this.fade -
      cheaper * this.w.administer * Math.min(1, this.left / 2)
    );
  }

  /** The attack that pays best; notes its cards. */
  attack(at: number, coins: number): number {
    const { s } = this;
    this.pirates = 0;
    this.serpents = 0;
    if (!mayAttack(s, at)) return NEVER;
    const need = strengthNeeded(s, at);
    const prize = this.prize(at, coins);
    const most = s.tables.numbers.maxDice;
    let best = NEVER;
    for (let serpents = 0; serpents <= s.human.serpent && serpents <= most; serpents++)
      for (let pirates = serpents === 0 ? 1 : 0; pirates <= s.human.pirate && pirates + serpents <= most; pirates++) {
        const chance = this.odds.chance(pirates, serpents, need);
        const spent = pirates * this.of[D.GAIN.pirate]! + serpents * this.of[D.GAIN.serpent]!;
        const worth = chance * prize - spent;
        if (worth > best) {
          best = worth;
          this.pirates = pirates;
          this.serpents = serpents;
        }
        if (chance > 0.999) break;
      }
    return best;
  }

  event(pile: number, town: number): number {
    const { s } = this;
    const t = s.tables;
    if (!mayDoEvent(s, pile, town)) return NEVER;
    const event = openEvent(s, pile);
    let worth = s.ability['event.coins'];
    for (let good = 0; good < D.GOODS; good++) worth -= t.eventPay[event * D.GOODS + good]! * this.of[good]!;
    const symbols = t.eventAdminister[event]! * this.w.administer + t.eventWork[event]! * this.w.work;
    worth -= symbols * Math.min(1, this.left / 2);
    for (let what = 0; what < D.GAINS; what++) worth += t.eventGain[event * D.GAINS + what]! * this.of[what]!;
    return worth + (t.eventBrag[event] ? this.bestBrag() : 0);
  }

  /** Readying everybody. */
  rest(): number {
    const { s } = this;
    let worth = 0;
    for (let i = 0; i < s.human.crew; i++) if (s.exhausted[i] === 1) worth += this.ready(s.crew[i]!);
    return worth;
  }
}

/** Renown a turn of one point of each lasting ability that gives no more gains. */
const lastingNames: Partial<Record<(typeof D.abilityNames)[number], number>> = {
  sell: 0.9,
  'rest.coins': 0.12,
  fee: 0.4,
  'build.cost': 0.15,
  'befriend.cost': 0.12,
  'attack.strength': 0.1,
  'capture.coins': 0.15,
  'event.coins': 0.15,
  'brag.renown': 0.25,
  speed: 0.3,
  noToll: 0.3,
};
const lasting = D.abilityNames.map((name) => lastingNames[name] ?? 0);

/** About how many turns the human has after this one: the rival builds about once in two or three turns. */
export function turnsLeft(s: Position): number {
  if (s.lastRound !== 0) return s.lastRound - s.round;
  const n = s.tables.numbers;
  const built = s.rival.buildings;
  const early = Math.max(0, n.aiBuildingsSwitch - built);
  const late = Math.max(0, n.endBuildings - Math.max(built, n.aiBuildingsSwitch));
  const byRival = early * 2 + late * 2.6;
  const byHuman = 1.5 * Math.max(0, n.endBuildings - s.human.buildings);
  const byTokens = s.options.lastTokenEnds ? 2 * s.tokensLeft : 99;
  return 1 + Math.min(byRival, byHuman, byTokens, s.options.roundCap - s.round - 1);
}
