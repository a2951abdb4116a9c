/** The smallest moves on a position: tracks, resources, knights, flags, monsters, discards. No prompts. */
import { DECK_MONSTERS, DECK_SIZE, KIND_TEMPLE, PILES, RING_STUCK } from '../data.js';
import { HOME_SEAT, HOME_TILE } from '../geometry.js';
import { lowest } from '../read.js';
import { ABSENT, type Position } from '../state.js';
import { decision } from './landmarks.js';

/** Stops the engine and asks `seat`; knight and tile the prompt is about, -1 none. */
export function ask(s: Position, prompt: number, seat: number, knight: number, tile: number): void {
  s.prompt = prompt;
  s.actor = seat;
  s.focusKnight = knight;
  s.focusTile = tile;
}

export function gainFame(s: Position, seat: number, n: number): void {
  const to = s.fame[seat]! + n;
  const max = s.options.trackMax;
  if (to > max) decision(71);
  s.fame[seat] = Math.min(to, max);
}
export function loseFame(s: Position, seat: number, n: number): void {
  const f = s.fame[seat]!;
  s.fame[seat] = f > n ? f - n : 0;
}
export function gainMight(s: Position, seat: number, n: number): void {
  const to = s.might[seat]! + n;
  const max = s.options.trackMax;
  if (to > max) decision(71);
  s.might[seat] = Math.min(to, max);
}
export function gain(s: Position, seat: number, resource: number, n: number): void {
  const i = seat * 4 + resource;
  const to = s.resources[i]! + n;
  s.resources[i] = Math.min(to, 65535);
}
/** Takes up to n of a resource. */
export function lose(s: Position, seat: number, resource: number, n: number): void {
  const i = seat * 4 + resource;
  const have = s.resources[i]!;
  s.resources[i] = have > n ? have - n : 0;
}
/** Whether a seat can pay row `row` of a price table. */
export function canPay(s: Position, seat: number, prices: Uint8Array, row: number): boolean {
  const r = s.resources;
  const i = seat * 4;
  const p = row * 4;
  return (
    r[i]! >= prices[p]! && r[i + 1]! >= prices[p + 1]! && r[i + 2]! >= prices[p + 2]! && r[i + 3]! >= prices[p + 3]!
  );
}
export const BUILD_KNIGHT = 0;
/** Row of the price of a build: the third knight may have one of its own. */
export const priceRow = (s: Position, seat: number, build: number): number =>
  build === BUILD_KNIGHT && s.tables.airef && spareKnight(s, seat) === seat * 3 + 2 ? 8 : build;
export function pay(s: Position, seat: number, prices: Uint8Array, row: number): void {
  for (let j = 0; j < 4; j++) s.resources[seat * 4 + j]! -= prices[row * 4 + j]!;
}

/** Takes a knight off its tile; a bear asleep for it wakes. */
function leave(s: Position, knight: number): void {
  const from = s.knightTile[knight]!;
  if (from === ABSENT) return;
  s.knightsOn[from]! &= ~(1 << knight);
  if (s.dormant[from] === knight + 1) s.dormant[from] = 0;
}
/** Puts a knight on a tile, from wherever it was. Coming to the temple frees a stuck ring. */
export function placeKnight(s: Position, knight: number, tile: number): void {
  if (s.knightTile[knight] === tile) return;
  leave(s, knight);
  s.knightTile[knight] = tile;
  s.knightsOn[tile]! |= 1 << knight;
  if (s.kind[tile] === KIND_TEMPLE && s.knightItems[knight] !== 0 && !s.tables.airef) freeRing(s, knight);
}
function freeRing(s: Position, knight: number): void {
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
    if (s.itemKind[lowest(bits)] === RING_STUCK && !s.ringFreed) {
      decision(52);
      s.ringFreed = true;
    }
  }
}
/** Takes a knight off the board. */
export function removeKnight(s: Position, knight: number): void {
  leave(s, knight);
  s.knightTile[knight] = ABSENT;
  s.acted[knight] = 0;
  s.halted[knight] = 0;
}
export function sendHome(s: Position, knight: number): void {
  const seat = (knight / 3) | 0;
  const home = HOME_TILE[seat]!;
  if (s.knightsOn[home]! & (7 << (seat * 3)) & ~(1 << knight)) decision(13);
  placeKnight(s, knight, home);
}
/** The lowest knight of a seat that is not on the board and may still come, -1 none. */
export function spareKnight(s: Position, seat: number): number {
  for (let k = seat * 3; k < seat * 3 + 3; k++) if (s.knightTile[k] === ABSENT && s.eaten[k] === 0) return k;
  return -1;
}
/** The lowest boat of a seat that is not on the board, -1 none. */
export function spareBoat(s: Position, seat: number): number {
  for (let b = seat * 2; b < seat * 2 + 2; b++) if (s.boatZone[b] === ABSENT) return b;
  return -1;
}

/** Changes the owner of a tile (0, seat + 1, 5) and the count of flags. */
export function setOwner(s: Position, tile: number, owner: number): void {
  const old = s.owner[tile]!;
  if (old >= 1 && old <= 4 && HOME_SEAT[tile] !== old - 1) s.flags[old - 1]!--;
  if (owner >= 1 && owner <= 4 && HOME_SEAT[tile] !== owner - 1) s.flags[owner - 1]!++;
  s.owner[tile] = owner;
}

/** Puts a card on its tier's discard. */
export function discard(s: Position, card: number): void {
  const tier = s.tables.cardTier[card]!;
  s.discardCards[tier * DECK_SIZE + s.discardSize[tier]!++] = card;
}
/** Puts a monster on a tile; what stood there leaves. */
export function putMonster(s: Position, tile: number, monster: number, isCard: number): void {
  if (s.monster[tile] !== 0) decision(92);
  removeMonster(s, tile);
  s.monster[tile] = monster + 1;
  s.monsterCard[tile] = isCard;
}
/** Takes the monster off a tile; its card, if it is one, is discarded. */
export function removeMonster(s: Position, tile: number): void {
  const m = s.monster[tile]! - 1;
  if (s.monsterCard[tile] === 1 && m >= 0 && m < DECK_MONSTERS) discard(s, m);
  s.monster[tile] = 0;
  s.monsterCard[tile] = 0;
  s.dormant[tile] = 0;
}

/** Might of the dragon, what its die showed when it was revealed included. */
export const dragonMight = (s: Position): number => s.tables.numbers.dragonMight + s.dragonDie;

/** Edition airef: parts a shuffled deck of a tier into its three as evenly as can be (decision 85). */
export function splitDeck(s: Position, tier: number): void {
  const n = s.deckSize[tier]!;
  for (let i = 0; i < PILES; i++) s.pileSize[tier * PILES + i] = ((n + PILES - 1 - i) / PILES) | 0;
}
/** Where in `deckCards` the top card of deck `pile` (0-2) of a tier lies, the deck not being empty. */
export function pileTop(s: Position, tier: number, pile: number): number {
  let at = tier * DECK_SIZE - 1;
  for (let i = 0; i <= pile; i++) at += s.pileSize[tier * PILES + i]!;
  return at;
}
/**
 * Edition airef: where the card lies that is under a sword in a stone known to be on top of deck `pile` (0-2) of a tier;
 * -1 where there is no such sword, or nothing under it. Its theme is public: it was on top while the sword was in hand.
 */
export function underSword(s: Position, tier: number, pile: number): number {
  const i = tier * PILES + pile;
  return s.swordPile === i + 1 && s.pileSize[i]! > 1 ? pileTop(s, tier, pile) - 1 : -1;
}
