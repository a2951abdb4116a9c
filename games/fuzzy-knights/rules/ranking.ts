/** How a game ends, and the final places. Rulebook, Elimination and Victory; decision 24. */
import { type Position, TILES } from '../state.js';
import { inPlay } from './board.js';
import { ENDED, reached } from './landmarks.js';

/** Coins invested in the buildings of a seat that still stand; an Encampment counts its price. */
export function invested(s: Position, seat: number): number {
  const { tierCost, rampartCost, cities } = s.tables;
  let sum = 0;
  for (let t = 0; t < TILES; t++) {
    if (s.cityOwner[t] !== seat + 1) continue;
    for (let tier = 1; tier <= s.tier[t]!; tier++) sum += tierCost[tier]!;
    for (let level = 1; level <= s.ramparts[t]!; level++) sum += rampartCost[level]!;
    sum += s.camp[t]! * cities.campCost;
  }
  return sum;
}

/** Treasury and purses, with heroes and mercenaries at their price. */
export function wealth(s: Position, seat: number): number {
  const { heroCost, mercenaryCost } = s.tables.cities;
  let sum = s.treasury[seat]!;
  for (let hero = seat * 2; hero < seat * 2 + 2; hero++)
    if (inPlay(s, hero)) sum += heroCost + s.purse[hero]! + mercenaryCost * s.mercs[hero]!;
  for (let t = 0; t < TILES; t++) if (s.cityOwner[t] === seat + 1) sum += mercenaryCost * s.cityMercs[t]!;
  return sum;
}

/** Ends the game here and ranks it. */
export function finish(s: Position, truncated: boolean): void {
  reached(ENDED + (truncated ? 1 : 0));
  s.over = true;
  s.truncated = truncated;
  rank(s);
}

/** Clears what was under way, once everything that ended the game is done. */
export function clearHand(s: Position): void {
  s.prompt = s.actor = s.hand = s.foeHero = -1;
  s.step = s.pos = s.cursor = s.token = s.bribeLeft = s.garrisonLeft = 0;
  s.foe = s.foeSize = s.foeMercs = s.battle = s.rounds = 0;
  s.built = s.arriving = false;
  s.attack.fill(0);
  s.defence.fill(0);
  s.movement.fill(0);
  s.covered.fill(0);
  s.cost.fill(0);
  s.count = 0;
}

/** Those in play by cities, coins invested, wealth; then those who are out, the later the better. Ties share. */
function rank(s: Position): void {
  const key = (seat: number): number[] =>
    s.out[seat] === 1 ? [0, s.outDay[seat]!] : [1, s.cities[seat]!, invested(s, seat), wealth(s, seat)];
  const keys = Array.from({ length: s.players }, (_, seat) => key(seat));
  s.finalPlaces.fill(0);
  for (let seat = 0; seat < s.players; seat++)
    s.finalPlaces[seat] = keys.filter((other) => compare(other, keys[seat]!) > 0).length;
}

function compare(a: number[], b: number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
