/** Exact values of the moves of a position. */
import type { Effort } from '../../../env/game-package.js';
import { type Position, COLUMNS as WIDTH } from '../position.js';
import { MOST_DISCS, openingValue } from './openings.js';
import { afterMove, ConnectFourSolver, canPlay, type Discs, discsOf, type Outcome, winsAt } from './solver.js';

/** Discs from which on nobody waits long. */
const SOON = 12;
/** Positions that are looked at before that where somebody waits: a second or two. */
const QUICK = 3_000_000;

let solver: ConnectFourSolver | undefined;
let quickSolver: ConnectFourSolver | undefined;

/**
 * By column, the chance of the seat to act when both play best: 1, 0.5 or 0; null where it is full. Null in place of the list:
 * nobody waits so long. From eight discs on a position is solved, mostly within a second, at worst in some ten.
 */
export function exactValues({ board, discs, actor }: Position, { quick }: Effort): (number | null)[] | null {
  const mine = (column: number, row: number) => board[row * WIDTH + column]! - 1 === actor;
  const taken = (column: number, row: number) => board[row * WIDTH + column] !== 0;
  const at = discsOf(taken, mine);
  if (discs < MOST_DISCS) return movesOf(at).map(chanceOf);
  const table = quick ? (quickSolver ??= new ConnectFourSolver(20)) : (solver ??= new ConnectFourSolver(22));
  const outcomes = quick && discs < SOON ? table.movesWithin(at, QUICK) : table.moves(at);
  return outcomes?.map(chanceOf) ?? null;
}

const chanceOf = (outcome: Outcome | null): number | null => (outcome === null ? null : (1 + outcome) / 2);

/** What each move of an opening leads to; null where the column is full. */
const movesOf = (at: Discs): (Outcome | null)[] =>
  Array.from({ length: WIDTH }, (_, column) => {
    if (!canPlay(at, column)) return null;
    return winsAt(at, column) ? 1 : ((0 - openingValue(afterMove(at, column))) as Outcome);
  });
