/**
 * Decisions of rollouts: flat buffers in shared memory, written by one thread and read by the learning one. columns.ts
 * declares the columns of a row.
 */
import type { Outputs } from '../../agents/network/network.js';
import {
  type ColumnArrays,
  columnsOf,
  type Element,
  elements,
  type RowArray,
  type RowSizes,
  rowBytes,
  type SizedColumn,
  sharedArray,
  type WaitingColumns,
} from './columns.js';

/** Memory of a `Rows`; can be posted to another thread. */
export type RowMemory = Record<Element | 'features', SharedArrayBuffer> & { sizes: RowSizes };

/**
 * One block of each type, so that a thread receives a few blocks of memory and not ten. The block of features has room
 * for all actions of all rows, since the number of legal ones is not known: it reserves addresses, and memory is used
 * as written.
 */
export function rowMemory(sizes: RowSizes): RowMemory {
  const { capacity, actions, features = 0 } = sizes;
  const block = (type: Element) => capacity * rowBytes(sizes, (column) => column.type === type);
  return {
    sizes,
    float: new SharedArrayBuffer(block('float')),
    // After the columns: the offset of each row's features.
    int: new SharedArrayBuffer(block('int') + 4 * (capacity + 1)),
    byte: new SharedArrayBuffer(block('byte')),
    features: new SharedArrayBuffer(4 * capacity * actions * features),
  };
}

/** Decisions that wait for their successors, in the order they were played: the waiting columns by name. */
export type WaitingRows = WaitingColumns & {
  /** Features of their legal actions, concatenated; absent without features. */
  features?: Float32Array;
  /** Targets of heads, `target <head>`; only the wanted ones. */
  [target: `target ${string}`]: Float32Array;
};

/** Numbers at the beginning of a row that are never NaN, by column; elsewhere those of absent seats are. */
const finite: Readonly<Record<string, number>> = {
  ...{ observation: Number.POSITIVE_INFINITY, value: Number.POSITIVE_INFINITY, logProb: 1, reward: 1, potential: 1 },
};

/** The declared columns of `Rows`; its constructor creates these arrays. */
const Declared = class {} as new () => Readonly<ColumnArrays>;

/** Typed windows into a `RowMemory`: each declared column is a property. */
export class Rows extends Declared {
  readonly sizes: RowSizes;
  /** Targets of the heads, by name. */
  readonly targets: Outputs = {};
  /** Features of the legal actions, concatenated row after row. */
  readonly features: Float32Array;
  /** [capacity + 1] number of legal actions before each row: the offset of its features. */
  readonly first: Int32Array;
  /** Every column by name, targets included. */
  readonly arrays: ReadonlyMap<string, RowArray>;
  private readonly waiting: readonly (SizedColumn & { array: RowArray })[];

  constructor(memory: RowMemory) {
    super();
    const { sizes } = memory;
    this.sizes = sizes;
    const used = { float: 0, int: 0, byte: 0 };
    const all = columnsOf(sizes).map((column) => {
      const { type, width } = column;
      const length = sizes.capacity * width;
      const array = sharedArray(type, memory[type], used[type], length);
      used[type] += array.byteLength;
      return { ...column, array };
    });
    for (const { name, head, array } of all)
      if (head === undefined) Object.assign(this, { [name]: array });
      else this.targets[head] = array as Float32Array;
    this.arrays = new Map(all.map(({ name, array }) => [name, array]));
    this.waiting = all.filter(({ waits }) => waits);
    this.first = new Int32Array(memory.int, used.int, sizes.capacity + 1);
    this.features = new Float32Array(memory.features);
  }

  /**
   * Writes the mask of a row and the features of its legal actions. Rows must be written in order.
   * @param features from `at` on
   */
  legal(row: number, mask: Uint8Array, legal: number, features: Float32Array, at: number): void {
    const { actions, features: size = 0 } = this.sizes;
    this.mask.set(mask, row * actions);
    const from = this.first[row]!;
    this.first[row + 1] = from + legal;
    if (size > 0) this.features.set(features.subarray(at, at + legal * size), from * size);
  }

  /** Moves a waiting decision to an earlier row. Call it in order, from the first row on. */
  move(from: number, to: number): void {
    const { first } = this;
    const { features: size = 0 } = this.sizes;
    const [begin, end] = [first[from]!, first[from + 1]!];
    this.features.copyWithin(first[to]! * size, begin * size, end * size);
    first[to + 1] = first[to]! + end - begin;
    for (const { array, width } of this.waiting) array.copyWithin(to * width, from * width, (from + 1) * width);
  }

  /**
   * Copies of waiting decisions.
   * @param rows where they lie
   * @param heads whose targets are kept; targets of other heads are leftovers of an earlier phase
   */
  save(rows: readonly number[], heads: readonly string[]): WaitingRows {
    const { first, features } = this;
    const { features: size = 0 } = this.sizes;
    const saved: Record<string, RowArray> = {};
    for (const { name, head, type, width, array } of this.waiting) {
      if (head !== undefined && !heads.includes(head)) continue;
      const copy = new elements[type](rows.length * width);
      for (const [i, row] of rows.entries()) copy.set(array.subarray(row * width, (row + 1) * width), i * width);
      saved[name] = copy;
    }
    if (size > 0)
      saved.features = joined(rows.map((row) => features.subarray(first[row]! * size, first[row + 1]! * size)));
    return saved as WaitingRows;
  }

  /**
   * Puts saved decisions into the first rows, in their order.
   * @returns how many there are
   * @throws RangeError when they cannot be decisions
   */
  load(saved: WaitingRows): number {
    const { actions, features = 0 } = this.sizes;
    const count = saved.action?.length;
    for (const { name, head, type, width, array } of this.waiting) {
      const kept = (saved as Partial<Record<string, RowArray>>)[name];
      // Targets of a head wait only where they are wanted.
      if (!kept && head !== undefined) continue;
      if (!(kept instanceof elements[type]) || kept.length !== count * width)
        throw new RangeError(`${name} of waiting decisions is not there, or is that of others`);
      const numbers = finite[name] ?? 0;
      if (!kept.every((value, i) => i % width >= numbers || Number.isFinite(value)))
        throw new RangeError(`${name} of a waiting decision is not finite`);
      array.set(kept);
    }
    for (let row = 0; row < count; row++) {
      if (saved.mask[row * actions + saved.action[row]!] !== 1)
        throw new RangeError(`a waiting decision has the action ${saved.action[row]}, which its mask forbids`);
      const legal = saved.mask.subarray(row * actions, (row + 1) * actions).reduce((sum, one) => sum + one, 0);
      this.first[row + 1] = this.first[row]! + legal;
    }
    if ((saved.features?.length ?? 0) !== features * this.first[count]!)
      throw new RangeError('features of waiting decisions are not there, or are those of others');
    if (saved.features) this.features.set(saved.features);
    return count;
  }
}

/** Concatenates arrays. */
function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
