/** How a position of Fuzzy Knights stands, for searches that do not play to the end. */
import { inPlay } from '../rules/board.js';
import { invested } from '../rules/ranking.js';
import { type Position, TILES } from '../state.js';
import { gear } from '../strength.js';

/** Coins a mean roll of one is worth: a mercenary rolls 3.5 and costs 2. */
const COINS_PER_POINT = 2 / 3.5;
/** What a city is worth beyond its buildings, and a mine. */
const CITY_COINS = 25;
const MINE_COINS = 6;
/** How sharply a larger share of all wealth shows in the judgement. */
const SHARPNESS = 1.5;

/** What a seat owns, in coins; 0 when it is out. */
export function worth(s: Position, seat: number): number {
  if (s.out[seat] === 1) return 0;
  let sum = s.treasury[seat]! + invested(s, seat) + CITY_COINS * s.cities[seat]! + MINE_COINS * s.mines[seat]!;
  for (let t = 0; t < TILES; t++) if (s.cityOwner[t] === seat + 1) sum += 2 * s.cityMercs[t]!;
  for (let hero = seat * 2; hero < seat * 2 + 2; hero++)
    if (inPlay(s, hero)) sum += 8 + 0.8 * s.purse[hero]! + 2 * s.mercs[hero]! + COINS_PER_POINT * gear(s, hero);
  return sum;
}

/**
 * Expected return of each seat in -1..1: its share of all wealth against an equal share; places are final for those out.
 * @param out written; length players
 */
export function evaluate(s: Position, out: Float64Array): void {
  const n = s.players;
  let total = 0;
  let left = 0;
  for (let seat = 0; seat < n; seat++) {
    out[seat] = worth(s, seat) ** SHARPNESS;
    total += out[seat]!;
    if (s.out[seat] === 0) left++;
  }
  for (let seat = 0; seat < n; seat++) {
    if (s.out[seat] === 1) {
      let ahead = 0;
      let behind = 0;
      for (let other = 0; other < n; other++) {
        if (other === seat) continue;
        if (s.out[other] === 0 || s.outDay[other]! > s.outDay[seat]!) ahead++;
        else if (s.outDay[other]! < s.outDay[seat]!) behind++;
      }
      out[seat] = (behind - ahead) / (n - 1);
      continue;
    }
    // The seats left share the places above those out: from all of it for all the wealth, to the last of them for none.
    const share = total > 0 ? out[seat]! / total : 1 / left;
    const floor = (n - left - (left - 1)) / (n - 1);
    out[seat] = floor + (1 - floor) * (left === 1 ? 1 : share ** (Math.log(0.5) / Math.log(1 / left)));
  }
}
