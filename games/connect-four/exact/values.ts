/** Exact values of the moves of a position. */
import { type Position, COLUMNS as WIDTH } from '../position.js';
import { ConnectFourSolver, discsOf } from './solver.js';

/** Discs from which on a position is solved: within a tenth of a second, seldom two. */
const FEWEST_DISCS = 12;

let solver: ConnectFourSolver | undefined;

/** By column, the chance of the seat to act when both play best: 1, 0.5 or 0; null where it is full, or the board too empty. */
export function exactValues({ board, discs, actor }: Position): (number | null)[] | null {
  if (discs < FEWEST_DISCS) return null;
  solver ??= new ConnectFourSolver(20);
  const mine = (column: number, row: number) => board[row * WIDTH + column]! - 1 === actor;
  const taken = (column: number, row: number) => board[row * WIDTH + column] !== 0;
  return solver.moves(discsOf(taken, mine)).map((outcome) => (outcome === null ? null : (1 + outcome) / 2));
}
