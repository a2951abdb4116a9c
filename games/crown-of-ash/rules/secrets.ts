/** Who knows what: the one home of what observation, view, text and redrawn positions must agree on. */
import type { Position } from '../state.js';

/** Whether the fighters sent into the battle lie face down for a seat. */
export const sentHidden = (s: Position, viewer: number): boolean =>
  s.attacker >= 0 && s.attacker !== viewer && s.attacker !== s.ai;

/** The card a seat has laid in the battle, -1 none. */
export const laidBy = (s: Position, seat: number): number =>
  s.attacker === seat ? s.cardA : s.defender === seat ? s.cardD : -1;

/** A seat's combat hand as everybody knows it with the memory aid: what is laid face down is still in it. */
export function knownCards(s: Position, seat: number): number {
  const laid = laidBy(s, seat);
  return laid < 0 ? s.cards[seat]! : s.cards[seat]! | (1 << laid);
}
