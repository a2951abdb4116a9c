/** What moves and counts: fighters between places, decks, tiles in the market, goods and points. */
import { shuffleBy } from '../../../env/chance.js';
import { FIGHTERS, MARKET, type Tables } from '../data.js';
import * as S from '../state.js';
import { AT, type Chance, IN_GRAVE, IN_HAND, IN_SLOT, NONE, type Position } from '../state.js';
import * as L from './landmarks.js';

/** The AI is not an agent: it has no goods and makes no decisions. */
export const isAi = (s: Position, seat: number): boolean => seat === s.ai;

/** Moves a fighter from or to anywhere but the market, keeping the sizes of hands and graveyards in step. */
export function move(s: Position, fighter: number, to: number): void {
  const from = s.loc[fighter]!;
  if (from >= IN_HAND && from < AT) s.handSize[from - IN_HAND]!--;
  else if (from >= IN_GRAVE && from < S.COMMITTED) s.graveSize[from - IN_GRAVE]!--;
  s.loc[fighter] = to;
  if (to >= IN_HAND && to < AT) s.handSize[to - IN_HAND]!++;
  else if (to >= IN_GRAVE && to < S.COMMITTED) s.graveSize[to - IN_GRAVE]!++;
}

/** Moves all fighters of one place to another. @returns how many */
export function moveAll(s: Position, from: number, to: number): number {
  const { loc } = s;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++)
    if (loc[f] === from) {
      move(s, f, to);
      n++;
    }
  return n;
}

/** Number of fighters at a place. */
export function countAt(s: Position, place: number): number {
  const { loc } = s;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) if (loc[f] === place) n++;
  return n;
}

/** Attack of the fighters at a place together: the sum, and a bonus for two or three of a kind. */
export function strength(s: Position, place: number): number {
  const { loc } = s;
  const { attack, kind, numbers } = s.tables;
  let sum = 0;
  // Three bits a kind.
  let kinds = 0;
  let most = 0;
  for (let f = 0; f < FIGHTERS; f++) {
    if (loc[f] !== place) continue;
    sum += attack[f]!;
    const shift = 3 * kind[f]!;
    kinds += 1 << shift;
    const same = (kinds >> shift) & 7;
    if (same > most) most = same;
  }
  if (most > 1) L.reached(most === 2 ? L.L_PAIR : L.L_TRIPLE);
  return sum + setBonus(numbers, most);
}

/** What so many fighters of one kind add to an attack. */
export const setBonus = (numbers: Tables['numbers'], same: number): number =>
  same > 2 ? numbers.tripleBonus : same === 2 ? numbers.pairBonus : 0;

// Where to look for a card when the deck of a tier is empty: neighbour of the lowest value, then what remains.
const FALLBACK = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
];

/** Fills a slot whose fighter has gone. */
export function refillSlot(s: Position, slot: number): void {
  const tier = s.tables.components.slotTiers[slot]! - 1;
  for (const deck of FALLBACK[tier]!) {
    const size = s.deckSize[deck]!;
    if (size === 0) continue;
    s.deckSize[deck] = size - 1;
    const at = deck * S.DECK + size - 1;
    const fighter = s.decks[at]!;
    s.decks[at] = 0;
    s.slots[slot] = fighter;
    s.loc[fighter] = IN_SLOT + slot;
    if (deck !== tier) L.reached(L.L_REFILL_OTHER);
    return;
  }
  s.slots[slot] = NONE;
  L.reached(L.L_SLOT_EMPTY);
}

/** A seat takes the fighter of a slot, which is filled again. */
export function takeRaised(s: Position, seat: number, slot: number): void {
  const fighter = s.slots[slot]!;
  s.slots[slot] = NONE;
  move(s, fighter, IN_HAND + seat);
  refillSlot(s, slot);
  L.reached(L.L_RAISED + fighter - 12);
}

/** Draws a tile into an empty place of the market; an empty stack is made anew of the tiles set aside. */
export function refillMarket(s: Position, place: number, chance: Chance): void {
  if (s.stackSize === 0 && s.asideSize > 0) {
    const n = s.asideSize;
    s.stack.set(s.aside);
    s.aside.fill(0);
    s.stackSize = n;
    s.asideSize = 0;
    s.mixed = true;
    shuffleBy(chance, S.STREAM['tile stack'], s.stack, 0, n);
    L.reached(L.L_RESTACK);
  }
  if (s.stackSize === 0) {
    s.market[place] = NONE;
    L.reached(L.L_MARKET_EMPTY);
    return;
  }
  const at = --s.stackSize;
  s.market[place] = s.stack[at]!;
  s.stack[at] = 0;
}

/** The market tiles go aside and four others are drawn. */
export function renewMarket(s: Position, chance: Chance): void {
  for (let place = 0; place < MARKET; place++)
    if (s.market[place] !== NONE) {
      s.aside[s.asideSize++] = s.market[place]!;
      s.market[place] = NONE;
    }
  for (let place = 0; place < MARKET; place++) refillMarket(s, place, chance);
}

/** A seat gains what a tile gives, or its owner's tax; the AI a point for each item. */
export function gainTile(s: Position, seat: number, tile: number, tax: boolean): void {
  const t = s.tables;
  if (isAi(s, seat)) {
    s.vp[seat]! += (tax ? t.tileTaxItems : t.tileItems)[tile]!;
    return;
  }
  const items = tax ? t.tileTax : t.tileGain;
  const at = tile * 4;
  const mine = seat * 4;
  for (let k = 0; k < 4; k++) s.resources[mine + k]! += items[at + k]!;
  const wild = (tax ? t.tileTaxWild : t.tileWild)[tile]!;
  if (wild > 0) s.queue(S.TASK.wild, seat, wild);
}

/** What the tiles of a region are worth at the end of a round. */
export function regionVp(s: Position, region: number): number {
  const tile = s.tile[region]!;
  const top = tile === NONE ? 0 : s.tables.tileVp[tile]!;
  return top + s.covered[region]! * s.tables.numbers.coveredTileVp;
}

/** What all regions of a seat are worth; the Citadel is not counted. */
export function landVp(s: Position, seat: number): number {
  let sum = 0;
  for (let r = 0; r < 6; r++) if (s.owner[r] === seat) sum += regionVp(s, r);
  return sum;
}

/** Minions that find room on one kind of space of a region: the dashed ones only with three or four seats. */
export function spaces(s: Position, kind: 'gatherSpaces' | 'combatSpaces'): number {
  const both = s.tables.numbers[kind];
  return s.seats > 2 ? both[0] + both[1] : both[0];
}
