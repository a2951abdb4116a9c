/** What a player of Fuzzy Knights reads off the board: how strong somebody is, what waits on a tile, how far it is. */
import * as S from '../../../env/games/fuzzy-knights/state.js';
import { HEROES, NEIGHBOUR, NOWHERE, type Position, TILES } from '../../../env/games/fuzzy-knights/state.js';
import { cityStrength, power } from '../../../env/games/fuzzy-knights/strength.js';

/** Steps between two tiles on an empty board. */
export const distance = new Uint8Array(TILES * TILES);
for (let a = 0; a < TILES; a++)
  for (let b = 0; b < TILES; b++)
    distance[a * TILES + b] = Math.abs((a % 10) - (b % 10)) + Math.abs(Math.floor(a / 10) - Math.floor(b / 10));

/** The highest tier of any city, which decides how many guardians a mine has. */
export function highestTier(s: Position): number {
  let best = 0;
  for (let t = 0; t < TILES; t++) if (s.tier[t]! > best) best = s.tier[t]!;
  return best;
}

/** Whether a tile is next to a foreign city with ramparts that this power could beat once they are gone. */
export function besidePrey(s: Position, t: number, seat: number, strength: number, margin: number): boolean {
  for (let k = t * 4; k < t * 4 + 4; k++) {
    const n = NEIGHBOUR[k]!;
    if (n === NOWHERE || s.ramparts[n] === 0 || s.cityOwner[n] === seat + 1) continue;
    if (strength >= margin * cityStrength(s, n)) return true;
  }
  return false;
}

/** Power of the strongest rival hero that could be at a tile within so many steps; 0 none. */
export function threat(s: Position, t: number, seat: number, reach: number): number {
  let most = 0;
  for (let hero = 0; hero < HEROES; hero++) {
    const from = s.heroTile[hero]!;
    if (from === NOWHERE || hero >> 1 === seat || distance[from * TILES + t]! > reach) continue;
    const strength = power(s, hero);
    if (strength > most) most = strength;
  }
  return most;
}

/** Steps from a tile to the nearest own city; 99 without one. */
export function homeDistance(s: Position, t: number, seat: number): number {
  let best = 99;
  for (let c = 0; c < TILES; c++)
    if (s.cityOwner[c] === seat + 1 && distance[c * TILES + t]! < best) best = distance[c * TILES + t]!;
  return best;
}

/** The acting hero, or -1. */
export const handOf = (s: Position): number => s.g[S.HERO_AT_HAND]!;
