/** What things are worth to a bot in a position: goods, crew, brags, buildings, town actions, attacks. */
import * as D from '../data.js';
import { PORT, REGION_OF, REGIONS } from '../geometry.js';
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
  openToken,
  sellPrice,
  spoils,
  strengthNeeded,
  visitPrice,
} from '../rules/judgements.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { type Odds, oddsOf } from './odds.js';
import type { Weights } from './plans.js';

/** Worth of a deed that cannot be done. */
const NEVER = -1000;

/** Reads one position; made once, filled many times. */
export class Worth {
  s!: Position;
  /** Turns the human still has after this one, about. */
  left = 0;
  /** Worth of one more of each gain. */
  readonly of = new Float64Array(D.GAINS);
  /** Share of their full worth that lasting things still have. */
  fade = 1;
  /** The same for ready crew. */
  private crewFade = 1;
  /** The attack that pays best, as `attack` found it. */
  pirates = 0;
  serpents = 0;
  /** Its chance to succeed. */
  chance = 0;
  /** What is given for the last deed that was priced. */
  cost = 0;
  private odds!: Odds;

  constructor(readonly w: Readonly<Weights>) {}

  /** Looks at a position. */
  read(s: Position): void {
    const { w } = this;
    this.s = s;
    this.odds = oddsOf(s.tables);
    this.left = turnsLeft(s, w);
    this.fade = Math.min(1, this.left / w.horizon);
    this.crewFade = Math.min(1, this.left / w.crewHorizon);
    const each = [w.fish, w.wood, w.book, w.pirate, w.serpent];
    for (let good = 0; good < D.GOODS; good++)
      this.of[good] = each[good]! * this.fade * (s.human.cells[good]! >= w.enough ? w.surplus : 1);
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
      (this.w.administer * tables.crewAdminister[member]! + this.w.work * tables.crewWork[member]!) * this.crewFade
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
    if (ability < D.GAINS) return w.yield * left * amount * this.of[ability]!;
    return (w.lasting[ability - D.GAINS] ?? 0) * Math.abs(amount) * left * w.ability;
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
    const whole = worth;
    if (s.options.booksSpent) worth -= books * this.of[D.GAIN.book]!;
    for (let used = 0; used < t.numbers.maxWood && used < s.human.wood && price > 0; used++) {
      if (Math.min(price, t.numbers.woodDiscount) <= this.of[D.GAIN.wood]! && price <= coins) break;
      price = Math.max(0, price - t.numbers.woodDiscount);
      worth -= this.of[D.GAIN.wood]!;
    }
    if (price > coins) return NEVER;
    this.cost = whole - worth + price;
    return worth - price;
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
    const used = this.use(s.townAt[at]!, coins - price);
    this.cost = price * (1 - back);
    return used - price * (1 - back);
  }

  /** Worth of holding the town at a position and of taking it. */
  private prize(at: number, coins: number): number {
    const { s, w } = this;
    const got = spoils(s, at) + s.ability['capture.coins'];
    let worth = w.town * this.fade + w.townTurn * this.left;
    if (w.deny !== 0) worth += w.deny * this.reach(at) * this.fade;
    return got + worth * (s.owner[at] === S.RIVAL ? 1 + w.spite : 1) + this.use(s.townAt[at]!, coins + got);
  }

  /** Chance that the rival's next move ends in the region of a position. */
  private reach(at: number): number {
    const { region, tables } = this.s;
    const { aiMove } = tables.numbers;
    let faces = 0;
    for (let face = 0; face < aiMove.length; face++) if ((region + aiMove[face]!) % REGIONS === REGION_OF[at]) faces++;
    return faces / aiMove.length;
  }

  /**
   * Cubes that befriending the town at a position would cost. With `aim` 0 it is what the town at the ship costs, and
   * nothing that can be compared in port: most blue towns are left out then. The bots have had it from the first.
   */
  private friendPrice(at: number): number {
    const { s, w } = this;
    if (w.aim === 0) return friendPrice(s, s.ship);
    const there = friendPrice(s, at);
    if (s.ship === PORT) return there;
    const here = friendPrice(s, s.ship);
    return here + w.aim * (there - here);
  }

