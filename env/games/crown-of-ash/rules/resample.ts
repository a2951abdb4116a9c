/**
 * Redraws what a seat cannot know, uniformly among what agrees with all it has seen: decks, fate cards, and what the other
 * side has laid face down. Combat hands follow from what was played in the open since they came back (decision 23).
 */
import { CARDS, FATES, FIGHTERS } from '../data.js';
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
  for (let tier = 0; tier < 3; tier++) shuffle(s.decks, tier * S.DECK, s.deckSize[tier]!, rng);
  const tiles = s.stackSize;
  // The first stack has tier II below, eight tiles of it.
  if (s.mixed) shuffle(s.stack, 0, tiles, rng);
  else {
    shuffle(s.stack, 0, Math.min(8, tiles), rng);
    if (tiles > 8) shuffle(s.stack, 8, tiles - 8, rng);
  }
  shuffle(s.actionDeck, 0, s.actionsLeft, rng);
  // At the end they lie open.
  if (!s.over) redrawFates(s, viewer, rng);
  if (s.attacker !== viewer) redrawLaid(s, s.attacker, 'cardA', rng);
  if (s.defender !== viewer) redrawLaid(s, s.defender, 'cardD', rng);
  if (s.ai >= 0) shuffle(s.combatDeck, 0, s.combatLeft, rng);
  if (s.sent > 0 && s.attacker !== viewer && !isAi(s, s.attacker)) redrawSent(s, rng);
  if (s.prompt >= 0 && s.actor !== viewer) {
    s.legalActions.fill(0, 0, s.count);
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

/** Which card a seat has laid face down: any that it has not played since its hand came back. */
function redrawLaid(s: Position, seat: number, laid: 'cardA' | 'cardD', rng: Rng): void {
  if (s[laid] < 0) return;
  let hand = s.cards[seat]! | (1 << s[laid]);
  let n = 0;
  for (let card = 0; card < CARDS; card++) if ((hand >> card) & 1) cards[n++] = card;
  s[laid] = cards[rng.int(n)]!;
  hand &= ~(1 << s[laid]);
  s.cards[seat] = hand;
}

/** Which fighters of the attacker's are in the battle: their number is known. */
function redrawSent(s: Position, rng: Rng): void {
  const attacker = s.attacker;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) {
    if (s.loc[f] === COMMITTED) move(s, f, IN_HAND + attacker);
    if (s.loc[f] === IN_HAND + attacker) hand[n++] = f;
  }
  shuffle(hand, 0, n, rng);
  let last = -1;
  for (let i = 0; i < s.sent; i++) {
    move(s, hand[i]!, COMMITTED);
    last = Math.max(last, hand[i]!);
  }
  if (s.last >= 0) s.last = last;
}
