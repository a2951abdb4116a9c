/** Flags: protection, blockades, starred tiles, claiming, conquering, revolts. */
import { KIND_HOME, KIND_RESOURCE, KIND_STARRED, PIECE_STAFF } from '../data.js';
import {
  AROUND_HIGH,
  AROUND_LOW,
  COAST_HIGH,
  COAST_LOW,
  COAST_ZONE,
  HOME_SEAT,
  NEIGHBOUR_HIGH,
  NEIGHBOUR_LOW,
  NEIGHBOURS,
  NONE,
} from '../geometry.js';
import { lowest } from '../read.js';
import { ABSENT, NEUTRAL, type Position, WARSHIP } from '../state.js';
import { decision } from './landmarks.js';
import { gainFame, loseFame, setOwner } from './pieces.js';

/** Strife between players has begun. */
export const strife = (s: Position): boolean => s.round > s.tables.numbers.peacefulRounds;

/**
 * Whether the owner of a tile protects it: a knight beside it, or the staff within the eight tiles around; in edition airef
 * a warship in the zone of a coastal tile too. `protectedTiles` finds the same for all tiles.
 */
function isProtected(s: Position, tile: number): boolean {
  return guardedByUnits(s, tile) || guardedByStaff(s, tile);
}
/** The same, the staff left out. */
export function guardedByUnits(s: Position, tile: number): boolean {
  const owner = s.owner[tile]!;
  if (owner === 0 || owner === NEUTRAL) return false;
  const mine = 7 << ((owner - 1) * 3);
  for (let i = tile * 4; i < tile * 4 + 4; i++) {
    const n = NEIGHBOURS[i]!;
    if (n !== NONE && s.knightsOn[n]! & mine) return true;
  }
  return s.tables.airef && warshipNear(s, tile, owner - 1);
}
function guardedByStaff(s: Position, tile: number): boolean {
  const knight = s.itemPlace[PIECE_STAFF]! - 1;
  if (knight < 0 || knight >= 12 || s.owner[tile] !== ((knight / 3) | 0) + 1) return false;
  const at = s.knightTile[knight]!;
  return (((tile < 32 ? AROUND_LOW[at]! : AROUND_HIGH[at]!) >>> tile) & 1) === 1;
}
/** Tiles that each seat protects where they are its own, as bits: `[seat]` those below 32, `[4 + seat]` the others. */
export function protectedTiles(s: Position): Int32Array {
  const tiles = new Int32Array(8);
  for (let k = 0; k < 12; k++) {
    const tile = s.knightTile[k]!;
    if (tile !== ABSENT) mark(tiles, (k / 3) | 0, NEIGHBOUR_LOW[tile]!, NEIGHBOUR_HIGH[tile]!);
  }
  const holder = s.itemPlace[PIECE_STAFF]! - 1;
  if (holder >= 0 && holder < 12) {
    const tile = s.knightTile[holder]!;
    mark(tiles, (holder / 3) | 0, AROUND_LOW[tile]!, AROUND_HIGH[tile]!);
  }
  if (s.tables.airef)
    for (let boat = 0; boat < 8; boat++) {
      const zone = s.boatZone[boat]!;
      if (zone !== ABSENT && s.buildings[boat >> 1]! & WARSHIP)
        mark(tiles, boat >> 1, COAST_LOW[zone]!, COAST_HIGH[zone]!);
    }
  return tiles;
}
function mark(tiles: Int32Array, seat: number, low: number, high: number): void {
  tiles[seat]! |= low;
  tiles[4 + seat]! |= high;
}
/** Whether a seat has a warship in the zone that touches a tile. */
function warshipNear(s: Position, tile: number, seat: number): boolean {
  const zone = COAST_ZONE[tile]!;
  if (zone === NONE || !(s.buildings[seat]! & WARSHIP)) return false;
  return s.boatZone[seat * 2] === zone || s.boatZone[seat * 2 + 1] === zone;
}

