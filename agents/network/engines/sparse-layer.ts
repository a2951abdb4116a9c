/**
 * A layer of which one side is mostly zeros: forward and the gradient of its kernel, both as sparse-times-dense products
 * in WebAssembly. Used for the first layer, which reads observations (`FirstLayer`), and transposed for a policy layer
 * with few legal outputs (`MaskedLayer`). At one non-zero in ten it takes a third of the time of a dense product in
 * WebAssembly.
 */
import { BLOCK, type SparseKernel, sparseKernel } from './sparse-kernel.js';

/** Above this share of non-zeros the dense product is faster. Measured; see docs/ppo.md, Speed. */
const DENSEST = 0.35;

/** A sparse matrix by rows: entries start[r]..start[r+1]-1 belong to row r. In the units of `SparseKernel`. */
export interface Sparse {
  start: Int32Array;
  index: Int32Array;
  value: Float32Array;
}

/** Rows that are copied into the memory of the kernel at a time. */
const STAGED = 16;

const NONE = new Int32Array(0);

/** Multiplies sparse rows by a dense kernel, and finds the gradient of the kernel. */
export class SparseLayer {
  private readonly wasm: SparseKernel = sparseKernel();
  private rows = 0;
  private capacity = 0;
  private kernel!: Float32Array;
  private readonly everyColumn: Int32Array;
  /** The columns that `wanted` holds. */
  private columns: Int32Array | undefined;
  private denseColumns: Int32Array | undefined;
  private takenRows!: Float32Array;
  private wanted!: Int32Array;
  private staged!: Float32Array;
  /** The observations, and the same matrix by columns. */
  private byRow!: Sparse;
  private byColumn!: Sparse;
  /** [rows, width]: the layer's output, or the gradient there. */
  private result!: Float32Array;
  private kernelGradient!: Float32Array;

  /**
   * @param densest share of non-zeros above which `read` declines
   * @param backward whether `gradient` will be called; it takes memory
   */
  constructor(
    private readonly inputs: number,
    private readonly width: number,
    private readonly densest = DENSEST,
    private readonly backward = true,
  ) {
    this.everyColumn = Int32Array.from({ length: inputs }, (_, i) => 4 * i);
    this.makeRoom(1);
  }

  /** Whether a layer of this width can be computed here. */
  static fits(width: number): boolean {
    return width > 0 && width % BLOCK === 0;
  }

  /** Takes over (copies) the kernel [inputs, width]. */
  setKernel(kernel: Float32Array): void {
    this.kernel.set(kernel);
  }

  /** The kernel here. Another array after a call of `read`. */
  get weights(): Float32Array {
    return this.kernel;
  }

  /**
   * Takes in observations [rows, inputs].
   * @param columns 4 * column each; the others are taken for zeros
   * @param dense 4 * column each; these are to be found in `taken`
   * @returns false when they hold too few zeros to be worth it
   */
  read(rows: number, observation: Float32Array, columns = this.everyColumn, dense = NONE): boolean {
    const { inputs, width } = this;
    if (rows > this.capacity) this.makeRoom(rows);
    const { start, index, value } = this.byRow;
    const { staged } = this;
    if (this.columns !== columns || this.denseColumns !== dense) {
      this.wanted.set(columns);
      this.wanted.set(dense, columns.length);
    }
    this.columns = columns;
    this.denseColumns = dense;
    const at = (array: Float32Array | Int32Array) => array.byteOffset;
    const most = 4 * this.densest * rows * inputs;
    let n = 0;
    for (let r = 0; r < rows; r += STAGED) {
      const some = Math.min(STAGED, rows - r);
      staged.set(observation.subarray(r * inputs, (r + some) * inputs));
      const from = [4 * some, at(staged), 4 * inputs, at(this.wanted), 4 * columns.length] as const;
      if (dense.length > 0) {
        const list = [at(this.wanted) + 4 * columns.length, 4 * dense.length] as const;
        this.wasm.take(4 * some, at(staged), 4 * inputs, ...list, at(this.takenRows) + 4 * r * dense.length);
      }
      n = this.wasm.pack(...from, at(start) + 4 * r, at(index), at(value), width, n);
      if (n > most) return false;
    }
    this.rows = rows;
    return true;
  }

