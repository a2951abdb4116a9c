/** Plain questions about a position, for bots, text and observation. Nothing here changes a state. */
import { CARD_THEME, DECK_SIZE, KIND_YIELD } from './data.js';
import { ABSENT, MARKET_DAY, type Position } from './state.js';

/** Number of the lowest set bit. */
export const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);
/** How many bits are set. */
export function bitCount(bits: number): number {
  let n = 0;
  for (; bits; bits &= bits - 1) n++;
  return n;
}

/** How much of a resource a seat has. */
export const resource = (s: Position, seat: number, r: number): number => s.resources[seat * 4 + r]!;
/** All resources of a seat together. */
export const totalResources = (s: Position, seat: number): number =>
  s.resources[seat * 4]! + s.resources[seat * 4 + 1]! + s.resources[seat * 4 + 2]! + s.resources[seat * 4 + 3]!;
/** Seat of a knight, or of the owner code 1-4 (`ownerSeat`). */
export const knightSeat = (knight: number): number => (knight / 3) | 0;
/** Seat that owns a tile; -1 nobody, 4 the neutral player. */
export const ownerSeat = (s: Position, tile: number): number => s.owner[tile]! - 1;
/** Tile of a knight, -1 off the board. */
export const tileOf = (s: Position, knight: number): number =>
  s.knightTile[knight] === ABSENT ? -1 : s.knightTile[knight]!;
/** Zone of a boat, -1 without. */
export const zoneOf = (s: Position, boat: number): number => (s.boatZone[boat] === ABSENT ? -1 : s.boatZone[boat]!);
/** Monster on a tile, -1 none (or not explored). */
export const monsterOn = (s: Position, tile: number): number => (s.explored[tile] ? s.monster[tile]! - 1 : -1);
/** Might of the monster on a tile, 0 without. */
export const monsterMight = (s: Position, tile: number): number => {
  const m = monsterOn(s, tile);
  return m < 0 ? 0 : s.tables.monsterMight[m]!;
};
/** Unspent dice of a seat showing `value`. */
export const diceShowing = (s: Position, seat: number, value: number): number => s.dice[seat * 3 + value - 1]!;
/** Sum of a seat's unspent dice. */
export const diceSum = (s: Position, seat: number): number =>
  s.dice[seat * 3]! + 2 * s.dice[seat * 3 + 1]! + 3 * s.dice[seat * 3 + 2]!;
/** What a tile yields of a resource. */
export const yields = (s: Position, tile: number, r: number): number => KIND_YIELD[s.kind[tile]! * 4 + r]!;
/** Knights on the board of a seat. */
export function knightCount(s: Position, seat: number): number {
  const t = s.knightTile;
  const k = seat * 3;
  return (t[k] !== ABSENT ? 1 : 0) + (t[k + 1] !== ABSENT ? 1 : 0) + (t[k + 2] !== ABSENT ? 1 : 0);
}
/** Boats of a seat. */
export const boatCount = (s: Position, seat: number): number =>
  (s.boatZone[seat * 2] !== ABSENT ? 1 : 0) + (s.boatZone[seat * 2 + 1] !== ABSENT ? 1 : 0);
/** A bitmask of the three knights of a seat within `knightsOn`. */
export const knightBits = (seat: number): number => 7 << (seat * 3);
/** Theme of the top card of a deck (tier 0-2): 0 beast, 1 cave, 2 grove; -1 empty. One deck a tier. */
export const topTheme = (s: Position, tier: number): number =>
  s.deckSize[tier] === 0 ? -1 : CARD_THEME[s.deckCards[tier * DECK_SIZE + s.deckSize[tier]! - 1]!]!;
/** Market day is on: the trader exchanges one for one. */
export const marketDay = (s: Position): boolean => s.g[MARKET_DAY] === 1;
/** Pieces of a kind that a knight carries. */
export function carried(s: Position, knight: number, kind: number): number {
  let n = 0;
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) if (s.itemKind[lowest(bits)] === kind) n++;
  return n;
}
