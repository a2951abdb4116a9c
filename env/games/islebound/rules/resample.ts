/** Redraws what the seat cannot know: the order of decks and tokens, and the reputation cards nobody has seen. */

import { type Rng, shuffle } from '../../../chance.js';
import type { Position } from '../state.js';
import * as S from '../state.js';

/** Shuffles the cards in the first `n` listed places of an array among themselves. */
function shufflePlaces(cards: Uint8Array, places: Uint8Array, n: number, rng: Rng): void {
  const taken = new Uint8Array(n);
  for (let i = 0; i < n; i++) taken[i] = cards[places[i]!]!;
  shuffle(taken, rng);
  for (let i = 0; i < n; i++) cards[places[i]!] = taken[i]!;
}

/** See the head of the file. */
export function resample(s: Position, rng: Rng): void {
  const { g } = s;
  shuffle(s.buildingDeck, rng, 0, g[S.BUILDING_DECK]!);
  shuffle(s.crewDeck, rng, 0, g[S.CREW_DECK]!);
  // The open token is the last one left.
  shuffle(s.tokens, rng, 0, Math.max(0, g[S.TOKENS_LEFT]! - 1));
  // Events were dealt to two piles: any hidden one may lie in either.
  const places = new Uint8Array(16);
  let n = 0;
  for (let pile = 0; pile < 2; pile++)
    for (let i = 0; i < g[S.EVENTS_LEFT + pile]! - 1; i++) places[n++] = pile * S.EVENT_PILE + i;
  shufflePlaces(s.events, places, n, rng);
  n = 0;
  for (let pile = 0; pile < 2; pile++)
    for (let i = 1; i < S.REPUTATION_PILE - g[S.UNDER + pile]!; i++) places[n++] = pile * S.REPUTATION_PILE + i;
  shufflePlaces(s.reputation, places, n, rng);
}
