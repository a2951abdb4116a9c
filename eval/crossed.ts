/**
 * The mean of a table whose rows and columns were both drawn: rows are trainings (seeds), columns deals that all of them
 * played. Two trainings differ by luck, and so do two deals; a mean is only as sure as both allow.
 */
import { type Estimate, mean, student95, variance } from './statistics.js';

/**
 * Mean with its 95 % interval, rows and columns as crossed random effects: with row means r, column means c and what
 * is left e of n rows and m columns,
 *
 *     error^2 = var(r) / n + var(c) / m - var(e) / (n m)
 *
 * and Student's t with Satterthwaite's degrees of freedom (Searle, Casella, McCulloch 1992, Variance Components). Of one
 * row the interval is over columns alone, of one column over rows alone; one number tells nothing of either.
 * @param table rows of equal length, at least one
 */
export function crossedMean(table: readonly (readonly number[])[]): Estimate {
  const [n, m] = [table.length, table[0]!.length];
  const rows = table.map((row) => mean(row));
  const columns = table[0]!.map((_, j) => mean(table.map((row) => row[j]!)));
  const all = mean(rows);
  if (n * m === 1) return { mean: all, low: -Infinity, high: Infinity };
  const [byRow, byColumn] = [n > 1 ? variance(rows) / n : 0, m > 1 ? variance(columns) / m : 0];
  let squares = 0;
  for (const [i, row] of table.entries())
    for (const [j, value] of row.entries()) squares += (value - rows[i]! - columns[j]! + all) ** 2;
  const rest = n > 1 && m > 1 ? squares / ((n - 1) * (m - 1)) / (n * m) : 0;
  // What is left is in both terms; never less sure than either alone.
  const error2 = Math.max(byRow, byColumn, byRow + byColumn - rest);
  if (error2 === 0) return { mean: all, low: all, high: all };
  const spread = (n > 1 ? byRow ** 2 / (n - 1) : 0) + (m > 1 ? byColumn ** 2 / (m - 1) : 0);
  const freedom = Math.max(1, error2 ** 2 / spread);
  const half = student95(freedom) * Math.sqrt(error2);
  return { mean: all, low: all - half, high: all + half };
}
