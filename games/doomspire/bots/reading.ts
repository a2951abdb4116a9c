/**
 * What a player reads off the board before deciding: how far everybody is, what things are worth now, what a tile
 * yields, how a fight would end. Reads public facts only: nothing that is face down, nothing about the order of a deck.
 */

import {
  CARD_THEME,
  CARDS,
  DECK_SIZE,
  KIND_DOOMSPIRE,
  KIND_STARRED,
  KIND_TIER,
  KIND_YIELD,
  ONE_RING,
  SECOND_RING,
} from '../data.js';
import { CENTRE, COAST, COAST_ZONE, DISTANCE, HOME_TILE, NEIGHBOURS, NONE, ZONE_DISTANCE } from '../geometry.js';
import { diceCount, diceSum, knightCount, lowest } from '../read.js';
import { priceRow, spareKnight } from '../rules/pieces.js';
import { guardedByUnits, intruder } from '../rules/territory.js';
import { ABSENT, CHAPEL, MARKET, NEUTRAL, type Position, WARSHIP } from '../state.js';
import type { Weights } from './plans.js';

/** Squared, at most 1. */
const near = (x: number): number => (x < 1 ? x * x : 1);

/** What one more is worth of something one has much of, more than `enough`. */
const plenty = (have: number, enough: number): number => (have <= enough ? 1 : enough / have);

export class Reading {
  s!: Position;
  w!: Weights;
  seat = 0;
  round = 0;
  /** Doomspire's tile where it is known (by elimination too), -1 otherwise. */
  spire = -1;
  /** Centre tiles that may be Doomspire. */
  candidates = 0;
  stacksLeft = 3;
  /**
   * Per seat: owned tiles, starred tiles that count, can impress with any knight, how far the nearest condition is
   * (0-1).
   */
  readonly tiles = new Uint8Array(4);
  readonly stars = new Uint8Array(4);
  readonly ready = new Uint8Array(4);
  readonly progress = new Float64Array(4);
  /** Largest progress of the others, and of all. */
  rivals = 0;
  lead = 0;
  /** Worth to me now of one more and of one less of each resource. */
  readonly gain = new Float64Array(4);
  readonly loss = new Float64Array(4);
  /** Worth over the game: what a yield is worth. */
  readonly steady = new Float64Array(4);
  fame = 0;
  might = 0;
  star = 0;
  /** Harvests a tile is still good for. */
  horizon = 1;
  /** The build saved for, -1 none. */
  goal = -1;
  readonly benefit = new Float64Array(8);
  /** Values of the tiles I could harvest now, best first, and sums of the best n: `[n]`. */
  readonly harvests = new Float64Array(66);
  harvestable = 0;
  readonly topCount = new Uint8Array(3 * CARDS);
  private readonly themeCount = new Uint8Array(3);
  private readonly front = new Uint8Array(72);
  private cardsRead = false;
  private readonly unseenCount = new Uint8Array(3 * CARDS);
  private unseenRead = false;
  /** `danger` of one and two visits, -1 not counted yet. */
  private readonly threats = new Float64Array(3);
  private readonly steps = new Uint8Array(64);
  private readonly zoneSteps = new Uint8Array(4);
  private stepsRead = false;
  private readonly walk = new Uint8Array(3);
  private readonly ride = new Uint8Array(3);

  /** Reads a position for a seat. */
  read(s: Position, seat: number, w: Weights): this {
    this.s = s;
    this.w = w;
    this.seat = seat;
    this.round = s.round;
    this.cardsRead = false;
    this.unseenRead = false;
    this.threats.fill(-1);
    this.stepsRead = false;
    this.readSpire();
    this.readProgress();
    this.readWorths();
    return this;
  }

  private readSpire(): void {
    const { s } = this;
    this.spire = -1;
    this.candidates = 0;
    let last = -1;
    for (let i = 0; i < 4; i++) {
      const t = CENTRE[i]!;
      if (s.explored[t] === 0) {
        this.candidates++;
        last = t;
      } else if (s.kind[t] === KIND_DOOMSPIRE) this.spire = t;
    }
    if (this.spire >= 0) this.candidates = 0;
    else if (this.candidates === 1) this.spire = last;
    this.stacksLeft = s.spireRevealed ? s.stacksLeft : s.tables.numbers.impressions;
  }

