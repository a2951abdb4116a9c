/** The legal actions of Connect Four once more, from all lines of four. For tests; shares no code with the rules. */
import { BOARD, COLUMNS, ROWS } from './state.js';

/** The fields of every line of four on the board. */
const fours: number[][] = [];
for (let row = 0; row < ROWS; row++)
  for (let column = 0; column < COLUMNS; column++)
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const endX = column + 3 * dx;
      if (endX < 0 || endX >= COLUMNS || row + 3 * dy >= ROWS) continue;
      fours.push([0, 1, 2, 3].map((k) => (row + k * dy) * COLUMNS + column + k * dx));
    }

export function enumerate({ cells }: { cells: Int16Array }): number[] {
  const board = Array.from(cells.subarray(BOARD));
  if (fours.some((four) => board[four[0]!] !== 0 && four.every((field) => board[field] === board[four[0]!]))) return [];
  return Array.from({ length: COLUMNS }, (_, column) => column).filter(
    (column) => board[(ROWS - 1) * COLUMNS + column] === 0,
  );
}
