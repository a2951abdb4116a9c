/**
 * Lambda-returns and advantages along the trajectory of each seat. Rows of many games and seats lie in one buffer in
 * the order they were played; `next` links each decision of a seat to the same seat's next decision in that game, so
 * interleaved seats, several actions in a row, skipped turns and eliminated seats are all the same case.
 *
 * Generalised advantage estimation: Schulman et al. 2015, arXiv 1506.02438, equation 16; in its recursive form for
 * returns, G(t) = r(t) + gamma * ((1 - lambda) * V(t+1) + lambda * G(t+1)), and A(t) = G(t) - V(t).
 */

/** `next` of a decision after which the game ended before the seat decided again: nothing is bootstrapped. */
export const ENDED = -1;
/** `next` of a decision whose successor is not known yet. It gets no target; its value bootstraps the one before it. */
export const OPEN = -2;

/** Decisions of many seats, in the order they were played. */
export interface SeatRows {
  rows: number;
  /** Number of values a row: one a seat, in relative order (the row's own seat first). */
  values: number;
  /** Length rows. Index of the same seat's next decision (greater than its own), or `ENDED`, or `OPEN`. */
  next: Int32Array;
  /** Length rows * values. What each seat received from this decision until the row's own seat decided again. */
  reward: Float32Array;
  /** Length rows * values. What the network expected each seat to receive from this decision on. */
  value: Float32Array;
}

/**
 * Lambda-returns and advantages of decisions along the trajectory of each seat (generalised advantage estimation).
 * @param rows decisions of many seats in the order they were played: `next` links each to the same seat's next one, or
 *   is `OPEN` or `ENDED`; `reward` and `value` have `values` numbers a row, the row's own seat first
 * @param gamma discount between two decisions of one seat, 0..1
 * @param lambda weight of long returns, 0..1
 * @param target written for every row that is not `OPEN`: lambda-returns, length rows * values
 * @param advantage written for every row that is not `OPEN`: of the row's own seat, length rows
 */
export function lambdaReturns(
  { rows, values, next, reward, value }: SeatRows,
  gamma: number,
  lambda: number,
  target: Float32Array,
  advantage: Float32Array,
): void {
  // Backwards: a row's successor lies behind it and is finished before it is needed.
  for (let row = rows - 1; row >= 0; row--) {
    const after = next[row]!;
    if (after === OPEN) continue;
    const at = row * values;
    for (let k = 0; k < values; k++) {
      let future = 0;
      if (after !== ENDED) {
        const bootstrap = value[after * values + k]!;
        future = next[after] === OPEN ? bootstrap : (1 - lambda) * bootstrap + lambda * target[after * values + k]!;
      }
      target[at + k] = reward[at + k]! + gamma * future;
    }
    advantage[row] = target[at]! - value[at]!;
  }
}

/** Shifts and scales the first `rows` advantages to mean 0 and standard deviation 1, in place. */
export function normaliseAdvantages(advantage: Float32Array, rows: number): void {
  if (rows === 0) return;
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += advantage[i]!;
  const mean = sum / rows;
  let squares = 0;
  for (let i = 0; i < rows; i++) squares += (advantage[i]! - mean) ** 2;
  const scale = 1 / (Math.sqrt(squares / rows) + 1e-8);
  for (let i = 0; i < rows; i++) advantage[i] = (advantage[i]! - mean) * scale;
}