  /** Seat that counts as owner of a tile now: a blockader, else the owner of its flag; -1 none. */
  holder(tile: number): number {
    const { s } = this;
    const owner = s.owner[tile]!;
    if (owner === 0) return -1;
    const by = intruder(s, tile);
    if (by >= 0 && !this.guarded(tile)) return by;
    return owner === NEUTRAL ? -1 : owner - 1;
  }

  /** Whether a unit of its owner guards a tile; the staff is left out. */
  guarded(tile: number): boolean {
    return guardedByUnits(this.s, tile);
  }

  private readProgress(): void {
    const { s, w, tiles, stars, ready, progress } = this;
    const n = s.tables.numbers;
    tiles.fill(0);
    stars.fill(0);
    for (let t = 0; t < 64; t++) {
      if (s.owner[t] === 0) continue;
      const holder = this.holder(t);
      if (holder < 0) continue;
      tiles[holder]!++;
      if (KIND_STARRED[s.kind[t]!]) stars[holder]!++;
    }
    this.rivals = 0;
    this.lead = 0;
    for (let p = 0; p < 4; p++) {
      const i = p * 4;
      const gold = s.resources[i + 3]!;
      const goods = s.resources[i]! + s.resources[i + 1]! + s.resources[i + 2]!;
      const fame = s.fame[p]! / n.fameThreshold;
      const rich = (gold + goods * (s.buildings[p]! & MARKET ? w.goodsMarket : w.goods)) / n.goldThreshold;
      const land = stars[p]! / n.starredThreshold;
      ready[p] = fame >= 1 || gold >= n.goldThreshold || land >= 1 ? 1 : 0;
      let best = Math.max(fame, rich);
      if (land > best) best = land;
      if (ready[p]) best = 1;
      else if (best > 0.97) best = 0.97;
      progress[p] = best;
      if (p !== this.seat && best > this.rivals) this.rivals = best;
      if (best > this.lead) this.lead = best;
    }
  }

  private readWorths(): void {
    const { s, w, seat } = this;
    const n = s.tables.numbers;
    const i = seat * 4;
    const gold = s.resources[i + 3]!;
    const mineReady = this.ready[seat] === 1;
    const scale = mineReady ? w.ready : 1;
    this.horizon = 1 + w.horizon * (1 - this.lead);
    const fame = s.fame[seat]! / n.fameThreshold;
    this.fame =
      s.fame[seat]! >= s.options.trackMax
        ? 0
        : fame >= 1
          ? w.fame * w.fameSpare
          : scale * w.fame * (1 + w.fameFocus * near(fame));
    const starred = this.stars[seat]! / n.starredThreshold;
    this.star = starred >= 1 ? w.star * w.starSpare : scale * w.star * (1 + w.starFocus * near(starred));
    const might = s.might[seat]!;
    this.might =
      (mineReady ? w.mightReady : 1) *
      w.might *
      (might < w.mightEnough ? 1 : w.mightSpare) *
      (w.mightLate + (1 - w.mightLate) * (1 - this.lead));
    // Ready to impress, and no way to the dragon but over monsters: only strength helps.
    if (mineReady && might < 8 && this.walledOff()) this.might = Math.max(this.might, w.breach);
    const rich = (gold + w.goodsGold * (s.resources[i]! + s.resources[i + 1]! + s.resources[i + 2]!)) / n.goldThreshold;
    const goldWorth =
      gold >= n.goldThreshold
        ? (w.gold * w.goldSpare) / (1 + (gold - n.goldThreshold) / 6)
        : w.gold * (1 + w.goldFocus * near(rich));
    const { steady } = this;
    const market = (s.buildings[seat]! & MARKET) !== 0;
    const floor = market ? w.marketPrice * goldWorth : 0;
    steady[0] = Math.max(scale * w.food * plenty(s.resources[i]!, w.plenty), floor);
    steady[1] = Math.max(scale * w.wood * plenty(s.resources[i + 1]!, w.plenty), floor);
    steady[2] = Math.max(scale * w.ore * plenty(s.resources[i + 2]!, w.plenty), floor);
    steady[3] = goldWorth;
    this.readGoal(scale);
    const { gain, loss } = this;
    const costs = s.tables.buildCost;
    const row = this.goal >= 0 ? priceRow(s, seat, this.goal) * 4 : 0;
    for (let r = 0; r < 4; r++) {
      const spare = s.resources[i + r]! - (this.goal >= 0 ? costs[row + r]! : 0);
      gain[r] = steady[r]! + (spare < 0 ? w.need : 0);
      loss[r] = steady[r]! + (spare <= 0 && this.goal >= 0 && costs[row + r]! > 0 ? w.need : 0);
    }
    // Gold that impresses is not given away.
    if (gold === n.goldThreshold && fame < 1 && starred < 1) loss[3] = w.goldKeep;
  }

