/** What several groups of pieces tell of a position: found once an observation, as plain numbers before they are scaled. */
import * as D from './data.js';
import { lowest } from './read.js';
import { protectedTiles } from './rules/territory.js';
import * as S from './state.js';
import { ABSENT, type Position } from './state.js';

/** How much an item is wanted, about; distinct, so that kinds can be told apart. */
const ITEM_WORTH = Float32Array.from([
  0.2, 0.25, 0.12, 0.15, 0.3, 0.32, 0.35, 0.14, 0.05, 0.4, 0.55, 0.42, 0.6, 1, 0.22, 0.8, 0.7, 0.5, 0.28,
]);
const STONE_WORTH = 0.3;

/** What a knight may add once a battle at a price: by item kind, by follower. */
const optionOf: Readonly<Record<number, number>> = { [D.RUSTY]: 2, [D.ROBE]: 2, [D.TROLLSBANE]: 1, [D.BLACK_BLADE]: 5 };
const ITEM_OPTION = Uint8Array.from(D.itemKinds, (_, kind) => optionOf[kind] ?? 0);

/** Worth of the items lying on a tile. */
export function findsOn(s: Position, tile: number): number {
  let sum = s.sword[tile] ? STONE_WORTH : 0;
  if (s.tileItems[tile])
    for (let p = 0; p < s.itemPlace.length; p++)
      if (s.itemPlace[p] === S.ON_TILE + tile) sum += ITEM_WORTH[s.itemKind[p]!]!;
  return Math.min(sum, 1.5);
}

/** Seats, knights and resources are absolute. */
export class Reading {
  /** What `protectedTiles` finds. */
  guards: Int32Array = new Int32Array(8);
  /** By knight: points of its automatic bonus, of its optional one, worth of its items. */
  readonly bonus = new Float64Array(12);
  readonly optional = new Float64Array(12);
  readonly worth = new Float64Array(12);
  /** By seat: 1 where a knight of it carries both rings. */
  readonly rings = new Uint8Array(4);
  /** By seat and resource: what it harvests; by seat: starred tiles that count. The pass over the board adds them up. */
  readonly income = new Int32Array(16);
  readonly stars = new Uint8Array(4);

  /** Reads what does not take a pass over the board. */
  read(s: Position): void {
    this.guards = protectedTiles(s);
    const { bonus, optional, worth, rings, income, stars } = this;
    // So few that a loop is faster than `fill`.
    for (let seat = 0; seat < 4; seat++) rings[seat] = stars[seat] = 0;
    for (let i = 0; i < 16; i++) income[i] = 0;
    const { knightTile, knightItems, followerBits, itemKind } = s;
    const { itemBonus, airef } = s.tables;
    for (let k = 0; k < 12; k++) {
      if (knightTile[k] === ABSENT) continue;
      let sure = 0;
      let may = 0;
      let value = 0;
      const followers = followerBits[k]!;
      const carried = knightItems[k]!;
      if (carried) {
        let found = 0;
        for (let left = carried; left; left &= left - 1) {
          const kind = itemKind[lowest(left)]!;
          sure += itemBonus[kind]!;
          value += ITEM_WORTH[kind]!;
          if (kind === D.BLACK_BLADE) may += followers ? 5 : 0;
          else if (!airef) may += ITEM_OPTION[kind]!;
          if (kind === D.ONE_RING) found |= 1;
          else if (kind === D.SECOND_RING) found |= 2;
        }
        if (found === 3) rings[(k / 3) | 0] = 1;
      }
      if (followers) {
        if (followers & (1 << D.DOG)) sure += 1;
        if (followers & (1 << D.MERCENARY)) may += 2;
        if (followers & (1 << D.BRAWLER)) may += 2;
      }
      bonus[k] = sure;
      optional[k] = may;
      worth[k] = value;
    }
  }
}

/** Whether a tile is protected by a seat. @param guards what `protectedTiles` found */
export const guarded = (guards: Int32Array, owner: number, tile: number): number =>
  (guards[tile < 32 ? owner : 4 + owner]! >>> tile) & 1;
