/** What a seat of Connect Four sees. */
import type { ObservationPiece } from '../../game.js';
import { BOARD, COLUMNS, ROWS } from './state.js';

const FIELDS = ROWS * COLUMNS;

export const observation: readonly ObservationPiece[] = [
  { name: 'mine', shape: [ROWS, COLUMNS], about: '1 where my discs are, row by row from the bottom left.' },
  { name: 'theirs', shape: [ROWS, COLUMNS], about: '1 where the discs of the other are.' },
];

export function observe(cells: Int16Array, seat: number, out: Float32Array, offset: number): void {
  for (let i = 0; i < FIELDS; i++) {
    const owner = cells[BOARD + i]! - 1;
    out[offset + i] = owner === seat ? 1 : 0;
    out[offset + FIELDS + i] = owner === 1 - seat ? 1 : 0;
  }
}
