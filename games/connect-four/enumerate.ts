/** The legal actions of Connect Four once more, from all lines of four. For tests; shares no code with the rules. */
import { COLUMNS, type Position, ROWS } from './position.js';

/** The squares of every line of four on the board. */
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

export function enumerate({ board }: Position): number[] {
  if (fours.some(([a, ...rest]) => board[a!] !== 0 && rest.every((square) => board[square] === board[a!]))) return [];
  return [...new Array(COLUMNS).keys()].filter((column) => board[(ROWS - 1) * COLUMNS + column] === 0);
}
