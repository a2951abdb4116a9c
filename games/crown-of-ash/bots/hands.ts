/** Where fighters are, and how strong they are together. */
import { FIGHTERS } from '../data.js';
import { AT, COMMITTED, IN_HAND, type Position } from '../state.js';
import { strongest } from './odds.js';

const list = new Int8Array(FIGHTERS);

/**
 * Fighters that a seat has in its hand, or has sent into the battle.
 * @param out written, in the order of their ids; @returns how many
 */
export function handOf(s: Position, seat: number, out: Int8Array): number {
  const { loc } = s;
  const attacks = s.attacker === seat;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) if (loc[f] === IN_HAND + seat || (attacks && loc[f] === COMMITTED)) out[n++] = f;
  return n;
}

/** Strength of the fighters that guard a site. */
export function strengthAt(s: Position, site: number): number {
  const { loc } = s;
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) if (loc[f] === AT + site) list[n++] = f;
  return n === 0 ? 0 : strongest(s, list, n, 3);
}

/** Strength of the fighters sent, where I may see them. */
export function strengthSent(s: Position, seat: number): number {
  let n = 0;
  for (let f = 0; f < FIGHTERS; f++) if (s.loc[f] === COMMITTED && s.attacker === seat) list[n++] = f;
  return strongest(s, list, n, 3);
}

/** Strength of the best fighters of a seat, of as many as it has sent face down. */
export function mostSent(s: Position, seat: number): number {
  return strongest(s, list, handOf(s, seat, list), Math.min(3, s.sent));
}
