/**
 * Mean and variance of numbers that come batch after batch, without keeping them (Welford 1962; batches are merged as
 * in Chan, Golub and LeVeque 1983). In 64 bits, in the order of the rows: same batches, same bytes.
 */

/** What is kept of the numbers of each column. */
export interface Moments {
  /** Rows so far. */
  count: number;
  mean: Float64Array;
  /** Sums of squared distances from the mean. */
  squares: Float64Array;
}

/** Mean and variance of numbers that come batch after batch, in 64 bits. */
export class RunningStatistics implements Moments {
  count = 0;
  readonly mean: Float64Array;
  readonly squares: Float64Array;

  constructor(readonly columns: number) {
    this.mean = new Float64Array(columns);
    this.squares = new Float64Array(columns);
  }

  /**
   * @param numbers [rows, width], finite
   * @param places of each column within a row; default: all in their order
   */
  add(rows: number, numbers: Float32Array, width = this.columns, places?: Int32Array): void {
    if (rows === 0) return;
    const { columns, mean, squares } = this;
    const own = new Float64Array(columns);
    const ownSquares = new Float64Array(columns);
    const place = (c: number) => (places ? places[c]! : c);
    for (let r = 0, at = 0; r < rows; r++, at += width)
      for (let c = 0; c < columns; c++) own[c]! += numbers[at + place(c)]!;
    for (let c = 0; c < columns; c++) own[c]! /= rows;
    for (let r = 0, at = 0; r < rows; r++, at += width)
      for (let c = 0; c < columns; c++) ownSquares[c]! += (numbers[at + place(c)]! - own[c]!) ** 2;
    const all = this.count + rows;
    for (let c = 0; c < columns; c++) {
      const gap = own[c]! - mean[c]!;
      mean[c]! += (gap * rows) / all;
      squares[c]! += ownSquares[c]! + (gap * gap * this.count * rows) / all;
    }
    this.count = all;
  }

  /** Standard deviation of a column; 0 before the first row. */
  deviation(column: number): number {
    return this.count === 0 ? 0 : Math.sqrt(this.squares[column]! / this.count);
  }

  /** A copy. */
  save(): Moments {
    return { count: this.count, mean: this.mean.slice(), squares: this.squares.slice() };
  }

  /** @throws RangeError when they are of another number of columns, or no moments of anything */
  load(moments: Moments): void {
    const problem = momentsProblem(moments, this.columns);
    if (problem) throw new RangeError(problem);
    this.count = moments.count;
    this.mean.set(moments.mean);
    this.squares.set(moments.squares);
  }
}

/** The first error in moments of a number of columns, or undefined. */
export function momentsProblem({ count, mean, squares }: Moments, columns: number): string | undefined {
  if (mean.length !== columns || squares.length !== columns)
    return `its statistics have ${mean.length} and ${squares.length} numbers, wanted ${columns}`;
  if (count >= 0 && mean.every(Number.isFinite) && squares.every((sum) => sum >= 0 && sum < Infinity)) return undefined;
  return 'its statistics hold a number that cannot be';
}
