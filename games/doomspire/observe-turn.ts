/** Choices already made on the way to the pending decision: of the turn, of a trade. */
import { TO_RELATIVE } from './geometry.js';
import { rowOf, type Starts } from './observe-row.js';
import { after } from './read.js';
import * as S from './state.js';
import { OP, P, PAIR_FIRST, PAIR_SECOND, type Position } from './state.js';

const [TURN, TURN_SIZE] = rowOf({
  die: 3,
  unit: 5,
  zone: 4,
  passenger: 3,
  operation: 2,
  handler: 3,
  offered: 1,
  power: 1,
  blacksmith: 1,
  fletcher: 1,
  goal: 2,
});
const [TRADE, TRADE_SIZE] = rowOf({ partner: 4, give: 4, want: 4, handed: 4, window: 4, owed: 1, hand: 1 });

export const turnPieces = {
  'turn so far': [
    [TURN_SIZE],
    'Die being spent 1, 2, 3; unit chosen (knights 0-2, boats 0-1); zone the boat goes to (4); passenger (3); item operation (pick up, drop) and its knight (2 + 3); offer made; harvest power left / 6; blacksmith used; fletcher used; goal of the knight that passes: row / 7, column / 7.',
  ],
  trade: [
    [TRADE_SIZE],
    'Partner (relative seat, one-hot); resource given; resource wanted; resources handed to the trader, in halves (4); given and received in this exchange window, the latter as -1 (4); resources still to choose / 2; Hand of the King is decided.',
  ],
} as const;

/** Index of the frame of the walk that a knight may block, in `frames`; -1 where there is none. */
export function walkAsked(s: Position): number {
  if (s.prompt !== P.BLOCK || s.depth === 0) return -1;
  const top = s.top();
  return s.frames[top] === OP.walk ? top : -1;
}

export const writeTurn =
  ({ 'turn so far': TURNS, trade: TRADES }: Starts<typeof turnPieces>) =>
  (s: Position, seat: number, out: Float32Array, offset: number): void => {
    const at = offset + TURNS;
    if (s.die > 0) out[at + TURN.die + s.die - 1] = 1;
    if (s.unit >= 0) out[at + TURN.unit + s.unit] = 1;
    if (s.boatTarget >= 0) out[at + TURN.zone + after(seat, s.boatTarget)] = 1;
    if (s.passenger >= 0) out[at + TURN.passenger + (s.passenger % 3)] = 1;
    const operation = s.itemOperation;
    if (operation >= 0) {
      out[at + TURN.operation + (operation < 3 ? 0 : 1)] = 1;
      out[at + TURN.handler + (operation % 3)] = 1;
    }
    if (s.offered) out[at + TURN.offered] = 1;
    out[at + TURN.power] = s.power / 6;
    out[at + TURN.blacksmith] = s.used & 1;
    out[at + TURN.fletcher] = (s.used >> 1) & 1;
    const walk = walkAsked(s);
    const goal = walk >= 0 ? s.frames[walk + S.FRAME - 1]! : -1;
    if (goal >= 0) {
      const r = TO_RELATIVE[seat * 64 + goal]!;
      out[at + TURN.goal] = (r >> 3) / 7;
      out[at + TURN.goal + 1] = (r & 7) / 7;
    }
    const trade = offset + TRADES;
    if (s.partner >= 0) out[trade + TRADE.partner + after(seat, s.partner)] = 1;
    if (s.give >= 0) out[trade + TRADE.give + s.give] = 1;
    if (s.want >= 0) out[trade + TRADE.want + s.want] = 1;
    const exchange = s.exchange;
    if (exchange >= 10) out[trade + TRADE.handed + exchange - 10] = 0.5;
    else if (exchange >= 0) {
      out[trade + TRADE.handed + PAIR_FIRST[exchange]!]! += 0.5;
      out[trade + TRADE.handed + PAIR_SECOND[exchange]!]! += 0.5;
    }
    for (let i = 0; i < 4; i++) {
      if ((s.given >> i) & 1) out[trade + TRADE.window + i] = 1;
      else if ((s.received >> i) & 1) out[trade + TRADE.window + i] = -1;
    }
    out[trade + TRADE.owed] = s.rewardOwed / 2;
    if (s.hand >= 0) out[trade + TRADE.hand] = 1;
  };
