/** Choices that several prompts offer, as action ids and back. Who adds some to a list says where they begin, and gets the end. */
import * as A from '../actions.js';
import { TO_ABSOLUTE, TO_RELATIVE } from '../geometry.js';
import { lowest } from '../read.js';
import { PAIR_FIRST, PAIR_SECOND, type Position } from '../state.js';

export type List = Uint8Array | Uint16Array;

export const tileAction = (seat: number, tile: number): number => A.TILE + TO_RELATIVE[seat * 64 + tile]!;
export const chosenTile = (seat: number, action: number): number => TO_ABSOLUTE[seat * 64 + action - A.TILE]!;
export const zoneAction = (seat: number, zone: number): number => A.ZONE + ((zone - seat) & 3);
export const chosenZone = (seat: number, action: number): number => (action - A.ZONE + seat) & 3;
export const chosenPlayer = (seat: number, action: number): number => (action - A.PLAYER + seat) & 3;

/** The only choice of a prompt. */
export function yesNo(list: List): number {
  list[0] = A.YES;
  list[1] = A.NO;
  return 2;
}
/** Resources that a seat has. */
export function addOwned(s: Position, seat: number, list: List, from: number): number {
  let n = from;
  for (let r = 0; r < 4; r++) if (s.resources[seat * 4 + r]! > 0) list[n++] = A.RES + r;
  return n;
}
/** Pairs of resources a seat can hand over, none beyond `last`; `alike`: two of one kind only. */
export function addPairs(s: Position, seat: number, last: number, alike: boolean, list: List, from: number): number {
  const at = seat * 4;
  let n = from;
  for (let p = 0; p < 10; p++) {
    const a = PAIR_FIRST[p]!;
    const b = PAIR_SECOND[p]!;
    if (b > last || (alike && a !== b)) continue;
    if (a === b ? s.resources[at + a]! >= 2 : s.resources[at + a]! >= 1 && s.resources[at + b]! >= 1)
      list[n++] = A.PAIR + p;
  }
  return n;
}
/** Followers, as bits. */
export function addFollowers(followers: number, list: List, from: number): number {
  let n = from;
  for (let bits = followers; bits; bits &= bits - 1) list[n++] = A.FOLLOWER + lowest(bits);
  return n;
}
/** Kinds of items, as bits. */
export function addKinds(kinds: number, list: List, from: number): number {
  let n = from;
  for (let bits = kinds; bits; bits &= bits - 1) list[n++] = A.ITEM + lowest(bits);
  return n;
}
/** Kinds of a knight's pieces that pass a test. */
export function addItems(
  s: Position,
  knight: number,
  test: (s: Position, piece: number) => boolean,
  list: List,
  from: number,
): number {
  let kinds = 0;
  for (let bits = s.knightItems[knight]!; bits; bits &= bits - 1) {
    const piece = lowest(bits);
    if (test(s, piece)) kinds |= 1 << s.itemKind[piece]!;
  }
  return addKinds(kinds, list, from);
}
/** Knights, as bits. */
export function addKnights(seat: number, knights: number, list: List, from: number): number {
  let n = from;
  for (let bits = knights; bits; bits &= bits - 1) list[n++] = A.KNIGHT + ((lowest(bits) - seat * 3 + 12) % 12);
  return n;
}
