/** What the evaluation of a position reads: what lies open on the table, as numbers. */

import { itemKinds } from '../data.js';
import { lowest } from '../read.js';
import { ABSENT, type Position } from '../state.js';
import { reading, STANDING, writeStandings } from './standing.js';

const KINDS = itemKinds.length;
const FOLLOWERS = 8;
const BUILDINGS = 6;
/** Numbers of a seat: its standing, resources, fame, buildings, boats, knights, what they carry, and how far it is. */
export const SEAT_INPUTS = STANDING + 4 + 1 + BUILDINGS + 1 + 3 + KINDS + FOLLOWERS + 3;
/** Numbers of the table: the round, how far Doomspire is, what is explored, monsters. */
export const TABLE_INPUTS = 8;
/** All numbers that the evaluation reads. */
export const INPUTS = 4 * SEAT_INPUTS + TABLE_INPUTS;

/** Writes what the evaluation reads: `[seat * SEAT_INPUTS + i]`, then the table. Nothing that is hidden. */
export function evaluationInputs(s: Position, out: Float32Array, at = 0): void {
  writeStandings(s, out, at, SEAT_INPUTS);
  for (let seat = 0; seat < 4; seat++) {
    let w = at + seat * SEAT_INPUTS + STANDING;
    for (let r = seat * 4; r < seat * 4 + 4; r++) out[w++] = Math.min(30, s.resources[r]!) / 10;
    out[w++] = s.fame[seat]! / 20;
    for (let b = 0; b < BUILDINGS; b++) out[w++] = (s.buildings[seat]! >> b) & 1;
    out[w++] = (s.boatZone[seat * 2] === ABSENT ? 0 : 0.5) + (s.boatZone[seat * 2 + 1] === ABSENT ? 0 : 0.5);
    const carried = w + 3;
    out.fill(0, w, carried + KINDS + FOLLOWERS);
    let rings = 0;
    for (let k = seat * 3; k < seat * 3 + 3; k++) {
      const tile = s.knightTile[k]!;
      if (tile === ABSENT) continue;
      // The nearest knight first.
      let near = Math.max(0, 8 - Math.min(reading.toSpire(tile), reading.toSpireByBoat(k) + 1)) / 8;
      for (let i = w; i < w + 3; i++) {
        const other = out[i]!;
        if (near <= other) continue;
        out[i] = near;
        near = other;
      }
      for (let bits = s.knightItems[k]!; bits; bits &= bits - 1) out[carried + s.itemKind[lowest(bits)]!]! += 1;
      for (let f = 0; f < FOLLOWERS; f++) out[carried + KINDS + f]! += (s.followerBits[k]! >> f) & 1;
      if (reading.impresses(k)) rings = 1;
    }
    w = carried + KINDS + FOLLOWERS;
    out[w++] = rings;
    out[w++] = reading.progress[seat]!;
    out[w] = reading.tiles[seat]! / 10;
  }
  let explored = 0;
  let monsters = 0;
  for (let t = 0; t < 64; t++) {
    explored += s.explored[t]!;
    if (s.monster[t] !== 0) monsters++;
  }
  let w = at + 4 * SEAT_INPUTS;
  out[w++] = s.round / 20;
  for (let left = 1; left <= 3; left++) out[w++] = reading.stacksLeft === left ? 1 : 0;
  out[w++] = s.spireRevealed ? 1 : 0;
  out[w++] = reading.candidates / 4;
  out[w++] = explored / 64;
  out[w] = monsters / 10;
}
