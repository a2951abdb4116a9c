/** Trade between players: one offer a turn, in the mover's menu, from round 2 (decision 75). */
import { totalResources } from '../read.js';
import { P, type Position } from '../state.js';
import { decision } from './landmarks.js';
import { ask, gain, lose } from './pieces.js';
import { strife } from './territory.js';

/** Whether the mover may open an offer. */
export const canOffer = (s: Position, seat: number): boolean =>
  !s.offered && s.options.trading && strife(s) && totalResources(s, seat) > 0;

export function startOffer(s: Position): void {
  decision(75);
  s.offered = true;
  ask(s, P.OFFER, s.mover, -1, -1);
}
/** Answers to OFFER in turn: partner, resource given, resource wanted (-1: a gift). */
export function answerPartner(s: Position, seat: number): void {
  s.partner = seat;
  ask(s, P.OFFER, s.mover, -1, -1);
}
export function answerOffer(s: Position, resource: number): void {
  if (s.give < 0) {
    s.give = resource;
    ask(s, P.OFFER, s.mover, -1, -1);
    return;
  }
  s.want = resource;
  ask(s, P.ANSWER, s.partner, -1, -1);
}
/** Answer to ANSWER. */
export function answerAnswer(s: Position, yes: boolean): void {
  const mover = s.mover;
  const partner = s.partner;
  if (yes) {
    lose(s, mover, s.give, 1);
    gain(s, partner, s.give, 1);
    if (s.want >= 0) {
      lose(s, partner, s.want, 1);
      gain(s, mover, s.want, 1);
    }
  }
  s.partner = -1;
  s.give = -1;
  s.want = -1;
}
