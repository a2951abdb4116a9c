/** What a player of Fuzzy Knights reads off the board: how strong somebody is, what waits on a tile, how far it is. */
import { besiegeable, DISTANCE, NEIGHBOUR } from '../../../env/games/fuzzy-knights/rules/board.js';
import { HEROES, NOWHERE, type Position, TILES } from '../../../env/games/fuzzy-knights/state.js';
import { cityStrength, power } from '../../../env/games/fuzzy-knights/strength.js';

/** Whether a tile is next to a foreign city with ramparts that this power could beat once they are gone. */
export function besidePrey(s: Position, t: number, seat: number, strength: number, margin: number): boolean {
  for (let k = t * 4; k < t * 4 + 4; k++) {
    const n = NEIGHBOUR[k]!;
    if (besiegeable(s, n, seat) && strength >= margin * cityStrength(s, n)) return true;
  }
  return false;
}

/** Power of the strongest rival hero that could be at a tile within so many steps; 0 none. */
export function threat(s: Position, t: number, seat: number, reach: number): number {
  let most = 0;
  for (let hero = 0; hero < HEROES; hero++) {
    const from = s.heroTile[hero]!;
    if (from === NOWHERE || hero >> 1 === seat || DISTANCE[from * TILES + t]! > reach) continue;
    const strength = power(s, hero);
    if (strength > most) most = strength;
  }
  return most;
}

/** Steps from a tile to the nearest own city; 99 without one. */
export function homeDistance(s: Position, t: number, seat: number): number {
  let best = 99;
  for (let c = 0; c < TILES; c++)
    if (s.cityOwner[c] === seat + 1 && DISTANCE[c * TILES + t]! < best) best = DISTANCE[c * TILES + t]!;
  return best;
}

/** The acting hero, or -1. */
export const handOf = (s: Position): number => s.hand;
