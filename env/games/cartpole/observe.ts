/** What the player of CartPole sees: Gymnasium's four numbers, and the time. */
import type { ObservationPiece } from '../../game.js';
import { LIMIT, STEP, X } from './state.js';

export const observation: readonly ObservationPiece[] = [
  {
    name: 'cart and pole',
    shape: [4],
    about: "Gymnasium's observation: cart position (m), its speed (m/s), pole angle (rad), its speed (rad/s).",
  },
  { name: 'time', shape: [1], about: 'Pushes so far, as a share of the limit.' },
];

export function observe(cells: Float64Array, out: Float32Array, offset: number): void {
  for (let i = 0; i < 4; i++) out[offset + i] = cells[X + i]!;
  out[offset + 4] = cells[STEP]! / cells[LIMIT]!;
}
