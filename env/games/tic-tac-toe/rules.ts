/** The rules of tic-tac-toe over the cells of a position. */
import { ACTOR, BOARD, SQUARES, WINNER } from './state.js';

/** The three squares of each row, column and diagonal. */
export const lines: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** The seat to act marks a square. */
export function mark(cells: Int16Array, square: number): void {
  const actor = cells[ACTOR]!;
  const sign = actor + 1;
  cells[BOARD + square] = sign;
  for (const [a, b, c] of lines)
    if (cells[BOARD + a] === sign && cells[BOARD + b] === sign && cells[BOARD + c] === sign) cells[WINNER] = actor;
  cells[ACTOR] = cells[WINNER]! >= 0 || empty(cells) === 0 ? -1 : 1 - actor;
}

/** Number of empty squares. */
export function empty(cells: Int16Array): number {
  let count = 0;
  for (let i = 0; i < SQUARES; i++) if (cells[BOARD + i] === 0) count++;
  return count;
}
