/** Measured games that were never played, for tests of what is told of them. */
import type { Outcome } from '../../eval/outcome.js';

/** Deals of four games each: a policy in each seat in turn wins the first so many of them. */
export const wonGames = (wins: readonly number[]): Outcome[] =>
  wins.flatMap((won) =>
    [0, 1, 2, 3].map((seat) => {
      const winner = seat < won ? seat : (seat + 1) % 4;
      return {
        ...{ places: [0, 1, 2, 3].map((one) => (one === winner ? 0 : 1)), returns: [0, 0, 0, 0] },
        ...{ ending: 'fame', rounds: 1, decisions: 4, truncated: false },
      };
    }),
  );
