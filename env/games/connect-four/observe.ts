/** What a seat of Connect Four sees. */
import type { ObservationPiece } from '../../game.js';
import { makesFour } from './rules.js';
import { BOARD, COLUMNS, HEIGHTS, ROWS } from './state.js';

const FIELDS = ROWS * COLUMNS;

export const observation: readonly ObservationPiece[] = [
  { name: 'mine', shape: [ROWS, COLUMNS], about: '1 where my discs are, row by row from the bottom left.' },
  { name: 'theirs', shape: [ROWS, COLUMNS], about: '1 where the discs of the other are.' },
  { name: 'my fours', shape: [ROWS, COLUMNS], about: '1 where a disc of mine would make four, now or later.' },
  { name: 'their fours', shape: [ROWS, COLUMNS], about: '1 where a disc of the other would make four.' },
];

export function observe(cells: Int16Array, seat: number, out: Float32Array, offset: number): void {
  out.fill(0, offset, offset + 4 * FIELDS);
  for (let column = 0; column < COLUMNS; column++) {
    const height = cells[HEIGHTS + column]!;
    for (let row = 0; row < ROWS; row++) {
      const field = row * COLUMNS + column;
      const at = offset + field;
      if (row < height) out[at + (cells[BOARD + field] === seat + 1 ? 0 : FIELDS)] = 1;
      else {
        if (makesFour(cells, column, row, seat + 1)) out[at + 2 * FIELDS] = 1;
        if (makesFour(cells, column, row, 2 - seat)) out[at + 3 * FIELDS] = 1;
      }
    }
  }
}
