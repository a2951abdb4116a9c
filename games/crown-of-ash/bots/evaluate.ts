/** Evaluates an unfinished position for a search: expected standings if the rest goes as usual. */
import { FIGHTERS, FIRST_RAISABLE, MINIONS, ROUNDS } from '../data.js';
import { ownerOf } from '../rules/ending.js';
import { regionVp } from '../rules/pieces.js';
import { KING, NONE, type Position } from '../state.js';

/** Points by which a lead counts as e times likelier to hold; a lead of one round's tiles. */
const SPREAD = 9;
/** Share of what a seat holds that it still holds one round later: regions, the Citadel. */
const KEEPS = 0.75;
const KEEPS_CITADEL = 0.5;

/** Points that each seat may expect at the end. @param out written; length of the seats at least */
export function expectedPoints(s: Position, out: Float64Array): void {
  const { seats } = s;
  const t = s.tables;
  const now = s.round - 1;
  const left = ROUNDS - now;
  const ai = s.ai;
  for (let seat = 0; seat < seats; seat++) {
    out[seat] = s.vp[seat]!;
    if (seat === ai) {
      // About one point and a half for each of its turns besides what it holds.
      out[seat]! += 1.5 * (s.minions[seat]! + MINIONS * (left - 1));
      continue;
    }
    const goods =
      s.resources[seat * 4]! + s.resources[seat * 4 + 1]! + s.resources[seat * 4 + 2]! + s.resources[seat * 4 + 3]!;
    out[seat]! += goods * (left > 1 ? 0.5 : 0.33) + s.gold[seat]! * (left > 1 ? 0.8 : 0.5);
  }
  for (let r = 0; r < 6; r++) {
    const owner = s.owner[r]!;
    if (owner === NONE) continue;
    const worth = regionVp(s, r);
    let held = 1;
    for (let round = now; round < ROUNDS; round++, held *= KEEPS) out[owner]! += worth * held;
  }
  const holder = s.holder;
  if (holder !== KING) {
    let held = 1;
    for (let round = now; round < ROUNDS; round++, held *= KEEPS_CITADEL)
      out[holder]! += t.components.citadelVp[round]! * held;
  }
  for (let f = 0; f < FIGHTERS; f++) {
    const owner = ownerOf(s, f);
    if (owner < 0) continue;
    out[owner]! += t.attack[f]! * 0.45 * (left - 1 + s.minions[owner]! / MINIONS);
    if (f >= FIRST_RAISABLE && owner !== ai) out[owner]! += t.fate[s.fate[owner]! * 4 + t.kind[f]!]! * t.tier[f]!;
  }
}

/** Expected rewards of the players, by the chance of each seat to be first: -1 to 1. */
export function evaluate(s: Position, out: Float64Array): void {
  const { seats } = s;
  const points = new Float64Array(seats);
  expectedPoints(s, points);
  let best = -Infinity;
  for (let seat = 0; seat < seats; seat++) best = Math.max(best, points[seat]!);
  const spread = SPREAD * (0.4 + 0.25 * (ROUNDS - s.round));
  let sum = 0;
  for (let seat = 0; seat < seats; seat++) sum += points[seat] = Math.exp((points[seat]! - best) / spread);
  for (let seat = 0; seat < s.players; seat++) out[seat] = (seats * (points[seat]! / sum) - 1) / (seats - 1);
}
