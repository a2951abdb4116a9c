/**
 * Redraws what a seat cannot know, uniformly among what agrees with all it has seen: decks, fate cards, and what the other
 * side has laid face down. Combat hands follow from what was played in the open since they came back (decision 23).
 */
import { chanceOf, shuffle } from '../../kit/shuffle.js';
import { FATES, FIGHTERS } from '../data.js';
import { cardsOf } from '../names.js';
import * as S from '../state.js';
import { COMMITTED, IN_HAND, type Position, type Rng } from '../state.js';
import { asking } from './engine.js';
import { move } from './pieces.js';
import { sentHidden } from './secrets.js';

type Luck = ReturnType<typeof chanceOf>;

/** @param viewer a player's seat */
export function resample(s: Position, viewer: number, rng: Rng): void {
  const luck = chanceOf(rng);
  for (let tier = 0; tier < 3; tier++) shuffle(s.decks, tier * S.DECK, s.deckSize[tier]!, 0, luck);
  const tiles = s.stackSize;
  // The first stack has tier II below.
  if (s.mixed) shuffle(s.stack, 0, tiles, 0, luck);
  else {
    shuffle(s.stack, 0, Math.min(S.TIER_II, tiles), 0, luck);
    shuffle(s.stack, S.TIER_II, tiles - S.TIER_II, 0, luck);
  }
  shuffle(s.actionDeck, 0, s.actionsLeft, 0, luck);
  // At the end they lie open.
  if (!s.over) redrawFates(s, viewer, luck);
  if (s.attacker !== viewer) redrawLaid(s, s.attacker, 'cardA', luck);
  if (s.defender !== viewer) redrawLaid(s, s.defender, 'cardD', luck);
  if (s.ai >= 0) shuffle(s.combatDeck, 0, s.combatLeft, 0, luck);
  if (s.sent > 0 && sentHidden(s, viewer)) redrawSent(s, luck);
  if (s.prompt >= 0 && s.actor !== viewer) {
    s.legalActions.fill(0, 0, s.count);
    asking.list(s);
  }
}

function redrawFates(s: Position, viewer: number, luck: Luck): void {
  const cards = Array.from({ length: FATES }, (_, card) => card).filter((card) => card !== s.fate[viewer]);
  shuffle(cards, 0, cards.length, 0, luck);
  for (let seat = 0; seat < s.players; seat++) if (seat !== viewer) s.fate[seat] = cards.pop()!;
}

/** Which card a seat has laid face down: any that it has not played since its hand came back. */
function redrawLaid(s: Position, seat: number, laid: 'cardA' | 'cardD', luck: Luck): void {
  if (s[laid] < 0) return;
  const hand = s.cards[seat]! | (1 << s[laid]);
  const cards = cardsOf(hand);
  s[laid] = cards[luck.draw(0, cards.length)]!;
  s.cards[seat] = hand & ~(1 << s[laid]);
}

/** Which fighters of the attacker's are in the battle: their number is known. */
function redrawSent(s: Position, luck: Luck): void {
  const inHand = IN_HAND + s.attacker;
  const hand: number[] = [];
  for (let f = 0; f < FIGHTERS; f++) {
    if (s.loc[f] === COMMITTED) move(s, f, inHand);
    if (s.loc[f] === inHand) hand.push(f);
  }
  shuffle(hand, 0, hand.length, 0, luck);
  const sent = hand.slice(0, s.sent);
  for (const fighter of sent) move(s, fighter, COMMITTED);
  if (s.last >= 0) s.last = Math.max(...sent);
}
