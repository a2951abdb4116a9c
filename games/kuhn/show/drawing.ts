/** Kuhn poker as a picture. */
import { pokerDrawing } from '../../poker-drawing.js';
import type { Position } from '../position.js';
import { deckOf, saidBy } from './showing.js';

export const drawing = pokerDrawing<Position>({
  cardName: (s, card) => deckOf(s)[card]!,
  paid: (s, seat) => (s.hasBet(seat) ? 2 : 1),
  said: saidBy,
});