  /**
   * Takes in rows of which only it is known where they are not zero; `eachEntry` gives the numbers.
   * @param columnsOf calls `add` with each column of a row, in ascending order
   * @returns false when there are too many
   */
  readColumns(rows: number, columnsOf: (row: number, add: (column: number) => void) => void): boolean {
    if (rows > this.capacity) this.makeRoom(rows);
    const { start, index } = this.byRow;
    const { width, inputs } = this;
    const most = this.densest * rows * inputs;
    let n = 0;
    const add = (column: number) => {
      index[n++] = 4 * width * column;
    };
    for (let r = 0; r < rows; r++) {
      start[r] = 4 * n;
      columnsOf(r, add);
      if (n > most) return false;
    }
    start[rows] = 4 * n;
    this.rows = rows;
    return true;
  }

  /** Puts what `change` returns in the place of each number that was read. */
  eachEntry(change: (row: number, column: number, value: number) => number): void {
    const { start, index, value } = this.byRow;
    const size = 4 * this.width;
    for (let r = 0; r < this.rows; r++)
      for (let k = start[r]! / 4; k < start[r + 1]! / 4; k++) value[k] = change(r, index[k]! / size, value[k]!);
  }

  /** Makes each number that was read the product of its row of `output` and the kernel's row of its column. */
  dots(): void {
    const { start, index, value } = this.byRow;
    const at = (array: Float32Array | Int32Array) => array.byteOffset;
    const to = [at(this.kernel), at(this.result), 4 * this.width] as const;
    this.wasm.dots(4 * this.rows, at(start), at(index), at(value), ...to);
  }

  /** The dense columns of what was read, [rows, dense columns]. Another array after the next call of `read`. */
  get taken(): Float32Array {
    return this.takenRows.subarray(0, this.rows * (this.denseColumns?.length ?? 0));
  }

  /** What was read. Other arrays after the next call of `read` or `gather`. */
  entries(): Sparse {
    return this.byRow;
  }

  /** Takes in rows of observations that were read before. */
  gather(from: Sparse, order: Int32Array): void {
    const rows = order.length;
    if (rows > this.capacity) this.makeRoom(rows);
    const { start, index, value } = this.byRow;
    let n = 0;
    for (let r = 0; r < rows; r++) {
      const row = order[r]!;
      const [begin, end] = [from.start[row]! / 4, from.start[row + 1]! / 4];
      start[r] = 4 * n;
      // They are few: windows to copy through would cost more.
      for (let k = begin; k < end; k++) {
        index[n] = from.index[k]!;
        value[n++] = from.value[k]!;
      }
    }
    start[rows] = 4 * n;
    this.rows = rows;
  }

  /** bias + observations * kernel. @returns [rows, width], valid until the next call */
  forward(bias: Float32Array): Float32Array {
    const { rows, width, result } = this;
    for (let r = 0; r < rows; r++) result.set(bias, r * width);
    this.multiply(rows, this.byRow, this.kernel, result);
    return result.subarray(0, rows * width);
  }

  /** Adds observations * kernel to what stands in `output`. */
  add(): void {
    this.multiply(this.rows, this.byRow, this.kernel, this.result);
  }

  /** Makes room for this many rows, so that reading fewer allocates nothing. */
  reserve(rows: number): void {
    if (rows > this.capacity) this.makeRoom(rows);
  }

  /** Where `forward` writes and `gradient` reads, [rows, width]. Another array after a call of `read`. */
  output(rows: number): Float32Array {
    return this.result.subarray(0, rows * this.width);
  }

