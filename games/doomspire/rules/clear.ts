/** Forgets what was under way: choices of a turn, a card, an offer. */
import type { Position } from '../state.js';

/** Everything chosen in the turn so far. */
export function clearChoices(s: Position): void {
  s.die = 0;
  s.unit = -1;
  s.boatTarget = -1;
  s.passenger = -1;
  s.itemOperation = -1;
  s.outcome = 0;
}
/** The card that was resolved. */
export function clearCard(s: Position): void {
  s.card = -1;
  s.cardKnight = -1;
  s.cardTile = -1;
  s.cardOption = -1;
  s.cardPlayer = -1;
  s.cardRoll = 0;
  s.cardReplies = 0;
  s.cardBoat = -1;
  s.cardGain = -1;
}
export function clearOffer(s: Position): void {
  s.partner = -1;
  s.give = -1;
  s.want = -1;
}
/** What was exchanged one for one. */
export function clearExchanges(s: Position): void {
  s.given = 0;
  s.received = 0;
}
export function clearAll(s: Position): void {
  clearChoices(s);
  clearCard(s);
  clearOffer(s);
  clearExchanges(s);
  s.exchange = -1;
  s.rewardOwed = 0;
  s.lastCard = -1;
}
