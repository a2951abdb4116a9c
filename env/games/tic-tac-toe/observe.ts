/** What a seat of tic-tac-toe sees. */
import type { ObservationPiece } from '../../game.js';
import { BOARD, SQUARES } from './state.js';

export const observation: readonly ObservationPiece[] = [
  { name: 'mine', shape: [3, 3], about: '1 on the squares I have marked, row by row from the top left.' },
  { name: 'theirs', shape: [3, 3], about: '1 on the squares the other has marked.' },
];

export function observe(cells: Int16Array, seat: number, out: Float32Array, offset: number): void {
  for (let i = 0; i < SQUARES; i++) {
    const owner = cells[BOARD + i]! - 1;
    out[offset + i] = owner === seat ? 1 : 0;
    out[offset + SQUARES + i] = owner === 1 - seat ? 1 : 0;
  }
}