  /** Benefit of each build, and the one worth saving for. */
  private readGoal(scale: number): void {
    const { s, w, seat, benefit, steady } = this;
    const have = s.buildings[seat]!;
    const knights = knightCount(s, seat);
    const early = w.buildLate + (1 - w.buildLate) * (1 - this.lead);
    const n = s.tables.numbers;
    benefit.fill(-1);
    if (s.tables.airef ? spareKnight(s, seat) >= 0 : knights < 3)
      benefit[0] = (knights < 2 ? w.knight : w.knight2) * (0.5 + 0.5 * early) + (knights === 0 ? 20 : 0);
    const boats = (s.boatZone[seat * 2] !== ABSENT ? 1 : 0) + (s.boatZone[seat * 2 + 1] !== ABSENT ? 1 : 0);
    if (boats < 2) benefit[1] = w.boat * early;
    if (!(have & WARSHIP)) benefit[2] = w.warship * early * boats;
    if (!(have & MARKET)) benefit[3] = w.market * early * scale;
    if (!(have & 2)) benefit[4] = w.blacksmith * early * scale;
    if (!(have & 4) && !s.tables.airef) benefit[5] = w.fletcher * early * scale;
    if (!(have & CHAPEL)) benefit[6] = n.chapelFame * this.fame + w.chapel * scale;
    else if (!(have & 16)) benefit[7] = n.monasteryFame * this.fame + w.monastery * scale;
    const costs = s.tables.buildCost;
    this.goal = -1;
    let best = 0;
    for (let b = 0; b < 8; b++) {
      if (benefit[b]! <= 0) continue;
      let price = 0;
      let missing = 0;
      for (let r = 0; r < 4; r++) {
        const c = costs[priceRow(s, seat, b) * 4 + r]!;
        const h = s.resources[seat * 4 + r]!;
        price += c * steady[r]!;
        if (c > h) missing += c - h;
      }
      benefit[b]! -= price;
      const appeal = benefit[b]! / (1 + missing / w.patience);
      if (appeal > best) {
        best = appeal;
        this.goal = b;
      }
    }
  }

