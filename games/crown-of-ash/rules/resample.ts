/**
 * Redraws what a seat cannot know, uniformly among what agrees with all it has seen: decks, fate cards, and what the other
 * side has laid face down. Combat hands follow from what was played in the open since they came back (decision 23).
 */

import { shuffle } from '../../../env/chance.js';
import { FATES, FIGHTERS } from '../data.js';
import { cardsOf } from '../names.js';
import * as S from '../state.js';
import { COMMITTED, IN_HAND, type Position, type Rng } from '../state.js';
import { asking } from './engine.js';
import { move } from './pieces.js';
import { sentHidden } from './secrets.js';

/** @param viewer a player's seat; null: only what no player knows */
export function resample(s: Position, viewer: number | null, rng: Rng): void {
  const secret = (seat: number) => seat !== viewer && (viewer !== null || seat === s.ai);
  for (let tier = 0; tier < 3; tier++) shuffle(s.decks, rng, tier * S.DECK, s.deckSize[tier]!);
  const tiles = s.stackSize;
  // The first stack has tier II below.
  if (s.mixed) shuffle(s.stack, rng, 0, tiles);
  else {
    shuffle(s.stack, rng, 0, Math.min(S.TIER_II, tiles));
    shuffle(s.stack, rng, S.TIER_II, tiles - S.TIER_II);
  }
  shuffle(s.actionDeck, rng, 0, s.actionsLeft);
  // At the end they lie open.
  if (viewer !== null && !s.over) redrawFates(s, viewer, rng);
  if (secret(s.attacker)) redrawLaid(s, s.attacker, 'cardA', rng);
  if (secret(s.defender)) redrawLaid(s, s.defender, 'cardD', rng);
  if (s.ai >= 0) shuffle(s.combatDeck, rng, 0, s.combatLeft);
  if (viewer !== null && s.sent > 0 && sentHidden(s, viewer)) redrawSent(s, rng);
  if (s.prompt >= 0 && s.actor !== viewer) {
    s.legalActions.fill(0, 0, s.count);
    asking.list(s);
  }
}

function redrawFates(s: Position, viewer: number, rng: Rng): void {
  const cards = Array.from({ length: FATES }, (_, card) => card).filter((card) => card !== s.fate[viewer]);
  shuffle(cards, rng);
  for (let seat = 0; seat < s.players; seat++) if (seat !== viewer) s.fate[seat] = cards.pop()!;
}

/** Which card a seat has laid face down: any that it has not played since its hand came back. */
function redrawLaid(s: Position, seat: number, laid: 'cardA' | 'cardD', rng: Rng): void {
  if (s[laid] < 0) return;
  const hand = s.cards[seat]! | (1 << s[laid]);
  const cards = cardsOf(hand);
  s[laid] = cards[rng.int(cards.length)]!;
  s.cards[seat] = hand & ~(1 << s[laid]);
}

/** Which fighters of the attacker's are in the battle: their number is known. */
function redrawSent(s: Position, rng: Rng): void {
  const inHand = IN_HAND + s.attacker;
  const hand: number[] = [];
  for (let f = 0; f < FIGHTERS; f++) {
    if (s.loc[f] === COMMITTED) move(s, f, inHand);
    if (s.loc[f] === inHand) hand.push(f);
  }
  shuffle(hand, rng);
  const sent = hand.slice(0, s.sent);
  for (const fighter of sent) move(s, fighter, COMMITTED);
  if (s.last >= 0) s.last = Math.max(...sent);
}
