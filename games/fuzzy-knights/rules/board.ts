/** What anybody can read off the board: judgements that rules, observation, texts and bots share. */
import { NOWHERE, type Position, TILES, WIDTH } from '../state.js';

/** Neighbours of tile t at `[t * 4]`: north, east, south, west; `NOWHERE` beyond the edge. */
export const NEIGHBOUR = new Uint8Array(TILES * 4).fill(NOWHERE);
/** Steps between two tiles on an empty board, at `[a * TILES + b]`. */
export const DISTANCE = new Uint8Array(TILES * TILES);
for (let t = 0; t < TILES; t++) {
  const x = t % WIDTH;
  const y = Math.floor(t / WIDTH);
  if (y > 0) NEIGHBOUR[t * 4] = t - WIDTH;
  if (x < WIDTH - 1) NEIGHBOUR[t * 4 + 1] = t + 1;
  if (t < TILES - WIDTH) NEIGHBOUR[t * 4 + 2] = t + WIDTH;
  if (x > 0) NEIGHBOUR[t * 4 + 3] = t - 1;
  for (let o = 0; o < TILES; o++)
    DISTANCE[t * TILES + o] = Math.abs(x - (o % WIDTH)) + Math.abs(y - Math.floor(o / WIDTH));
}

/** Tile of the hero at hand; the city at hand. */
export const tileAtHand = (s: Position): number => s.heroTile[s.hand]!;
export const cityAtHand = (s: Position): number => s.cursor - 2;

export const inPlay = (s: Position, hero: number): boolean => s.heroTile[hero] !== NOWHERE;

/** Heroes of a seat in play, 0-2. */
export const heroesOf = (s: Position, seat: number): number =>
  (inPlay(s, seat * 2) ? 1 : 0) + (inPlay(s, seat * 2 + 1) ? 1 : 0);

/** Whether a hero has not had its activation yet. */
export const canAct = (s: Position, hero: number): boolean => inPlay(s, hero) && s.done[hero] === 0;

/** Nothing but maybe a hero on a tile. */
function bare(s: Position, t: number): boolean {
  return s.cityOwner[t] === 0 && s.mine[t] === 0 && s.monster[t] === 0 && s.item[t] === 0 && s.resource[t] === 0;
}

/** Nothing at all on a tile. */
export const unoccupied = (s: Position, t: number): boolean => s.heroAt[t] === 0 && bare(s, t);

/** Whether a hero may become the mayor of a new city where it stands: only itself is on the tile. */
export function canFound(s: Position, hero: number): boolean {
  const t = s.heroTile[hero]!;
  const seat = hero >> 1;
  return (
    t !== NOWHERE &&
    bare(s, t) &&
    s.treasury[seat]! + s.purse[hero]! >= s.tables.tierCost[1]! &&
    s.cities[seat]! < s.tables.cities.foundingPerPlayerCount * s.players
  );
}

/** Whether a city on a tile belongs to another seat. */
export const foreignCity = (s: Position, t: number, seat: number): boolean =>
  s.cityOwner[t] !== 0 && s.cityOwner[t] !== seat + 1;

/** Whether there is a foreign city with ramparts on a tile. */
export const besiegeable = (s: Position, t: number, seat: number): boolean =>
  t !== NOWHERE && s.ramparts[t] !== 0 && s.cityOwner[t] !== seat + 1;

/** Whether a hero has a city to besiege beside it, and no monsters on its own tile. */
export function maySiege(s: Position, hero: number): boolean {
  const t = s.heroTile[hero]!;
  if (s.monster[t] !== 0) return false;
  for (let k = t * 4; k < t * 4 + 4; k++) if (besiegeable(s, NEIGHBOUR[k]!, hero >> 1)) return true;
  return false;
}

/** The highest tier of any city, which decides how many guardians a mine has. */
export function highestTier(s: Position): number {
  let best = 0;
  for (let t = 0; t < TILES; t++) if (s.tier[t]! > best) best = s.tier[t]!;
  return best;
}
