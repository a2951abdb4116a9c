/** Leduc poker as a picture. */
import { pokerDrawing } from '../../poker-drawing.js';
import type { Position } from '../position.js';
import { cardName, saidIn } from './showing.js';

export const drawing = pokerDrawing<Position>({
  cardName: (_, card) => cardName(card),
  paid: (s, seat) => s.paid[seat]!,
  said: (s, seat) => [0, 1].flatMap((round) => saidIn(s, round).filter((_, at) => (at & 1) === seat)),
  table: (s) => s.table,
});
