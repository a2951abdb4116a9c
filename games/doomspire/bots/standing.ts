/**
 * How each seat stands: what can be seen on the table of its ways to win. Policies that are advised by a bot read these
 * numbers (agents/policy/advice.ts), and so does the evaluation.
 */
import { KIND_YIELD } from '../data.js';
import { knightCount } from '../read.js';
import { ABSENT, MARKET, type Position } from '../state.js';
import { defaultWeights } from './plans.js';
import { Reading } from './reading.js';

/** What a seat's standing is made of, in this order. */
export const standingFeatures = [
  'ready',
  'fame',
  'gold',
  'stars',
  'best',
  'second best',
  'goods',
  'income',
  'tiles',
  'knights',
  'market',
  'might',
  'near and ready',
  'second near and ready',
  'near, one left',
  'near, two left',
  'second near, two left',
  'one visit, one left',
  'one visit, one left, soon',
  'two visits, two left',
  'two visits, two left, soon',
  'one visit, two left',
  'soon and ready',
] as const;
export const STANDING: number = standingFeatures.length;

const income = new Float64Array(4);
/** Reading of the position whose standings were written last. */
export const reading = new Reading();

/** Reads what all seats have. */
function readAll(s: Position): void {
  reading.read(s, Math.max(0, s.actor), defaultWeights);
  income.fill(0);
  for (let t = 0; t < 64; t++) {
    const seat = s.owner[t]! - 1;
    if (seat < 0 || seat > 3) continue;
    const k = s.kind[t]! * 4;
    income[seat]! += KIND_YIELD[k]! + KIND_YIELD[k + 1]! + KIND_YIELD[k + 2]! + 2 * KIND_YIELD[k + 3]!;
  }
}

/** Movement turns of others before the next one of a seat (0: its own is under way), 0-7. */
function wait(s: Position, seat: number): number {
  const order = (seat - s.firstPlayer) & 3;
  if (s.phase === 0) return order;
  const next = (seat - s.firstPlayer - 1) & 3;
  if (s.phase !== 1 || s.mover < 0) return next;
  const now = (s.mover - s.firstPlayer) & 3;
  return order >= now ? order - now : 4 - now + next;
}

/** Writes the standing of a seat from `w` on; `readAll` comes first. */
function standing(s: Position, seat: number, out: Float32Array, w: number): void {
  const n = s.tables.numbers;
  const i = seat * 4;
  const gold = s.resources[i + 3]!;
  const goods = s.resources[i]! + s.resources[i + 1]! + s.resources[i + 2]!;
  const market = s.buildings[seat]! & MARKET ? 1 : 0;
  const fame = Math.min(1, s.fame[seat]! / n.fameThreshold);
  const rich = Math.min(1, (gold + (market ? 0.4 : 0.15) * Math.min(goods, 20)) / n.goldThreshold);
  const land = Math.min(1, reading.stars[seat]! / n.starredThreshold);
  const ready = reading.ready[seat]!;
  const best = Math.max(fame, rich, land);
  let near = 0;
  let second = 0;
  for (let k = seat * 3; k < seat * 3 + 3; k++) {
    const t = s.knightTile[k]!;
    if (t === ABSENT) continue;
    const close = Math.max(0, 7 - Math.min(reading.toSpire(t), reading.toSpireByBoat(k) + 2)) / 7;
    if (close > near) {
      second = near;
      near = close;
    } else if (close > second) second = close;
  }
  const left = reading.stacksLeft;
  const one = ready && left <= 2 ? reading.reaches(seat, 1) : 0;
  const two = ready && left === 2 ? reading.reaches(seat, 2) : 0;
  const soon = 1 / (1 + wait(s, seat));
  out[w++] = ready;
  out[w++] = fame;
  out[w++] = Math.min(1.2, gold / n.goldThreshold);
  out[w++] = land;
  out[w++] = best;
  out[w++] = fame + rich + land - best;
  out[w++] = Math.min(goods, 20) / 10;
  out[w++] = Math.min(income[seat]!, 16) / 10;
  out[w++] = s.flags[seat]! / 10;
  out[w++] = knightCount(s, seat) - 1;
  out[w++] = market;
  out[w++] = Math.min(s.might[seat]!, 6) / 6;
  out[w++] = near * ready;
  out[w++] = second * ready;
  out[w++] = left === 1 ? near * ready : 0;
  out[w++] = left === 2 ? near * ready : 0;
  out[w++] = left === 2 ? second * ready : 0;
  out[w++] = left === 1 ? one : 0;
  out[w++] = left === 1 ? one * soon : 0;
  out[w++] = left === 2 ? two : 0;
  out[w++] = left === 2 ? two * soon : 0;
  out[w++] = left === 2 ? one : 0;
  out[w++] = ready * soon;
}

/** Writes the standings of all seats: that of seat 0 from `at` on, the others `stride` further each. */
export function writeStandings(s: Position, out: Float32Array, at: number, stride: number): void {
  readAll(s);
  for (let seat = 0; seat < 4; seat++) standing(s, seat, out, at + seat * stride);
}
