/** Redraws what the seat cannot know: the order of decks and tokens, and the reputation cards nobody has seen. */
import { type Rng, shuffle } from '../../../env/chance.js';
import { EVENT_PILE, type Position, REPUTATION_PILE } from '../state.js';

/** Shuffles two runs of cards among themselves: `n` from `from` on, and `m` from `after` on. */
function shuffleRuns(cards: Uint8Array, from: number, n: number, after: number, m: number, rng: Rng): void {
  for (let i = n + m - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    const at = i < n ? from + i : after + i - n;
    const to = j < n ? from + j : after + j - n;
    const card = cards[at]!;
    cards[at] = cards[to]!;
    cards[to] = card;
  }
}

/** Redraws what the seat cannot know: the order of decks and tokens, and the reputation cards that nobody has seen. */
export function resample(s: Position, rng: Rng): void {
  shuffle(s.buildingDeck, rng, 0, s.buildingsLeft);
  shuffle(s.crewDeck, rng, 0, s.crewLeft);
  // The open token is the last one left.
  shuffle(s.tokens, rng, 0, Math.max(0, s.tokensLeft - 1));
  // Events were dealt to two piles: any hidden one may lie in either.
  const hidden = (pile: number) => Math.max(0, s.eventsLeft[pile]! - 1);
  shuffleRuns(s.events, 0, hidden(0), EVENT_PILE, hidden(1), rng);
  const unseen = (pile: number) => REPUTATION_PILE - 1 - s.under[pile]!;
  shuffleRuns(s.reputation, 1, unseen(0), REPUTATION_PILE + 1, unseen(1), rng);
}
