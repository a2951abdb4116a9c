/** Trade between players: one offer a turn, in the mover's menu, from round 2 (decision 75). */
import { totalResources } from '../read.js';
import type { Position } from '../state.js';
import * as S from '../state.js';
import { decision } from './landmarks.js';
import { ask, gain, lose } from './pieces.js';
import { strife } from './territory.js';

/** Whether the mover may open an offer. */
export const canOffer = (s: Position, seat: number): boolean =>
  s.g[S.OFFERED] === 0 && s.options.trading && strife(s) && totalResources(s, seat) > 0;

export function startOffer(s: Position): void {
  decision(75);
  s.g[S.OFFERED] = 1;
  ask(s, S.P_OFFER, s.g[S.MOVER]!, -1, -1);
}
/** Answers to OFFER in turn: partner, resource given, resource wanted (-1: a gift). */
export function answerPartner(s: Position, seat: number): void {
  s.g[S.PARTNER] = seat;
  ask(s, S.P_OFFER, s.g[S.MOVER]!, -1, -1);
}
export function answerOffer(s: Position, resource: number): void {
  const g = s.g;
  if (g[S.GIVE]! < 0) {
    g[S.GIVE] = resource;
    ask(s, S.P_OFFER, g[S.MOVER]!, -1, -1);
    return;
  }
  g[S.WANT] = resource;
  ask(s, S.P_ANSWER, g[S.PARTNER]!, -1, -1);
}
/** Answer to ANSWER. */
export function answerAnswer(s: Position, yes: boolean): void {
  const g = s.g;
  const mover = g[S.MOVER]!;
  const partner = g[S.PARTNER]!;
  if (yes) {
    lose(s, mover, g[S.GIVE]!, 1);
    gain(s, partner, g[S.GIVE]!, 1);
    if (g[S.WANT]! >= 0) {
      lose(s, partner, g[S.WANT]!, 1);
      gain(s, mover, g[S.WANT]!, 1);
    }
  }
  g[S.PARTNER] = -1;
  g[S.GIVE] = -1;
  g[S.WANT] = -1;
}