  befriend(at: number, coins: number): number {
    const { s } = this;
    const t = s.tables;
    if (s.owner[at] === S.HUMAN || t.townRed[s.townAt[at]!] === 1) return NEVER;
    const cubes = s.human.influence;
    const price = this.friendPrice(at);
    const symbols = helpers(s);
    if (cubes < 1 || cubes + symbols < price) return NEVER;
    const helped = Math.min(symbols, price - 1);
    const cheaper = this.w.influence * this.fade > this.w.administer ? helped : Math.max(0, price - cubes);
    const prize = this.prize(at, coins);
    const cubesGiven = (price - cheaper) * this.w.influence * this.fade;
    const crewGiven = cheaper * this.w.administer * this.crewFade;
    this.cost = cubesGiven + crewGiven;
    return prize - cubesGiven - crewGiven;
  }

  /**
   * The attack that pays best; notes its cards, chance and cost.
   * @param fewestPirates, fewestSerpents cards that are sent in any case
   * @param only these cards and no more
   */
  attack(at: number, coins: number, fewestPirates = 0, fewestSerpents = 0, only = false): number {
    const { s } = this;
    this.pirates = 0;
    this.serpents = 0;
    if (!mayAttack(s, at)) return NEVER;
    const need = strengthNeeded(s, at);
    const prize = this.prize(at, coins);
    const most = s.tables.numbers.maxDice;
    const [mostPirates, mostSerpents] = only ? [fewestPirates, fewestSerpents] : [s.human.pirate, s.human.serpent];
    let best = NEVER;
    for (let serpents = fewestSerpents; serpents <= mostSerpents && serpents <= most; serpents++)
      for (
        let pirates = Math.max(fewestPirates, serpents === 0 ? 1 : 0);
        pirates <= mostPirates && pirates + serpents <= most;
        pirates++
      ) {
        const chance = this.odds.chance(pirates, serpents, need);
        const spent = pirates * this.of[D.GAIN.pirate]! + serpents * this.of[D.GAIN.serpent]!;
        const worth = chance * prize - spent - (1 - chance) * this.w.failure;
        if (worth > best) {
          best = worth;
          this.pirates = pirates;
          this.serpents = serpents;
          this.chance = chance;
          this.cost = spent;
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
    const first = worth;
    for (let good = 0; good < D.GOODS; good++) worth -= t.eventPay[event * D.GOODS + good]! * this.of[good]!;
    const symbols = t.eventAdminister[event]! * this.w.administer + t.eventWork[event]! * this.w.work;
    worth -= symbols * this.crewFade;
    this.cost = first - worth;
    for (let what = 0; what < D.GAINS; what++) worth += t.eventGain[event * D.GAINS + what]! * this.of[what]!;
    return worth + (t.eventBrag[event] ? this.bestBrag() : 0);
  }

  /** What comes with the open renown token, besides its renown. */
  token(s: Position): number {
    const token = openToken(s);
    if (token === S.EMPTY) return 0;
    let worth = s.tables.tokenCrew[token]! * this.w.member * this.fade;
    for (let what = 0; what < D.GAINS; what++) worth += s.tables.tokenGain[token * D.GAINS + what]! * this.of[what]!;
    return worth;
  }

  /** Readying everybody. */
  rest(): number {
    const { s } = this;
    let worth = 0;
    for (let i = 0; i < s.human.crew; i++) if (s.exhausted[i] === 1) worth += this.ready(s.crew[i]!);
    return worth;
  }
}

/** About how many turns the human has after this one: the rival builds about once in two or three turns. */
export function turnsLeft(s: Position, pace: Readonly<Weights>): number {
  if (s.lastRound !== 0) return s.lastRound - s.round;
  const n = s.tables.numbers;
  const built = s.rival.buildings;
  const early = Math.max(0, n.aiBuildingsSwitch - built);
  const late = Math.max(0, n.endBuildings - Math.max(built, n.aiBuildingsSwitch));
  const byRival = early * pace.paceEarly + late * pace.paceLate;
  const byHuman = pace.paceOwn * Math.max(0, n.endBuildings - s.human.buildings);
  const byTokens = s.options.lastTokenEnds ? pace.paceTokens * s.tokensLeft : 99;
  return 1 + Math.min(byRival, byHuman, byTokens, s.options.roundCap - s.round - 1);
}
