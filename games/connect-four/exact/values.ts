/** Exact values of the moves of a position. */
import type { Effort } from '../../../env/game-package.js';
import { type Position, COLUMNS as WIDTH } from '../position.js';
import { ConnectFourSolver, discsOf } from './solver.js';

/** Discs from which on a position is solved: mostly within a second, at worst some ten. */
const FEWEST_DISCS = 8;
/** Discs from which on nobody waits long. */
const SOON = 12;
/** Positions that are looked at before that where somebody waits: a second or two. */
const QUICK = 3_000_000;

let solver: ConnectFourSolver | undefined;
let quickSolver: ConnectFourSolver | undefined;

/**
 * By column, the chance of the seat to act when both play best: 1, 0.5 or 0; null where it is full. Null in place of the list:
 * the board is too empty, or nobody waits so long.
 */
export function exactValues({ board, discs, actor }: Position, { quick }: Effort): (number | null)[] | null {
  if (discs < FEWEST_DISCS) return null;
  const mine = (column: number, row: number) => board[row * WIDTH + column]! - 1 === actor;
  const taken = (column: number, row: number) => board[row * WIDTH + column] !== 0;
  const at = discsOf(taken, mine);
  const table = quick ? (quickSolver ??= new ConnectFourSolver(20)) : (solver ??= new ConnectFourSolver(22));
  const outcomes = quick && discs < SOON ? table.movesWithin(at, QUICK) : table.moves(at);
  return outcomes?.map((outcome) => (outcome === null ? null : (1 + outcome) / 2)) ?? null;
}
