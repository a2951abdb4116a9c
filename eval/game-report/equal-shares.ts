/** Whether the first places of games are shared equally among the seats, or among the places in the turn order. */
import { holm, mean, studentTail } from '../statistics.js';

/** So many games that Student's distribution is the normal one. */
const MANY = 1e9;

/**
 * For each column the two-sided probability of a sum at least as far from an equal share, if within every game the shares were
 * dealt out by chance, with a correction for continuity of half a win; corrected after Holm. What a game's shares are
 * says how far chance reaches: many games without a winner prove nothing, however alike they are.
 * @param shares by game and column; columns of fewer than two say nothing
 */
export function equalShareTests(shares: readonly (readonly number[])[]): number[] {
  const columns = shares[0]?.length ?? 0;
  if (columns < 2) return [];
  const excess = new Array<number>(columns).fill(0);
  let variance = 0;
  for (const game of shares) {
    const equal = mean(game);
    for (let i = 0; i < columns; i++) {
      excess[i]! += game[i]! - equal;
      variance += (game[i]! - equal) ** 2 / columns;
    }
  }
  const far = (sum: number) => Math.max(0, Math.abs(sum) - 0.5) / Math.sqrt(variance);
  return holm(excess.map((sum) => (variance > 0 ? studentTail(far(sum), MANY) : 1)));
}
