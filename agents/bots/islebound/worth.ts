/** What things are worth to a bot in a position: goods, crew, brags, buildings, town actions, attacks. */
import * as D from '../../../env/games/islebound/data.js';
import { called, freeCubes, needed, readyAdminister, spoils } from '../../../env/games/islebound/rules/goods.js';
import { friendPrice, openEvent, visitPrice } from '../../../env/games/islebound/rules/turn.js';
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
    const { g } = s;
    const { w } = this;
    this.s = s;
    this.odds = oddsOf(s.tables);
    this.left = turnsLeft(s);
    this.fade = Math.min(1, this.left / w.horizon);
    const each = [w.fish, w.wood, w.book, w.pirate, w.serpent];
    for (let good = 0; good < D.GOODS; good++)
      this.of[good] = each[good]! * this.fade * (g[S.H + good]! >= w.enough ? 0.5 : 1);
    const room = Math.min(10 - g[S.H_INFLUENCE]! - g[S.A_INFLUENCE]!, freeCubes(s, S.H));
    this.of[D.INFLUENCE] = room > 0 ? w.influence * this.fade : 0;
    this.of[D.COINS] = 1;
    this.of[D.RENOWN] = 1;
    if (g[S.H_BUILDINGS] === 0) return;
    for (let id = 0; id < D.BUILDINGS; id++) {
      if (s.building[id] !== S.HUMAN || s.tables.buildingEnd[id] === 255) continue;
      const what = s.tables.buildingEnd[id]!;
      if (what <= D.COINS) this.of[what]! += s.tables.buildingAmount[id]! / s.tables.buildingPer[id]!;
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
      for (let i = 0; i < s.g[S.H_CREW]!; i++) {
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
    const { s, w } = this;
    const n = s.tables.numbers;
    const resource = s.tables.reputationResource[s.reputation[pile * S.REPUTATION_PILE]!]!;
    const own = called(s, S.H, resource);
    const other = Math.max(n.bragMinimum, called(s, S.A, resource));
    const more = s.ability[D.AB_BRAG]!;
    if (own > other) return n.bragLead + more - w.spite * n.bragTrail;
    if (own === other) return n.bragTie + more - w.spite * n.bragTie;
    return (own > 0 ? n.bragTrail + more : 0) - w.spite * n.bragLead;
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
    if (now === D.NOW_BRAG) return this.bestBrag();
    if (now === D.NOW_CREW) return w.member * this.fade;
    if (now !== 255) return amount * this.of[now]!;
    const end = t.buildingEnd[id]!;
    if (end !== 255) {
      const count =
        end === D.END_TOWN
          ? s.g[S.H_TOWNS]!
          : end === D.END_CREW
            ? s.g[S.H_CREW]!
            : end === D.END_BUILDING
              ? s.g[S.H_BUILDINGS]! + 1
              : s.g[S.H + end]!;
      return (count * amount) / t.buildingPer[id]!;
    }
    const ability = t.buildingAbility[id]!;
    if (ability < D.GAINS) return 0.2 * left * amount * this.of[ability]!;
    return (lasting[ability] ?? 0) * Math.abs(amount) * left * w.ability;
  }

  /** What building a slot gains: renown and use, less what is paid. @returns NEVER when it cannot be paid */
  build(slot: number, discount: number, coins: number): number {
    const { s, w } = this;
    const { g } = s;
    const t = s.tables;
    const id = s.row[slot]!;
    const books = t.numbers.bookTokens[slot]!;
    if (id === S.EMPTY || g[S.H_BOOK]! < books) return NEVER;
    let price = Math.max(0, t.buildingCost[id]! - discount + s.ability[D.AB_BUILD_COST]!);
    let worth = t.buildingCost[id]! + this.able(id) + w.building;
    if (s.options.booksSpent) worth -= books * this.of[D.BOOK]!;
    for (let used = 0; used < t.numbers.maxWood && used < g[S.H_WOOD]! && price > 0; used++) {
      if (Math.min(price, t.numbers.woodDiscount) <= this.of[D.WOOD]! && price <= coins) break;
      price = Math.max(0, price - t.numbers.woodDiscount);
      worth -= this.of[D.WOOD]!;
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
      if (n > 0) worth += (n + s.ability[what]!) * this.of[what]!;
    }
    const bonus = t.townBonus[town]!;
    if (bonus !== 255)
      for (let i = 0; i < s.g[S.H_CREW]!; i++) {
        const member = s.crew[i]!;
        if (s.exhausted[i] === 0) worth += Math.max(0, t.crewWork[member]! * this.of[bonus]! - this.ready(member));
      }
    let sold = t.townSell[town]!;
    if (sold > 0) {
      const price = t.numbers.sellPrice + s.ability[D.AB_SELL]!;
      // The less valued of the two goes first.
      const first = this.of[D.FISH]! <= this.of[D.WOOD]! ? D.FISH : D.WOOD;
      for (let turn = 0; turn < 2; turn++) {
        const good = turn === 0 ? first : D.FISH + D.WOOD - first;
        const n = Math.min(sold, s.g[S.H + good]!);
        worth += n * Math.max(0, price - this.of[good]!);
        sold -= n;
      }
    }
    if (t.townBuild[town]) worth += this.bestBuild(t.townDiscount[town]!, coins);
    if (t.townHire[town] && s.g[S.H_CREW]! < t.numbers.maxCrew) worth += w.member * this.fade;
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
    const got = spoils(s, at) + s.ability[D.AB_CAPTURE_COINS]!;
    const worth = w.town * this.fade + w.townTurn * this.left;
    return got + worth * (s.owner[at] === S.RIVAL ? 1 + w.spite : 1) + this.use(s.townAt[at]!, coins + got);
  }

  befriend(at: number, coins: number): number {
    const { s } = this;
    const t = s.tables;
    if (s.owner[at] === S.HUMAN || t.townRed[s.townAt[at]!] === 1) return NEVER;
    const cubes = s.g[S.H_INFLUENCE]!;
    const price = friendPrice(s);
    const helpers = Math.min(t.numbers.maxAdminister, readyAdminister(s));
    if (cubes < 1 || cubes + helpers < price) return NEVER;
    const helped = Math.min(helpers, price - 1);
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
    const { g } = s;
    this.pirates = 0;
    this.serpents = 0;
    if (s.owner[at] === S.HUMAN || s.tables.townRed[s.townAt[at]!] === 0 || freeCubes(s, S.H) < 1) return NEVER;
    const need = needed(s, at, S.RIVAL) - s.ability[D.AB_ATTACK]!;
    const prize = this.prize(at, coins);
    const most = s.tables.numbers.maxDice;
    let best = NEVER;
    for (let serpents = 0; serpents <= g[S.H_SERPENT]! && serpents <= most; serpents++)
      for (let pirates = serpents === 0 ? 1 : 0; pirates <= g[S.H_PIRATE]! && pirates + serpents <= most; pirates++) {
        const chance = this.odds.chance(pirates, serpents, need);
        const spent = pirates * this.of[D.PIRATE]! + serpents * this.of[D.SERPENT]!;
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
    const event = openEvent(s, pile);
    if (event === S.EMPTY || t.eventTown[event] !== town) return NEVER;
    let worth = s.ability[D.AB_EVENT_COINS]!;
    for (let good = 0; good < D.GOODS; good++) {
      const n = t.eventPay[event * D.GOODS + good]!;
      if (n > s.g[S.H + good]!) return NEVER;
      worth -= n * this.of[good]!;
    }
    const administer = t.eventAdminister[event]!;
    const work = t.eventWork[event]!;
    if (administer > readyAdminister(s) || work > this.workers()) return NEVER;
    worth -= (administer * this.w.administer + work * this.w.work) * Math.min(1, this.left / 2);
    const room = this.of[D.INFLUENCE]! > 0 ? 1 : 0;
    for (let what = 0; what < D.GAINS; what++)
      worth += t.eventGain[event * D.GAINS + what]! * this.of[what]! * (what === D.INFLUENCE ? room : 1);
    return worth + (t.eventBrag[event] ? this.bestBrag() : 0);
  }

  private workers(): number {
    let sum = 0;
    for (let i = 0; i < this.s.g[S.H_CREW]!; i++)
      if (this.s.exhausted[i] === 0) sum += this.s.tables.crewWork[this.s.crew[i]!]!;
    return sum;
  }

  /** Readying everybody. */
  rest(): number {
    const { s } = this;
    let worth = 0;
    for (let i = 0; i < s.g[S.H_CREW]!; i++) if (s.exhausted[i] === 1) worth += this.ready(s.crew[i]!);
    return worth;
  }
}

/** Renown a turn of one point of each lasting ability. */
const lasting: readonly number[] = (() => {
  const list = new Array<number>(D.ABILITIES).fill(0);
  list[D.AB_SELL] = 0.9;
  list[D.AB_REST_COINS] = 0.12;
  list[D.AB_FEE] = 0.4;
  list[D.AB_BUILD_COST] = 0.15;
  list[D.AB_BEFRIEND_COST] = 0.12;
  list[D.AB_ATTACK] = 0.1;
  list[D.AB_CAPTURE_COINS] = 0.15;
  list[D.AB_EVENT_COINS] = 0.15;
  list[D.AB_BRAG] = 0.25;
  list[D.AB_SPEED] = 0.3;
  list[D.AB_NO_TOLL] = 0.3;
  return list;
})();

/** About how many turns the human has after this one: the rival builds about once in two or three turns. */
export function turnsLeft(s: Position): number {
  const { g } = s;
  if (g[S.LAST_ROUND] !== 0) return g[S.LAST_ROUND]! - g[S.ROUND]!;
  const n = s.tables.numbers;
  const built = g[S.A_BUILDINGS]!;
  const early = Math.max(0, n.aiBuildingsSwitch - built);
  const late = Math.max(0, n.endBuildings - Math.max(built, n.aiBuildingsSwitch));
  const byRival = early * 2 + late * 2.6;
  const byHuman = 1.5 * Math.max(0, n.endBuildings - g[S.H_BUILDINGS]!);
  const byTokens = s.options.lastTokenEnds ? 2 * g[S.TOKENS_LEFT]! : 99;
  return 1 + Math.min(byRival, byHuman, byTokens, s.options.roundCap - g[S.ROUND]! - 1);
}
