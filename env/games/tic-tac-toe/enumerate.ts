/** The legal actions of tic-tac-toe once more, from the picture of the board. For tests; shares no code with the rules. */
import { BOARD, SQUARES } from './state.js';

/** A dot stands for any square. */
const three = /^(XXX......|...XXX...|......XXX|X..X..X..|.X..X..X.|..X..X..X|X...X...X|..X.X.X..)$/;

export function enumerate({ cells }: { cells: Int16Array }): number[] {
  const board = Array.from(cells.subarray(BOARD, BOARD + SQUARES));
  const won = [1, 2].some((sign) => three.test(board.map((cell) => (cell === sign ? 'X' : '-')).join('')));
  return won ? [] : [...board.keys()].filter((i) => board[i] === 0);
}
