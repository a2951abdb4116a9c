/** What the player of the invalid-action test sees. */
import type { ObservationPiece } from '../../game.js';
import { MAX_DIM, TARGET } from './state.js';

export const observation: readonly ObservationPiece[] = [
  { name: 'target', shape: [MAX_DIM], about: '1 at the number to name.' },
];

export function observe(cells: Int16Array, out: Float32Array, offset: number): void {
  out.fill(0, offset, offset + MAX_DIM);
  out[offset + cells[TARGET]!] = 1;
}