  /**
   * The gradient of the kernel: transposed observations * gradient at the layer's sums.
   * @param d [rows, width]; without it, it was written to `output`
   * @param gradient written, [inputs, width]
   */
  gradient(d: Float32Array | undefined, gradient: Float32Array): void {
    if (d) this.result.set(d);
    this.transpose();
    this.kernelGradient.fill(0);
    this.multiply(this.inputs, this.byColumn, this.result, this.kernelGradient);
    gradient.set(this.kernelGradient);
  }

  /** Adds up each column of what was read; after `gradient`. @param out written, [inputs] */
  columnSums(out: Float32Array): void {
    const { start, value } = this.byColumn;
    for (let i = 0; i < this.inputs; i++) {
      let sum = 0;
      for (let k = start[i]! / 4; k < start[i + 1]! / 4; k++) sum += value[k]!;
      out[i] = sum;
    }
  }

  private multiply(rows: number, sparse: Sparse, dense: Float32Array, out: Float32Array): void {
    const { start, index, value } = sparse;
    const at = (array: Float32Array | Int32Array) => array.byteOffset;
    this.wasm.multiply(4 * rows, at(start), at(index), at(value), at(dense), at(out), 4 * this.width);
  }

  /** `byColumn` from `byRow`: a counting sort, so that rows stay in order. */
  private transpose(): void {
    const { rows, inputs, width, byRow, byColumn } = this;
    const { start, index, value } = byColumn;
    const entries = byRow.start[rows]! / 4;
    // start[i + 1] first counts column i, then is where the next entry of column i goes, at last where it ends.
    start.fill(0, 0, inputs + 1);
    for (let k = 0; k < entries; k++) start[byRow.index[k]! / (4 * width) + 1]! += 4;
    let at = 0;
    for (let i = 1; i <= inputs; i++) {
      const count = start[i]!;
      start[i] = at;
      at += count;
    }
    for (let r = 0; r < rows; r++) {
      for (let k = byRow.start[r]! / 4; k < byRow.start[r + 1]! / 4; k++) {
        const column = byRow.index[k]! / (4 * width) + 1;
        const to = start[column]! / 4;
        index[to] = 4 * width * r;
        value[to] = byRow.value[k]!;
        start[column]! += 4;
      }
    }
  }

  /** Lays the arrays out anew for this many rows; keeps the kernel. */
  private makeRoom(rows: number): void {
    const { inputs, width } = this;
    const kernel = this.capacity > 0 ? this.kernel.slice() : undefined;
    this.capacity = rows;
    const staged = Math.min(rows, STAGED);
    // Some rows more than the limit allows, so that reading need not look before each of them.
    const entries = Math.ceil(this.densest * rows * inputs) + staged * inputs + 1;
    const back = (size: number) => (this.backward ? size : 0);
    const sizes = [
      ...[inputs * width, rows * width, back(inputs * width)],
      ...[rows + 1, entries, entries, back(inputs + 1), back(entries), back(entries)],
      ...[inputs, staged * inputs, rows * inputs],
    ];
    const places: number[] = [];
    let bytes = 0;
    for (const size of sizes) {
      places.push(bytes);
      bytes += Math.ceil((4 * size) / 64) * 64;
    }
    const missing = bytes - this.wasm.memory.buffer.byteLength;
    if (missing > 0) this.wasm.memory.grow(Math.ceil(missing / 65536));
    const { buffer } = this.wasm.memory;
    const floats = (i: number) => new Float32Array(buffer, places[i]!, sizes[i]!);
    const integers = (i: number) => new Int32Array(buffer, places[i]!, sizes[i]!);
    this.kernel = floats(0);
    this.result = floats(1);
    this.kernelGradient = floats(2);
    this.byRow = { start: integers(3), index: integers(4), value: floats(5) };
    this.byColumn = { start: integers(6), index: integers(7), value: floats(8) };
    this.wanted = integers(9);
    this.staged = floats(10);
    this.takenRows = floats(11);
    this.columns = undefined;
    if (kernel) this.kernel.set(kernel);
  }
}
