/** What the seats of a game have made of the first place. */
import { firstShares } from '../../env/returns.js';
import type { Outcome } from '../outcome.js';

/** What each side made of a game: the seats; of one seat alone, the seat and what it loses against. */
export function sidesOf(places: ArrayLike<number>): number[] {
  const firsts = firstShares(places);
  return firsts.length === 1 ? [firsts[0]!, 1 - firsts[0]!] : firsts;
}

/** What each seat made of the first place at the rules' own end. */
export function winsOf(outcomes: readonly Outcome[]): number[][] {
  return outcomes.map(({ places, truncated }) =>
    sidesOf(places)
      .slice(0, places.length)
      .map((share) => (truncated ? 0 : share)),
  );
}
