/**
 * What one seat sees, as numbers for a learner: the board turned so that its home is north-west, the others as +1, +2, +3
 * clockwise. Public facts only. Most values are zero most of the time, which is what makes a sparse first layer cheap,
 * so anything that starts out full (decks, stock, hidden squares) is told by what is gone from it.
 *
 * The order of the pieces is a promise to trained policies. Each group of pieces is in a file of its own, observe-*.ts.
 */
import { observationOf } from '../../env/kit/pieces.js';
import { boardPieces, sitePieces, writeBoard } from './observe-board.js';
import { cardPieces, writeCards } from './observe-cards.js';
import { decisionPieces, writeDecision } from './observe-decision.js';
import { deckPieces, writeDecks } from './observe-decks.js';
import { knightPieces, writeKnights } from './observe-knights.js';
import { Reading } from './observe-reading.js';
import { rivalPieces, writeRivals } from './observe-rivals.js';
import { roundPieces, writeRound } from './observe-round.js';
import { seatPieces, writeSeats } from './observe-seats.js';
import type { Position } from './state.js';

const pieces = {
  ...boardPieces,
  ...roundPieces,
  ...sitePieces,
  ...deckPieces,
  ...seatPieces,
  ...knightPieces,
  ...decisionPieces,
};
/** Used anew for each observation. */
const seen = new Reading();

export const sight = observationOf<Position>()((piece) => [
  piece.group(pieces, (starts) => {
    const board = writeBoard(starts);
    const round = writeRound(starts);
    const decks = writeDecks(starts);
    const seats = writeSeats(starts);
    const knights = writeKnights(starts);
    const decision = writeDecision(starts);
    return (s, seat, out, offset) => {
      seen.read(s);
      // It adds up what each seat harvests, which the seats' pieces tell.
      board(s, seen, seat, out, offset);
      round(s, seat, out, offset);
      decks(s, out, offset);
      seats(s, seen, seat, out, offset);
      knights(s, seen, seat, out, offset);
      if (s.prompt >= 0) decision(s, seen, seat, out, offset);
    };
  }),
  piece.group(rivalPieces, writeRivals),
  piece.group(cardPieces, writeCards),
]);
