/** What the weights of a tuned bot of Fuzzy Knights may depend on: where the game stands, and the seat to act in it. */

import type { PlanFeatures } from '../../../agents/bots/tuning.js';
import { inPlay } from '../rules/board.js';
import { placeOf } from '../rules/order.js';
import { HEROES, MAX_SEATS, NEUTRAL_MINE, type Position, TILES } from '../state.js';
import { cityStrength, gear } from '../strength.js';

const names = [
  'day',
  'movement',
  'place today',
  'players',
  'players left',
  'open map',
  'heroes',
  'cities',
  'tiers',
  'treasury',
  'power',
  'best target',
  'danger',
  'largest realm',
] as const;

/** Games of bots take seven days with two players and sixteen with four. */
const DAYS = 15;
/** Movement points of a hero are 11 to 20. */
const POINTS = 20;
/** Tokens and free mines that make a map half open; four players begin with 40 of them. */
const OPEN = 15;

// Sums of each seat, and the largest of each; overwritten by every call.
const tiers = new Float64Array(MAX_SEATS);
const armies = new Float64Array(MAX_SEATS);

/** How one number stands against another: -1 none of it, 0 equal, 1 all of it. `some` is what counts for little in both. */
const against = (own: number, other: number, some: number): number => (own - other) / (own + other + some);

function write(s: Position, seat: number, out: Float32Array): void {
  const { players: n, cityOwner, item, resource, mine } = s;
  tiers.fill(0);
  armies.fill(0);
  let open = 0;
  let cities = 0;
  let strongestOwn = 0;
  let strongestRival = 0;
  let ownHeroes = 0;
  let rivalHeroes = 0;
  let weakestOwn = 0;
  let weakestRival = 0;
  for (let hero = 0; hero < HEROES; hero++) {
    if (!inPlay(s, hero)) continue;
    const alone = s.tables.heroMean + gear(s, hero);
    const soldiers = s.tables.mercenaryMean * s.mercs[hero]!;
    const strength = alone + soldiers;
    armies[hero >> 1]! += strength;
    if (hero >> 1 === seat) {
      ownHeroes++;
      strongestOwn = Math.max(strongestOwn, strength);
    } else {
      strongestRival = Math.max(strongestRival, strength);
      const stands = Math.max(alone, soldiers);
      if (rivalHeroes++ === 0 || stands < weakestRival) weakestRival = stands;
    }
  }
  for (let t = 0; t < TILES; t++) {
    const owner = cityOwner[t]! - 1;
    if (owner < 0) {
      open += item[t]! + resource[t]!;
      if (mine[t] === NEUTRAL_MINE) open++;
      continue;
    }
    cities++;
    tiers[owner]! += s.tier[t]!;
    const strength = cityStrength(s, t);
    if (owner === seat) weakestOwn = weakestOwn === 0 ? strength : Math.min(weakestOwn, strength);
    else weakestRival = weakestRival === 0 ? strength : Math.min(weakestRival, strength);
  }
  let left = 0;
  let mostCities = 0;
  let mostTiers = 0;
  let richest = 0;
  let strongest = 0;
  for (let other = 0; other < n; other++) {
    if (s.out[other] === 0) left++;
    if (other === seat) continue;
    mostCities = Math.max(mostCities, s.cities[other]!);
    mostTiers = Math.max(mostTiers, tiers[other]!);
    richest = Math.max(richest, s.treasury[other]!);
    strongest = Math.max(strongest, armies[other]!);
  }
  let i = 0;
  out[i++] = Math.min(1, s.day / DAYS - 1);
  out[i++] = s.hand >= 0 ? Math.min(1, s.movement[s.hand]! / POINTS) : 0;
  out[i++] = (2 * placeOf(s, seat)) / (n - 1) - 1;
  out[i++] = n - 3;
  out[i++] = (2 * (left - 1)) / (n - 1) - 1;
  out[i++] = Math.min(1, open / OPEN - 1);
  out[i++] = ownHeroes - 1;
  out[i++] = against(s.cities[seat]!, mostCities, 1);
  out[i++] = against(tiers[seat]!, mostTiers, 1);
  out[i++] = against(s.treasury[seat]!, richest, 10);
  out[i++] = against(armies[seat]!, strongest, 10);
  out[i++] = against(strongestOwn, weakestRival, 10);
  out[i++] = against(strongestRival, weakestOwn, 10);
  out[i++] = cities > 0 ? (2 * Math.max(mostCities, s.cities[seat]!)) / cities - 1 : 0;
}

/**
 * All from -1 to 1: the day (1 from day 30 on); movement points of the hero at hand; place in the order of today, the last 1;
 * players at the table and of them still in it; what there is to gather; own heroes less one. Then own against the best
 * rival's: cities, tiers, treasury, power; own strongest army against the weakest rival city or hero, the strongest rival army
 * against the weakest own city; and the largest share of all cities that anybody has.
 */
export const features: PlanFeatures<Position> = { names, write };
