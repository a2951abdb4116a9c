/** Heroes that die or faint, cities that fall, players that go out. Rulebook, Heroes; Elimination. */
import { ITEM_KINDS } from '../data.js';
import { NEUTRAL_MINE, NOWHERE, OWN_MINE, type Position, TILES } from '../state.js';
import { heroesOf, inPlay } from './board.js';
import { countItems, moveItems } from './items.js';
import * as L from './landmarks.js';
import { reached } from './landmarks.js';
import { finish } from './ranking.js';

/** Puts a hero on a tile nobody else stands on. */
export function stand(s: Position, hero: number, t: number): void {
  s.heroTile[hero] = t;
  s.heroAt[t] = hero + 1;
  s.refresh(t);
}

/** Takes a hero off its tile; its belongings stay as they are. */
function leave(s: Position, hero: number): void {
  const t = s.heroTile[hero]!;
  s.heroTile[hero] = NOWHERE;
  if (s.heroAt[t] === hero + 1) {
    s.heroAt[t] = 0;
    s.refresh(t);
  }
}

/** Items of a hero fall on its tile, or go to the armory of the city there (decision 11). */
function dropItems(s: Position, hero: number): void {
  const n = countItems(s.items, hero);
  if (n === 0) return;
  const t = s.heroTile[hero]!;
  if (s.cityOwner[t] !== 0) {
    reached(L.DEATH_ARMORY);
    moveItems(s.items, hero, s.armory, t);
    return;
  }
  s.item[t]! += n;
  s.items.fill(0, hero * ITEM_KINDS, (hero + 1) * ITEM_KINDS);
}

/**
 * A hero dies where it stands: items, a resource token for each five coins, a monster token if mercenaries of it were
 * still alive.
 * @param armed whether any of its mercenaries live
 */
export function die(s: Position, hero: number, armed: boolean): void {
  const t = s.heroTile[hero]!;
  dropItems(s, hero);
  const tokens = Math.floor(s.purse[hero]! / s.tables.cities.coinsPerToken);
  if (tokens > 0) reached(L.DEATH_RESOURCE);
  s.resource[t]! += tokens;
  if (armed) {
    reached(L.DEATH_MONSTER);
    s.monster[t]!++;
  }
  strip(s, hero);
  leave(s, hero);
  s.refresh(t);
}

/** What a hero leaves behind is gone: purse, army, what it had begun. */
function strip(s: Position, hero: number): void {
  s.purse[hero] = 0;
  s.mercs[hero] = 0;
  s.movement[hero] = 0;
  s.covered[hero] = 0;
  s.done[hero] = 0;
}

/** A hero whose squad fell though its side won: it loses its items and half of the mercenaries it has left. */
export function faint(s: Position, hero: number): void {
  dropItems(s, hero);
  s.mercs[hero] = s.mercs[hero]! >> 1;
}

/** A hero becomes the mayor of a new city on its tile: all it has goes to the city. Not a death. */
export function becomeMayor(s: Position, hero: number): void {
  const t = s.heroTile[hero]!;
  const seat = hero >> 1;
  leave(s, hero);
  s.cityOwner[t] = seat + 1;
  s.tier[t] = 1;
  s.founded[t] = 1;
  s.cityMercs[t] = s.mercs[hero]!;
  moveItems(s.items, hero, s.armory, t);
  s.treasury[seat]! += s.purse[hero]! - s.tables.tierCost[1]!;
  strip(s, hero);
  gainCity(s, seat);
  s.refresh(t);
}

function gainCity(s: Position, seat: number): void {
  s.cities[seat]!++;
  if (s.grace[seat] === 0) return;
  reached(L.GRACE_ENDS);
  s.grace[seat] = 0;
}

/** A city falls to the hero that stands in it, with an equal share of the loser's treasury (decision 1). */
export function conquer(s: Position, hero: number): void {
  const t = s.heroTile[hero]!;
  const winner = hero >> 1;
  const loser = s.cityOwner[t]! - 1;
  const share = Math.floor(s.treasury[loser]! / s.cities[loser]!);
  s.treasury[loser]! -= share;
  s.treasury[winner]! += share;
  const garrison = s.heroAt[t]! - 1;
  if (garrison >= 0 && garrison >> 1 === loser) {
    reached(L.GARRISON_BEATEN);
    s.treasury[winner]! += s.purse[garrison]!;
    s.purse[garrison] = 0;
    die(s, garrison, false);
  }
  s.cityMercs[t] = 0;
  s.besieged[t] = 0;
  s.cityOwner[t] = winner + 1;
  s.cities[loser]!--;
  gainCity(s, winner);
  stand(s, hero, t);
  if (s.cities[loser] === 0 && heroesOf(s, loser) > 0) {
    reached(L.GRACE_BEGINS);
    s.grace[loser] = 1;
  }
  settle(s, loser);
}

/** Who has neither hero nor city is out at once; not before it has placed its capital. */
export function settle(s: Position, seat: number): void {
  if (s.out[seat] === 1 || s.cities[seat] !== 0 || heroesOf(s, seat) > 0) return;
  reached(L.OUT_AT_ONCE);
  eliminate(s, seat);
}

/** A player goes out: heroes die, mines are nobody's, the treasury is gone (decision 23). The last one left wins. */
export function eliminate(s: Position, seat: number): void {
  for (let hero = seat * 2; hero < seat * 2 + 2; hero++) if (inPlay(s, hero)) die(s, hero, s.mercs[hero]! > 0);
  for (let t = 0; t < TILES; t++) if (s.mine[t] === seat + OWN_MINE) s.mine[t] = NEUTRAL_MINE;
  s.mines[seat] = 0;
  s.treasury[seat] = 0;
  s.out[seat] = 1;
  s.grace[seat] = 0;
  s.outDay[seat] = s.day;
  let left = 0;
  for (let other = 0; other < s.players; other++) if (s.out[other] === 0) left++;
  if (left === 1) finish(s, false);
}
