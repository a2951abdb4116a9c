/**
 * Redraws what a seat cannot know, uniformly among what agrees with all that the table shows: decks, fate cards, combat
 * hands (decision 23), and what the other side has laid face down.
 */
import { FATES, FIGHTERS } from '../data.js';
import * as S from '../state.js';
import { COMMITTED, IN_HAND, type Position, type Rng } from '../state.js';
import { listActions } from './masks.js';
import { isAi, move } from './pieces.js';

function shuffle(list: Uint8Array, from: number, length: number, rng: Rng): void {
  for (let i = length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    const kept = list[from + i]!;
    list[from + i] = list[from + j]!;
    list[from + j] = kept;
  }
}

const cards = new Uint8Array(FATES);
const hand = new Uint8Array(FIGHTERS);

/** @param viewer a player's seat */
export function resample(s: Position, viewer: number, rng: Rng): void {
  const { g } = s;
  for (let tier = 0; tier < 3; tier++) shuffle(s.decks, tier * S.DECK, s.deckSize[tier]!, rng);
  const tiles = g[S.STACK]!;
  // The first stack has tier II below, eight tiles of it.
  if (g[S.MIXED] === 1) shuffle(s.stack, 0, tiles, rng);
  else {
    shuffle(s.stack, 0, Math.min(8, tiles), rng);
    if (tiles > 8) shuffle(s.stack, 8, tiles - 8, rng);
  }
  shuffle(s.actionDeck, 0, g[S.ACTION_DECK]!, rng);
  redrawFates(s, viewer, rng);
  for (let seat = 0; seat < s.seats; seat++) if (seat !== viewer) redrawCards(s, seat, rng);
  if (g[S.SENT]! > 0 && g[S.ATTACKER] !== viewer && !isAi(s, g[S.ATTACKER]!)) redrawSent(s, rng);
  if (g[S.PROMPT]! >= 0 && g[S.ACTOR] !== viewer) {
    s.legalActions.fill(0, 0, g[S.COUNT]!);
    listActions(s);
  }
}

function redrawFates(s: Position, viewer: number, rng: Rng): void {
  const { players } = s;
  const own = s.fate[viewer]!;
  let n = 0;
  for (let card = 0; card < FATES; card++) if (card !== own) cards[n++] = card;
  shuffle(cards, 0, n, rng);
  for (let seat = 0; seat < players; seat++) if (seat !== viewer) s.fate[seat] = cards[--n]!;
}

/** A seat's hand of combat cards, and which of them it has laid. */
function redrawCards(s: Position, seat: number, rng: Rng): void {
  const { g } = s;
  const laidAt = g[S.ATTACKER] === seat ? S.CARD_A : g[S.DEFENDER] === seat ? S.CARD_D : -1;
  const laid = laidAt >= 0 && g[laidAt]! >= 0 ? 1 : 0;
  let known = s.cards[seat]!;
  if (laid) known |= 1 << g[laidAt]!;
  let n = 0;
  let size = 0;
  for (let card = 0; card < 5; card++) {
    if ((known >> card) & 1) size++;
    // With the memory aid only what is laid is unknown; without it any card but the one on top of the discard.
    if (s.options.memoryAid ? (known >> card) & 1 : card !== s.top[seat]) cards[n++] = card;
  }
  shuffle(cards, 0, n, rng);
  let mask = 0;
  for (let i = 0; i < size; i++) mask |= 1 << cards[i]!;
  s.discard[seat] = 31 & ~mask;
  if (laid) {
    g[laidAt] = cards[0]!;
    mask &= ~(1 << cards[0]!);
  }
  s.cards[seat] = mask;
  if (isAi(s, seat)) {
    let at = 0;
    for (let card = 0; card < 5; card++) if ((mask >> card) & 1) s.combatDeck[at++] = card;
    shuffle(s.combatDeck, 0, at, rng);
  }
}

/** Which fighters of the attacker's are in the battle: their number is known. */
function redrawSent(s: Position, rng: Rng): void {
  const { g } = s;
  const attacker = g[S.ATTACKER]!;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) {
    if (s.loc[f] === COMMITTED) move(s, f, IN_HAND + attacker);
    if (s.loc[f] === IN_HAND + attacker) hand[n++] = f;
  }
  shuffle(hand, 0, n, rng);
  let last = -1;
  for (let i = 0; i < g[S.SENT]!; i++) {
    move(s, hand[i]!, COMMITTED);
    last = Math.max(last, hand[i]!);
  }
  if (g[S.LAST]! >= 0) g[S.LAST] = last;
}
