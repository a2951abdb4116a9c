/** What a seat of Leduc poker sees: its card, the card on the table, and everything that was said. */
import type { ObservationPiece } from '../../game.js';
import { rankOf } from './rules.js';
import * as S from './state.js';

export const observation: readonly ObservationPiece[] = [
  { name: 'card', shape: [S.RANKS], about: 'My card, 1 at its rank: jack, queen, king.' },
  { name: 'table', shape: [S.RANKS], about: 'The card on the table, 1 at its rank; zeros in the first round.' },
  { name: 'position', shape: [S.SEATS], about: 'Where I sit, 1 at my place in the order of play.' },
  { name: 'paid', shape: [S.SEATS], about: 'Chips put in, me first, as a share of the 13 that one can put in.' },
  {
    name: 'said',
    shape: [S.ROUNDS, S.MAX_SAID, S.ACTIONS],
    about: 'Each round, what was said in order: fold, call or check, raise. The first to act speaks first and third.',
  },
];

const TABLE = S.RANKS;
const POSITION = TABLE + S.RANKS;
const CHIPS = POSITION + S.SEATS;
const SPOKEN = CHIPS + S.SEATS;
const OBSERVED = SPOKEN + S.ROUNDS * S.MAX_SAID * S.ACTIONS;
const MOST_CHIPS = 13;

export function observe(cells: Int16Array, seat: number, out: Float32Array, offset: number): void {
  out.fill(0, offset, offset + OBSERVED);
  out[offset + rankOf(cells[S.CARDS + seat]!)] = 1;
  if (cells[S.PUBLIC]! >= 0) out[offset + TABLE + rankOf(cells[S.PUBLIC]!)] = 1;
  out[offset + POSITION + seat] = 1;
  out[offset + CHIPS] = cells[S.PAID + seat]! / MOST_CHIPS;
  out[offset + CHIPS + 1] = cells[S.PAID + 1 - seat]! / MOST_CHIPS;
  for (let at = 0; at < S.ROUNDS * S.MAX_SAID; at++) {
    const action = cells[S.WORDS + at]!;
    if (action >= 0) out[offset + SPOKEN + at * S.ACTIONS + action] = 1;
  }
}
