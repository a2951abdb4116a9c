/** Trade between players: one offer a turn, in the mover's menu, from round 2 (decision 75). */
import { totalResources } from '../read.js';
import { GIVE, MOVER, OFFERED, P_ANSWER, P_OFFER, PARTNER, type Position, WANT } from '../state.js';
import { decision } from './landmarks.js';
import { ask, gain, lose } from './pieces.js';
import { strife } from './territory.js';

/** Whether the mover may open an offer. */
export const canOffer = (s: Position, seat: number): boolean =>
  s.g[OFFERED] === 0 && s.options.trading && strife(s) && totalResources(s, seat) > 0;

export function startOffer(s: Position): void {
  decision(75);
  s.g[OFFERED] = 1;
  ask(s, P_OFFER, s.g[MOVER]!, -1, -1);
}
/** Answers to OFFER in turn: partner, resource given, resource wanted (-1: a gift). */
export function answerPartner(s: Position, seat: number): void {
  s.g[PARTNER] = seat;
  ask(s, P_OFFER, s.g[MOVER]!, -1, -1);
}
export function answerOffer(s: Position, resource: number): void {
  const g = s.g;
  if (g[GIVE]! < 0) {
    g[GIVE] = resource;
    ask(s, P_OFFER, g[MOVER]!, -1, -1);
    return;
  }
  g[WANT] = resource;
  ask(s, P_ANSWER, g[PARTNER]!, -1, -1);
}
/** Answer to ANSWER. */
export function answerAnswer(s: Position, yes: boolean): void {
  const g = s.g;
  const mover = g[MOVER]!;
  const partner = g[PARTNER]!;
  if (yes) {
    lose(s, mover, g[GIVE]!, 1);
    gain(s, partner, g[GIVE]!, 1);
    if (g[WANT]! >= 0) {
      lose(s, partner, g[WANT]!, 1);
      gain(s, mover, g[WANT]!, 1);
    }
  }
  g[PARTNER] = -1;
  g[GIVE] = -1;
  g[WANT] = -1;
}