/** Seat that blockades an owned tile if its owner does not protect it, -1 nobody: of others' knights there the first. */
export function intruder(s: Position, tile: number): number {
  const owner = s.owner[tile]!;
  const knights = s.knightsOn[tile]!;
  if (owner === 0 || knights === 0 || !strife(s)) return -1;
  const foreign = owner === NEUTRAL ? knights : knights & ~(7 << ((owner - 1) * 3));
  return foreign === 0 ? -1 : (lowest(foreign) / 3) | 0;
}
/** Seat that blockades an owned tile, -1 nobody. */
export function blockader(s: Position, tile: number): number {
  const seat = intruder(s, tile);
  return seat < 0 || isProtected(s, tile) ? -1 : seat;
}

/** Starred tiles that count for a seat when it impresses the dragon: it owns them, or (option `blockadeStars`) blockades them. */
export function starredTiles(s: Position, seat: number): number {
  const byBlockader = s.options.blockadeStars === 'blockader';
  let n = 0;
  for (let t = 0; t < 64; t++) {
    if (s.owner[t] === 0 || KIND_STARRED[s.kind[t]!] === 0) continue;
    const by = byBlockader ? blockader(s, t) : -1;
    if (by >= 0) decision(66);
    if ((by >= 0 ? by : s.owner[t]! - 1) === seat) n++;
  }
  return n;
}

/** Starred tiles that a seat has claimed, for ranking: a blockade takes no claim (decision 125). */
export function claimedStars(s: Position, seat: number): number {
  let n = 0;
  for (let t = 0; t < 64; t++) {
    if (s.owner[t] !== seat + 1 || KIND_STARRED[s.kind[t]!] === 0) continue;
    if (blockader(s, t) >= 0) decision(125);
    n++;
  }
  return n;
}

/** Whether a tile is the home of a player other than this one who is still in the game: nobody else may enter. */
export const barredHome = (s: Position, tile: number, seat: number): boolean => {
  const home = HOME_SEAT[tile]!;
  return home !== NONE && home !== seat && s.concededOrder[home] === 0;
};

export function canClaim(s: Position, tile: number, seat: number): boolean {
  return s.owner[tile] === 0 && KIND_RESOURCE[s.kind[tile]!] === 1 && s.flags[seat]! < s.tables.numbers.flags;
}
/** Whether a tile is somebody else's who does not protect it. */
function takeable(s: Position, tile: number, seat: number): boolean {
  const owner = s.owner[tile]!;
  return owner !== 0 && owner !== seat + 1 && strife(s) && !isProtected(s, tile);
}
export function canConquer(s: Position, tile: number, seat: number): boolean {
  const { conquerMight, flags } = s.tables.numbers;
  return s.might[seat]! >= conquerMight && s.flags[seat]! < flags && takeable(s, tile, seat);
}
export function canRevolt(s: Position, tile: number, seat: number): boolean {
  const { conquerFame, flags, revoltFame } = s.tables.numbers;
  // Edition airef, in the place of a revolt: conquest paid with fame.
  if (s.tables.airef) return s.fame[seat]! >= conquerFame && s.flags[seat]! < flags && takeable(s, tile, seat);
  if (s.owner[tile] === NEUTRAL || s.kind[tile] === KIND_HOME) return false;
  return s.fame[seat]! >= revoltFame && takeable(s, tile, seat);
}
export function conquer(s: Position, tile: number, seat: number): void {
  decision(93);
  s.might[seat]! -= s.tables.numbers.conquerMight;
  setOwner(s, tile, seat + 1);
}
/** A revolt; in edition airef a conquest paid with fame. */
export function revolt(s: Position, tile: number, seat: number): void {
  decision(93);
  if (s.tables.airef) {
    loseFame(s, seat, s.tables.numbers.conquerFame);
    setOwner(s, tile, seat + 1);
    return;
  }
  loseFame(s, seat, s.tables.numbers.revoltFame);
  setOwner(s, tile, 0);
}
/** Exploring pays once for each piece turned over. */
export const exploreFame = (s: Position, seat: number): void => gainFame(s, seat, s.tables.numbers.exploreFame);
