/** Who comes when: seats go counter-clockwise from the anchor (decision 34: or one place later each day). */
import type { Position } from '../state.js';

/** The seat at a place in the order of this day. */
export function seatAt(s: Position, pos: number): number {
  const n = s.players;
  const start = s.options.rotateOrderDaily && s.day > 1 ? s.day - 1 : 0;
  return (((s.anchor - start - pos) % n) + n) % n;
}

/** Place of a seat in the order of this day. */
export function placeOf(s: Position, seat: number): number {
  for (let pos = 0; pos < s.players; pos++) if (seatAt(s, pos) === seat) return pos;
  throw new RangeError(`seat ${seat} of ${s.players}`);
}

/** The next seat in order that is in the game, -1 when all have had their turn. */
export function nextSeat(s: Position): number {
  for (; s.pos < s.players; s.pos++) {
    const seat = seatAt(s, s.pos);
    if (s.out[seat] === 0) return seat;
  }
  return -1;
}

/** Begins a step of the day, with the first seat in order. */
export function begin(s: Position, step: number): void {
  s.step = step;
  s.pos = s.cursor = 0;
}
