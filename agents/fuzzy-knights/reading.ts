/** What a player of Fuzzy Knights reads off the board: how strong somebody is, what waits on a tile, how far it is. */
import { bestLevel } from '../../env/games/fuzzy-knights/rules/items.js';
import * as S from '../../env/games/fuzzy-knights/state.js';
import { HEROES, NEIGHBOUR, NOWHERE, type Position, TILES } from '../../env/games/fuzzy-knights/state.js';

/** Mean roll of a hero without items; of a city; of a mercenary. */
export const HERO = 13;
export const CITY = 15;
export const MERCENARY = 3.5;

/** Steps between two tiles on an empty board. */
export const distance = new Uint8Array(TILES * TILES);
for (let a = 0; a < TILES; a++)
  for (let b = 0; b < TILES; b++)
    distance[a * TILES + b] = Math.abs((a % 10) - (b % 10)) + Math.abs(Math.floor(a / 10) - Math.floor(b / 10));

/** Mean roll that the items of a hero add: the best of each type. */
export function gear(s: Position, hero: number): number {
  let sum = 0;
  for (let type = 0; type < 3; type++) sum += s.tables.itemMean[type * 6 + bestLevel(s.items, hero, type)]!;
  return sum;
}

/** Mean roll of a hero and its mercenaries together: how strongly it attacks. */
export function power(s: Position, hero: number): number {
  return HERO + gear(s, hero) + MERCENARY * s.mercs[hero]!;
}

/** The hero of a seat that stands in its own city on this tile, -1 none. */
export function garrisonOf(s: Position, t: number): number {
  const hero = s.heroAt[t]! - 1;
  return hero >= 0 && s.cityOwner[t] === (hero >> 1) + 1 ? hero : -1;
}

/** Mean roll of the strongest squad that defends a city, if its mercenaries stay together. */
export function cityStrength(s: Position, t: number): number {
  const garrison = garrisonOf(s, t);
  const mercs = s.cityMercs[t]! + (garrison < 0 ? 0 : s.mercs[garrison]!);
  return Math.max(CITY, MERCENARY * mercs, garrison < 0 ? 0 : HERO + gear(s, garrison));
}

/** Mean roll of the strongest squad of a hero outside a city. */
export function heroStrength(s: Position, hero: number): number {
  return Math.max(HERO + gear(s, hero), MERCENARY * s.mercs[hero]!);
}

/** Mean roll of the strongest squad that waits on a tile: city or hero. 0 where there is none. */
export function need(s: Position, t: number): number {
  if (s.cityOwner[t] !== 0) return cityStrength(s, t);
  return s.heroAt[t] === 0 ? 0 : heroStrength(s, s.heroAt[t]! - 1);
}

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
