/** Redraws what the seat cannot know: the order of decks and tokens, and the reputation cards nobody has seen. */

import type { Position, Rng } from '../state.js';
import * as S from '../state.js';

/** Shuffles `n` cards from `at`. */
function shuffle(cards: Uint8Array, at: number, n: number, rng: Rng): void {
  for (let i = n - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    const card = cards[at + i]!;
    cards[at + i] = cards[at + j]!;
    cards[at + j] = card;
  }
}

const places = new Uint8Array(16);

/** Shuffles the cards in `n` listed places of an array among themselves. */
function shufflePlaces(cards: Uint8Array, n: number, rng: Rng): void {
  for (let i = n - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    const a = places[i]!;
    const b = places[j]!;
    const card = cards[a]!;
    cards[a] = cards[b]!;
    cards[b] = card;
  }
}

/** See the head of the file. */
export function resample(s: Position, rng: Rng): void {
  const { g } = s;
  shuffle(s.buildingDeck, 0, g[S.BUILDING_DECK]!, rng);
  shuffle(s.crewDeck, 0, g[S.CREW_DECK]!, rng);
  // The open token is the last one left.
  shuffle(s.tokens, 0, Math.max(0, g[S.TOKENS_LEFT]! - 1), rng);
  // Events were dealt to two piles: any hidden one may lie in either.
  let n = 0;
  for (let pile = 0; pile < 2; pile++)
    for (let i = 0; i < g[S.EVENTS_LEFT + pile]! - 1; i++) places[n++] = pile * S.EVENT_PILE + i;
  shufflePlaces(s.events, n, rng);
  n = 0;
  for (let pile = 0; pile < 2; pile++)
    for (let i = 1; i < S.REPUTATION_PILE - g[S.UNDER + pile]!; i++) places[n++] = pile * S.REPUTATION_PILE + i;
  shufflePlaces(s.reputation, n, rng);
}
