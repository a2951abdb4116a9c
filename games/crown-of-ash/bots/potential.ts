/** What training on Crown of Ash may shape rewards with. */
import type { State } from '../../../env/game.js';
import type { Position } from '../state.js';
import { expectedPoints } from './evaluate.js';

const points = new Float64Array(4);

/** How far a seat is ahead of the mean of the others in the points it may expect, in thirties; about -1 to 1. */
export function potential(state: State, seat: number): number {
  const s = state as unknown as Position;
  expectedPoints(s, points);
  let others = 0;
  for (let other = 0; other < s.seats; other++) if (other !== seat) others += points[other]!;
  return (points[seat]! - others / (s.seats - 1)) / 30;
}