  /** Whether a knight would impress the dragon now. */
  impresses(knight: number): boolean {
    if (this.ready[(knight / 3) | 0] === 1) return true;
    const { s } = this;
    let rings = 0;
    for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
      const kind = s.itemKind[lowest(bits)]!;
      if (kind === ONE_RING) rings |= 1;
      else if (kind === SECOND_RING) rings |= 2;
    }
    return rings === 3;
  }

  /** What the yields of a tile are worth in one harvest, at prices `at`. */
  yieldsOf(tile: number, at: Float64Array): number {
    const k = this.s.kind[tile]! * 4;
    return (
      KIND_YIELD[k]! * at[0]! + KIND_YIELD[k + 1]! * at[1]! + KIND_YIELD[k + 2]! * at[2]! + KIND_YIELD[k + 3]! * at[3]!
    );
  }

  /** What it is worth to own a tile from now on. */
  tileWorth(tile: number): number {
    const { w } = this;
    const enough = this.tiles[this.seat]! >= w.enoughTiles ? w.spareTile : 1;
    return (
      w.flag +
      this.yieldsOf(tile, this.steady) * this.horizon * 0.5 * enough +
      (KIND_STARRED[this.s.kind[tile]!] ? this.star : 0)
    );
  }

  /** Fills `harvests`: what the best n tiles would give me now. */
  readHarvest(): void {
    const { s, seat, harvests } = this;
    let n = 0;
    for (let t = 0; t < 64; t++) {
      if (s.owner[t] === 0 || this.holder(t) !== seat) continue;
      const v = this.yieldsOf(t, this.gain);
      let j = n++;
      for (; j > 0 && harvests[j - 1]! < v; j--) harvests[j] = harvests[j - 1]!;
      harvests[j] = v;
    }
    this.harvestable = n;
    let sum = 0;
    for (let j = 0; j < n; j++) {
      const v = harvests[j]!;
      harvests[j] = sum;
      sum += v;
    }
    harvests[n] = sum;
  }

  /** What `power` harvests are worth. */
  harvest(power: number): number {
    return this.harvests[Math.min(power, this.harvestable)]!;
  }

  /**
   * Counts in `topCount[tier * CARDS + card]` how often each card may be the top one: theme and content are public.
   * @returns the sum
   */
  topCards(tier: number): number {
    const { s, topCount, themeCount } = this;
    if (!this.cardsRead) {
      this.cardsRead = true;
      topCount.fill(0);
      for (let d = 0; d < 3; d++) {
        const size = s.deckSize[d]!;
        themeCount[d] = 0;
        if (size === 0) continue;
        const theme = CARD_THEME[s.deckCards[d * DECK_SIZE + size - 1]!];
        for (let i = 0; i < size; i++) {
          const card = s.deckCards[d * DECK_SIZE + i]!;
          if (CARD_THEME[card] !== theme) continue;
          topCount[d * CARDS + card]!++;
          themeCount[d]!++;
        }
      }
    }
    return themeCount[tier]!;
  }

  /** Edition airef: how often each card lies unseen in the three decks of a tier, `[tier * CARDS + card]`. */
  unseenCards(): Uint8Array {
    const { s, unseenCount } = this;
    if (this.unseenRead) return unseenCount;
    this.unseenRead = true;
    unseenCount.fill(0);
    for (let d = 0; d < 3; d++)
      for (let i = d * DECK_SIZE; i < d * DECK_SIZE + s.deckSize[d]!; i++) unseenCount[d * CARDS + s.deckCards[i]!]!++;
    return unseenCount;
  }

  /**
   * Steps over open tiles from each tile to the nearest place where Doomspire may be, 99 without a way. Knights in the
   * way are no hindrance here: they move.
   */
  spireSteps(): Uint8Array {
    const { s, front, steps } = this;
    if (this.stepsRead) return steps;
    this.stepsRead = true;
    steps.fill(99);
    let to = 0;
    for (let i = 0; i < 4; i++) {
      const t = CENTRE[i]!;
      if (this.spire >= 0 ? t !== this.spire : s.explored[t] !== 0) continue;
      front[to++] = t;
      steps[t] = 0;
    }
    const sources = to;
    for (let from = 0; from < to; from++) {
      const t = front[from]!;
      if (from >= sources && (s.explored[t] === 0 || s.monster[t] !== 0)) continue;
      for (let j = t * 4; j < t * 4 + 4; j++) {
        const n = NEIGHBOURS[j]!;
        if (n === NONE || steps[n] !== 99) continue;
        steps[n] = steps[t]! + 1;
        front[to++] = n;
      }
    }
    for (let zone = 0; zone < 4; zone++) {
      let best = 99;
      for (let i = zone * 7; i < zone * 7 + 7; i++) {
        const t = COAST[i]!;
        // Somewhere a passenger lands without being held up.
        if (s.monster[t] !== 0 || s.knightsOn[t] !== 0 || (s.tokens[t] !== 0 && KIND_TIER[s.kind[t]!] !== 0)) continue;
        if (steps[t]! < best) best = steps[t]!;
      }
      this.zoneSteps[zone] = best;
    }
    return steps;
  }
  /** Steps to Doomspire from a tile. */
  toSpire(tile: number): number {
    return this.spireSteps()[tile]!;
  }
  /** Steps to Doomspire from where a boat could put the knight down with one small die; 99 without a boat near. */
  toSpireByBoat(knight: number): number {
    const { s } = this;
    this.spireSteps();
    const zone = COAST_ZONE[s.knightTile[knight]!]!;
    if (zone === NONE) return 99;
    const seat = (knight / 3) | 0;
    let best = 99;
    for (let b = seat * 2; b < seat * 2 + 2; b++) {
      const at = s.boatZone[b]!;
      if (at === ABSENT) continue;
      for (let f = 0; f < 4; f++)
        if (ZONE_DISTANCE[at * 4 + zone]! + ZONE_DISTANCE[zone * 4 + f]! <= 1 && this.zoneSteps[f]! < best)
          best = this.zoneSteps[f]!;
    }
    return best;
  }

  /** Chance that a seat, in its next turn, brings one (`visits` 1) or two knights to Doomspire. */
  reaches(seat: number, visits: number): number {
    const { s, walk, ride } = this;
    const rolled = diceSum(s, seat);
    const coming = this.coming(seat);
    let dice = 0;
    if (coming) dice = diceCount(s, seat);
    else {
      const n = s.tables.numbers;
      const allowed = Math.min(n.maxDice, 1 + knightCount(s, seat));
      const free = Math.min(allowed, n.freeDice);
      dice = free + Math.min(allowed - free, (s.resources[seat * 4]! / n.foodPerExtraDie) | 0);
    }
    if (dice === 0) return 0;
    for (let i = 0; i < 3; i++) {
      const k = seat * 3 + i;
      const here = s.knightTile[k]! !== ABSENT && !(coming && s.acted[k]);
      walk[i] = here ? this.toSpire(s.knightTile[k]!) : 99;
      ride[i] = here ? this.toSpireByBoat(k) : 99;
    }
    const chance = (n: number, d: number): number => {
      if (n <= 0 || d > 3 * n) return 0;
      return coming ? (rolled * n >= d * dice ? 1 : 0) : SUMS[n * 13 + d]!;
    };
    let best = 0;
    for (let i = 0; i < 3; i++) {
      if (visits === 1) best = Math.max(best, chance(dice, walk[i]!), chance(dice - 1, ride[i]!));
      else
        for (let j = 0; j < 3; j++) {
          if (i === j) continue;
          if (i < j) best = Math.max(best, chance(dice, walk[i]! + walk[j]!), chance(dice - 2, ride[i]! + ride[j]!));
          best = Math.max(best, chance(dice - 1, ride[i]! + walk[j]!));
        }
    }
    return best;
  }

  /** Whether a seat has its movement turn, or some of it, still before it in this round: its dice are known. */
  private coming(seat: number): boolean {
    const { s } = this;
    if (s.phase !== 1 || s.mover < 0) return false;
    return ((seat - s.firstPlayer) & 3) >= ((s.mover - s.firstPlayer) & 3);
  }

  /** Danger (0..1) that somebody else takes the last `left` stacks (1 or 2) in its next turn. */
  danger(left: number): number {
    if (left > 2) return 0;
    if (this.threats[left]! < 0) {
      let safe = 1;
      for (let p = 0; p < 4; p++) {
        if (p === this.seat || this.s.concededOrder[p] !== 0) continue;
        const close = this.progress[p]!;
        const likely = this.ready[p] ? 1 : close > 0.85 ? (close - 0.85) * 4 : 0;
        if (likely > 0) safe *= 1 - likely * this.reaches(p, left);
      }
      this.threats[left] = 1 - safe;
    }
    return this.threats[left]!;
  }

  /** Whether no knight of mine has a way over open tiles to a place where Doomspire may be. */
  private walledOff(): boolean {
    const { s, seat } = this;
    const steps = this.spireSteps();
    for (let k = seat * 3; k < seat * 3 + 3; k++)
      if (s.knightTile[k] !== ABSENT && steps[s.knightTile[k]!]! < 99) return false;
    return true;
  }

  /** Steps home from a tile. */
  toHome(tile: number): number {
    return DISTANCE[tile * 64 + HOME_TILE[this.seat]!]!;
  }
}

/** Chance that n D3 show at least d together: `[n * 13 + d]`. */
const SUMS = ((): Float64Array => {
  const out = new Float64Array(5 * 13);
  for (let n = 1; n <= 4; n++) {
    const all = 3 ** n;
    for (let i = 0; i < all; i++) {
      let sum = n;
      for (let j = 0, x = i; j < n; j++, x = (x / 3) | 0) sum += x % 3;
      for (let d = 0; d <= sum; d++) out[n * 13 + d]! += 1 / all;
    }
  }
  return out;
})();
