/**
 * Where the rows of all threads are put together to be learned from, in shared memory: those columns of columns.ts that are
 * learned, and features of actions. It is written anew after each rollout.
 */
import type { Outputs } from '../../agents/network/network.js';
import type { Batch } from './batch.js';
import { columnsOf, elements, type RowArray, type RowSizes, type SizedColumn, sharedArray } from './columns.js';
import type { Rows } from './rows.js';

/** Memory for one batch, filled part by part. */
export class BatchMemory {
  private readonly columns: readonly (SizedColumn & { array: RowArray })[];
  /** Numbers in the features of an action. */
  private readonly size: number;
  private readonly features: Float32Array;
  private readonly first: Int32Array;
  private rows = 0;
  private legal = 0;
  /** Heads without targets in this batch. */
  private without: readonly string[] = [];

  /** @param sizes with the capacity of all threads together */
  constructor(sizes: RowSizes) {
    const { capacity, actions, features = 0 } = sizes;
    this.columns = columnsOf(sizes)
      .filter(({ learned }) => learned)
      .map((column) => {
        const { type, width } = column;
        const length = capacity * width;
        const memory = new SharedArrayBuffer(elements[type].BYTES_PER_ELEMENT * length);
        return { ...column, array: sharedArray(type, memory, 0, length) };
      });
    this.size = features;
    this.features = new Float32Array(new SharedArrayBuffer(4 * capacity * actions * features));
    this.first = new Int32Array(new SharedArrayBuffer(features > 0 ? 4 * capacity : 0));
  }

  /** Begins a batch: what was there is overwritten. @param without heads that have no targets in it */
  begin(without: readonly string[]): void {
    this.rows = 0;
    this.legal = 0;
    this.without = without;
  }

  /** Adds the rows from..to-1 of a part. */
  append(part: Rows, from: number, to: number): void {
    const { size, without } = this;
    for (const { name, head, width, array } of this.columns)
      if (head === undefined || !without.includes(head))
        array.set(part.arrays.get(name)!.subarray(from * width, to * width), this.rows * width);
    if (size > 0) {
      const [begin, end] = [part.first[from]!, part.first[to]!];
      this.features.set(part.features.subarray(begin * size, end * size), this.legal * size);
      for (let row = from; row < to; row++) this.first[this.rows + row - from] = this.legal + part.first[row]! - begin;
      this.legal += end - begin;
    }
    this.rows += to - from;
  }

  /** What was added since `begin`, without copies: the next `begin` ends it. */
  batch(): Batch {
    const { rows, size, features, without } = this;
    const own: Record<string, RowArray> = {};
    const targets: Outputs = {};
    for (const { name, head, width, array } of this.columns) {
      const filled = array.subarray(0, rows * width);
      if (head === undefined) own[name] = filled;
      else if (!without.includes(head)) targets[head] = filled as Float32Array;
    }
    return {
      rows,
      ...(own as unknown as Omit<Batch, 'rows' | 'targets'>),
      ...(size > 0 && { features: { values: features, first: this.first.subarray(0, rows) } }),
      targets,
    };
  }
}
