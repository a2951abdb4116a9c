/** Numbers that the bots of Fuzzy Knights read in a position: for each seat, its property, strength and threats. */
import { DISTANCE, inPlay } from '../rules/board.js';
import { HEROES, MAX_SEATS, type Position, TILES } from '../state.js';
import { cityStrength, power } from '../strength.js';
import { worth } from './evaluate.js';

/** The numbers of a seat, in their order. */
export const standingNames = [
  'in play',
  'share of all wealth',
  'wealth in hundreds of coins',
  'treasury',
  'cities',
  'mines',
  'mercenaries in cities',
  'stronger hero',
  'other hero',
  'weakest city',
  'most threatened city',
  'best target',
] as const;
export const STANDING = standingNames.length;

/** Mean rolls that count as 1. */
const STRONG = 40;

const wealth = new Float64Array(MAX_SEATS);
const powers = new Float64Array(HEROES);
const threatened = new Float64Array(MAX_SEATS);
const target = new Float64Array(MAX_SEATS);
const weakest = new Float64Array(MAX_SEATS);
const inCities = new Float64Array(MAX_SEATS);

/** Writes the numbers of all four seats, `first` first, then in turn order; absent seats have zeros. */
export function writeStanding(s: Position, first: number, out: Float32Array, offset: number): void {
  const n = s.players;
  let total = 0;
  for (let seat = 0; seat < n; seat++) total += wealth[seat] = worth(s, seat);
  for (let hero = 0; hero < HEROES; hero++) powers[hero] = inPlay(s, hero) ? power(s, hero) : 0;
  threatened.fill(0);
  target.fill(0);
  weakest.fill(0);
  inCities.fill(0);
  for (let t = 0; t < TILES; t++) {
    const owner = s.cityOwner[t]! - 1;
    if (owner < 0 || owner >= n) continue;
    inCities[owner]! += s.cityMercs[t]!;
    const strength = cityStrength(s, t);
    if (weakest[owner] === 0 || strength < weakest[owner]!) weakest[owner] = strength;
    for (let hero = 0; hero < HEROES; hero++) {
      const attacker = hero >> 1;
      if (attacker === owner || powers[hero] === 0) continue;
      const odds = powers[hero]! / (powers[hero]! + strength + 1);
      const danger = odds / (1 + DISTANCE[s.heroTile[hero]! * TILES + t]! / 3);
      if (danger > threatened[owner]!) threatened[owner] = danger;
      if (danger > target[attacker]!) target[attacker] = danger;
    }
  }
  out.fill(0, offset, offset + MAX_SEATS * STANDING);
  for (let k = 0; k < n; k++) {
    const seat = (first + k) % n;
    let w = offset + k * STANDING;
    const [one, two] = [powers[2 * seat]!, powers[2 * seat + 1]!];
    out[w++] = 1 - s.out[seat]!;
    out[w++] = total > 0 ? wealth[seat]! / total : 0;
    out[w++] = Math.min(3, wealth[seat]! / 100);
    out[w++] = Math.min(3, s.treasury[seat]! / 50);
    out[w++] = s.cities[seat]! / 4;
    out[w++] = s.mines[seat]! / 4;
    out[w++] = Math.min(3, inCities[seat]! / 20);
    out[w++] = Math.max(one, two) / STRONG;
    out[w++] = Math.min(one, two) / STRONG;
    out[w++] = weakest[seat]! / STRONG;
    out[w++] = threatened[seat]!;
    out[w++] = target[seat]!;
  }
}
