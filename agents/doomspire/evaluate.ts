/**
 * Judges an unfinished position: what each seat may expect. A softmax over the seats of a weighted sum of what can be seen
 * on the table; the weights were fitted to who became King in games of the bot mixed (bench/fit-evaluation.ts).
 */
import { KIND_YIELD } from '../../env/games/doomspire/data.js';
import {
  ABSENT,
  MARKET,
  MOVER,
  P_STACK,
  PHASE,
  type Position,
  STACKS_LEFT,
  TOKEN,
} from '../../env/games/doomspire/state.js';
import fitted from './evaluation.json' with { type: 'json' };
import { defaultWeights } from './plans.js';
import { Reading } from './reading.js';

/** What a seat's standing is made of, in the order of the weights. */
export const evaluationFeatures = [
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
export const FEATURES = evaluationFeatures.length;

const weights = Float64Array.from(evaluationFeatures, (name) => (fitted.weights as Record<string, number>)[name] ?? 0);
const scratch = new Float64Array(FEATURES);
const income = new Float64Array(4);
const scores = new Float64Array(4);
const reading = new Reading();

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
  const { g } = s;
  const order = (seat - g[TOKEN]!) & 3;
  if (g[PHASE] === 0) return order;
  const next = (seat - g[TOKEN]! - 1) & 3;
  if (g[PHASE] !== 1 || g[MOVER]! < 0) return next;
  const now = (g[MOVER]! - g[TOKEN]!) & 3;
  return order >= now ? order - now : 4 - now + next;
}

/** Writes the features of a seat; `readAll` comes first. */
function features(s: Position, seat: number, out: Float64Array): void {
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
  let w = 0;
  out[w++] = ready;
  out[w++] = fame;
  out[w++] = Math.min(1.2, gold / n.goldThreshold);
  out[w++] = land;
  out[w++] = best;
  out[w++] = fame + rich + land - best;
  out[w++] = Math.min(goods, 20) / 10;
  out[w++] = Math.min(income[seat]!, 16) / 10;
  out[w++] = s.flags[seat]! / 10;
  out[w++] = reading.knights(seat) - 1;
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

/** Features of all seats, for fitting: `[seat * FEATURES + feature]`. */
export function evaluationInputs(s: Position, out: Float64Array): void {
  readAll(s);
  for (let seat = 0; seat < 4; seat++) {
    features(s, seat, scratch);
    out.set(scratch, seat * FEATURES);
  }
}

/** Chance of each seat to become King. */
export function kingChances(s: Position, out: Float64Array): void {
  if (s.prompt === P_STACK && s.g[STACKS_LEFT] === 1) {
    // The third stack is being taken.
    for (let seat = 0; seat < 4; seat++) out[seat] = seat === s.actor ? 1 : 0;
    reading.stars.fill(0);
    return;
  }
  readAll(s);
  let sum = 0;
  for (let seat = 0; seat < 4; seat++) {
    features(s, seat, scratch);
    let score = 0;
    for (let i = 0; i < FEATURES; i++) score += weights[i]! * scratch[i]!;
    scores[seat] = s.concededOrder[seat] === 0 ? Math.exp(score) : 0;
    sum += scores[seat]!;
  }
  for (let seat = 0; seat < 4; seat++) out[seat] = scores[seat]! / sum;
}

/** The expected return of each seat (-1..1): mostly the chance to be King, a little the titles behind it. */
export function evaluate(s: Position, out: Float64Array): void {
  kingChances(s, out);
  for (let seat = 0; seat < 4; seat++) {
    let ahead = 0;
    for (let p = 0; p < 4; p++)
      if (
        p !== seat &&
        (s.flags[p]! > s.flags[seat]! || (s.flags[p] === s.flags[seat] && reading.stars[p]! > reading.stars[seat]!))
      )
        ahead++;
    // Losers: the most tiles is Hand of the King (1/3), the rest shares Coin and Jester.
    const title = ahead === 0 ? 0.2 : ahead === 1 ? -0.2 : ahead === 2 ? -0.55 : -0.7;
    const king = out[seat]!;
    out[seat] = (0.8 * (4 * king - 1)) / 3 + 0.2 * (king + (1 - king) * title);
  }
}
