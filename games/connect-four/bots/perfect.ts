/** The bot of Connect Four that never gives away what a position is worth. */
import { MOST_DISCS, openingValue } from '../exact/openings.js';
import { afterMove, ConnectFourSolver, canPlay, type Discs, type Outcome, winsAt } from '../exact/solver.js';

/** Shared by all players of a thread: what is learned of one game helps in the next. */
let solver: ConnectFourSolver | undefined;

/**
 * The first move that keeps what the position is worth when both sides play best.
 * @param preferred all columns that are open, the best guess first
 */
export function perfectMove(at: Discs, preferred: readonly number[]): number {
  const winning = preferred.find((column) => winsAt(at, column));
  if (winning !== undefined) return winning;
  if (at.count < MOST_DISCS) {
    const value = (column: number): Outcome => (0 - openingValue(afterMove(at, column))) as Outcome;
    return preferred.reduce((best, column) => (value(column) > value(best) ? column : best));
  }
  solver ??= new ConnectFourSolver(22);
  const worth = at.count === MOST_DISCS ? openingValue(at) : 1;
  for (let least = worth; least >= 0; least--) {
    const keeps = preferred.find((column) => canPlay(at, column) && solver!.brings(at, column, least as Outcome));
    if (keeps !== undefined) return keeps;
  }
  return preferred[0]!;
}
