/** What a seat of Kuhn poker sees: its card, where it sits, and everything that was said. */
import type { ObservationPiece } from '../../game.js';
import { BETTOR, CARDS, MAX_SEATS, MIN_SEATS, PLAYERS, SAID, WORDS } from './state.js';

const RANKS = MAX_SEATS + 1;

export const observation: readonly ObservationPiece[] = [
  { name: 'card', shape: [RANKS], about: 'My card, 1 at its rank counted from the lowest.' },
  { name: 'position', shape: [MAX_SEATS], about: 'Where I sit, 1 at my place in the order of play.' },
  { name: 'players', shape: [MAX_SEATS - MIN_SEATS + 1], about: '1 at the number of players, from two on.' },
  {
    name: 'said',
    shape: [MAX_SEATS, 4],
    about: 'What each seat has said, me first then in turn order: passed, bet, folded, called.',
  },
];

const POSITION = RANKS;
const SEATS = POSITION + MAX_SEATS;
const SPOKEN = SEATS + MAX_SEATS - MIN_SEATS + 1;
const OBSERVED = SPOKEN + 4 * MAX_SEATS;

export function observe(cells: Int16Array, seat: number, out: Float32Array, offset: number): void {
  out.fill(0, offset, offset + OBSERVED);
  const players = cells[PLAYERS]!;
  out[offset + cells[CARDS + seat]!] = 1;
  out[offset + POSITION + seat] = 1;
  out[offset + SEATS + players - MIN_SEATS] = 1;
  const bettor = cells[BETTOR]!;
  for (let at = 0; at < cells[SAID]!; at++) {
    const from = (at - seat + players) % players;
    const answers = bettor >= 0 && at > bettor ? 2 : 0;
    out[offset + SPOKEN + 4 * from + answers + cells[WORDS + at]!] = 1;
  }
}
