/** What training on Fuzzy Knights may shape rewards with. */
import type { State } from '../../../env/game.js';
import type { Position } from '../state.js';
import { worth } from './evaluate.js';

/**
 * A seat's share of all that the players own (coins, buildings, armies, items; 0 when it is out), and of the seats that
 * are out already, half as much. 0 to 1.5.
 */
export function potential(state: State, seat: number): number {
  const s = state as unknown as Position;
  if (s.out[seat] === 1) return 0;
  let total = 0;
  let gone = 0;
  for (let other = 0; other < s.players; other++) {
    total += worth(s, other);
    gone += s.out[other]!;
  }
  return (total > 0 ? worth(s, seat) / total : 0) + (0.5 * gone) / (s.players - 1);
}
