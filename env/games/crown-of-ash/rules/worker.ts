/** What a minion does on a gather space or the build space, for agents and the AI alike. */
import { CITADEL_FIGHTERS, FIGHTERS, REGION_FIGHTERS, STARTING_TILES } from '../data.js';
import * as S from '../state.js';
import { AT, type Chance, IN_GRAVE, IN_HAND, NONE, type Position } from '../state.js';
import * as L from './landmarks.js';
import { gainTile, isAi, move, moveAll, refillMarket } from './pieces.js';

/** A seat gathers in a region with a structure and a vacant space. */
export function gatherIn(s: Position, seat: number, region: number, chance: Chance): void {
  const tile = s.tile[region]!;
  const owner = s.owner[region]!;
  s.gather[region]!++;
  L.reached(L.L_GATHERED + tile);
  gainTile(s, seat, tile, false);
  if (owner !== seat && owner !== NONE) gainTile(s, owner, tile, true);
  if (tile === s.tables.crypt) resurrect(s, seat, chance);
  if (owner === seat) amend(s, seat, region);
}

/** A seat puts the market tile at `place` on a region that is its own or nobody's; paying is the caller's. */
export function buildIn(s: Position, seat: number, place: number, region: number, chance: Chance): void {
  const tile = s.market[place]!;
  s.owner[region] = seat;
  if (s.tile[region] !== NONE) s.covered[region]!++;
  s.tile[region] = tile;
  L.reached(L.L_BUILT + tile - STARTING_TILES);
  refillMarket(s, place, chance);
  gainTile(s, seat, tile, false);
  if (tile === s.tables.crypt) resurrect(s, seat, chance);
  amend(s, seat, region);
}

/** An agent is asked; the AI brings back its fighter of highest attack, drawn among equals. */
function resurrect(s: Position, seat: number, chance: Chance): void {
  if (!isAi(s, seat)) {
    s.queue(S.TASK_RESURRECT, seat, 0);
    return;
  }
  const { attack } = s.tables;
  let best = 0;
  let equal = 0;
  for (let f = 0; f < FIGHTERS; f++) {
    if (s.loc[f] !== IN_GRAVE + seat || attack[f]! < best) continue;
    equal = attack[f] === best ? equal + 1 : 1;
    best = attack[f]!;
  }
  // Drawn even where there is no choice, so that the luck that follows does not depend on it.
  let pick = chance.draw(S.S_AI_RESURRECT, Math.max(1, equal));
  if (equal === 0) return;
  L.reached(L.L_RESURRECTED);
  for (let f = 0; f < FIGHTERS; f++)
    if (s.loc[f] === IN_GRAVE + seat && attack[f] === best && pick-- === 0) {
      move(s, f, IN_HAND + seat);
      return;
    }
}

/** An agent is asked; the AI places its strongest fighters. */
function amend(s: Position, seat: number, region: number): void {
  if (!isAi(s, seat)) {
    s.queue(S.TASK_PLACE, seat, region);
    return;
  }
  moveAll(s, AT + region, IN_HAND + seat);
  sendStrongest(s, seat, REGION_FIGHTERS, AT + region);
}

const hand = new Uint8Array(FIGHTERS);
const chosen = new Uint8Array(CITADEL_FIGHTERS);
const best = new Uint8Array(CITADEL_FIGHTERS);

/**
 * Moves the strongest set of at most `most` fighters of a hand to a place: the highest sum with its bonus, among equals
 * the set whose ids come first in the order of a dictionary.
 * @returns how many were moved
 */
export function sendStrongest(s: Position, seat: number, most: number, place: number): number {
  const { attack, kind, numbers } = s.tables;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) if (s.loc[f] === IN_HAND + seat) hand[n++] = f;
  let bestValue = -1;
  let bestSize = 0;
  // Sets are visited in dictionary order, so a later one must be better, not equal.
  const visit = (from: number, size: number, sum: number, kinds: number, same: number): void => {
    for (let i = from; i < n; i++) {
      const f = hand[i]!;
      chosen[size] = f;
      const shift = 3 * kind[f]!;
      const nowKinds = kinds + (1 << shift);
      const nowSame = Math.max(same, (nowKinds >> shift) & 7);
      const nowSum = sum + attack[f]!;
      const value = nowSum + (nowSame > 2 ? numbers.tripleBonus : nowSame === 2 ? numbers.pairBonus : 0);
      if (value > bestValue) {
        bestValue = value;
        bestSize = size + 1;
        best.set(chosen);
      }
      if (size + 1 < most) visit(i + 1, size + 1, nowSum, nowKinds, nowSame);
    }
  };
  visit(0, 0, 0, 0, 0);
  for (let i = 0; i < bestSize; i++) move(s, best[i]!, place);
  return bestSize;
}
