/**
 * The first layer of a network on observations of which most columns are mostly zeros: the columns that are seldom zero
 * go as a narrow matrix into a dense product, which the tensor engine does; the others are skipped over entry by entry
 * (`SparseLayer`). A dense product does ten multiplications in the time of a sparse one, so each column goes where it
 * costs less. On the 1372 columns of Doomspire, 13 % of whose entries are not zero, it takes a third of the time of the
 * dense product (docs/ppo.md, Speed).
 */
import { type Sparse, SparseLayer } from './sparse-layer.js';

/**
 * Columns that are not zero in a larger share of the rows are dense: for batches to learn from, and for the small ones
 * to play with, where each row of the kernel is fetched anew for two or three numbers. Measured; half or twice as much
 * matters little.
 */
const DENSE = { learn: 0.12, play: 0.05 };
/** Fewer sparse columns than this are not worth it: all are dense then. */
const FEWEST = 32;
/** Rows that are looked at to tell the columns apart, at most. */
const SAMPLE = 128;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Rows that `prepare` takes over at a time: few enough to stay in the cache. */
const KEPT_AT_ONCE = 32;

/** Computes the first layer, its columns divided into dense and sparse ones. */
export class FirstLayer {
  /** The dense columns, ascending; all of them until `choose`. */
  columns: Int32Array;
  private readonly sparse: SparseLayer | undefined;
  /** Four times each of the others, and of the dense ones. */
  private others = new Int32Array(0);
  private places = new Int32Array(0);
  /** What `prepare` kept; not where all columns are dense. */
  private kept: (Sparse & { dense: Float32Array }) | undefined;
  private readonly whole: Float32Array | undefined;
  private readonly bias: Float32Array;
  private denseKernel = new Float32Array(0);
  private rows = 0;
  /** The dense columns of what was read: a window into `room`, or into the memory of `sparse`. */
  private denseRows: Float32Array = new Float32Array(0);
  private room = new Float32Array(0);
  /** Whether `denseKernel` is what the weights and columns say. */
  private current = false;

  constructor(
    readonly inputs: number,
    readonly width: number,
  ) {
    this.columns = all(inputs);
    this.bias = new Float32Array(width);
    if (SparseLayer.fits(width) && inputs > FEWEST) this.sparse = new SparseLayer(inputs, width, 1);
    else this.whole = new Float32Array(inputs * width);
  }

  /** Takes over (copies) the weights. */
  setWeights(kernel: Float32Array, bias: Float32Array): void {
    if (this.sparse) this.sparse.setKernel(kernel);
    else this.whole!.set(kernel);
    this.bias.set(bias);
    this.current = false;
  }

  /** Whether a part of the columns is sparse. */
  get mixed(): boolean {
    return this.others.length > 0;
  }

  /** Takes all columns as dense. */
  reset(): void {
    if (!this.mixed) return;
    this.columns = all(this.inputs);
    this.others = new Int32Array(0);
    this.current = false;
  }

  /** Tells the columns apart by a sample of these observations [rows, inputs]. */
  choose(rows: number, observation: Float32Array, use: keyof typeof DENSE): void {
    if (!this.sparse) return;
    const { inputs } = this;
    const count = new Int32Array(inputs);
    const sample = Math.min(rows, SAMPLE);
    for (let i = 0; i < sample; i++) {
      // Spread by the golden section: at even distances all might be of the same game, which plays every so many rows.
      const at = (sample < rows ? Math.floor(((i * GOLDEN) % 1) * rows) : i) * inputs;
      for (let column = 0; column < inputs; column++) if (observation[at + column] !== 0) count[column]!++;
    }
    const columns = all(inputs);
    const dense = columns.filter((column) => count[column]! > DENSE[use] * sample);
    this.reset();
    if (inputs - dense.length < FEWEST) return;
    // The dense product must not be empty.
    this.columns = dense.length > 0 ? dense : columns.slice(0, 1);
    const isDense = new Set(this.columns);
    this.others = columns.filter((column) => !isDense.has(column)).map((column) => 4 * column);
    this.places = this.columns.map((column) => 4 * column);
    this.current = false;
  }

  /** Takes in observations [rows, inputs]. */
  read(rows: number, observation: Float32Array): void {
    this.rows = rows;
    if (this.mixed) {
      this.sparse!.read(rows, observation, this.others, this.places);
      this.denseRows = this.sparse!.taken;
    } else {
      this.denseRows = this.roomFor(rows);
      this.denseRows.set(observation.subarray(0, rows * this.inputs));
    }
  }

  /**
   * Tells the columns of these observations apart, and keeps them all in that form, which is several times smaller: what
   * is learned from is read again and again.
   */
  prepare(rows: number, observation: Float32Array): void {
    this.choose(rows, observation, 'learn');
    if (!this.mixed) {
      this.kept = undefined;
      return;
    }
    const { inputs, columns } = this;
    // The memory of the batch before, where it is enough.
    const old = this.kept;
    const dense = atLeast(rows * columns.length, old?.dense) ?? new Float32Array(rows * columns.length);
    const start = atLeast(rows + 1, old?.start) ?? new Int32Array(rows + 1);
    let [index, value] = [old?.index ?? new Int32Array(0), old?.value ?? new Float32Array(0)];
    let n = 0;
    for (let r = 0; r < rows; r += KEPT_AT_ONCE) {
      const some = Math.min(KEPT_AT_ONCE, rows - r);
      this.sparse!.read(some, observation.subarray(r * inputs, (r + some) * inputs), this.others, this.places);
      dense.set(this.sparse!.taken, r * columns.length);
      const entries = this.sparse!.entries();
      const found = entries.start[some]! / 4;
      if (n + found > index.length) {
        // As much as the rows so far say is needed, and a tenth more.
        const size = Math.ceil(1.1 * (n + found) * (rows / (r + some)));
        index = longer(index, new Int32Array(size));
        value = longer(value, new Float32Array(size));
      }
      index.set(entries.index.subarray(0, found), n);
      value.set(entries.value.subarray(0, found), n);
      for (let i = 0; i < some; i++) start[r + i] = 4 * n + entries.start[i]!;
      n += found;
    }
    start[rows] = 4 * n;
    this.kept = { dense, start, index, value };
  }

  /** Takes in these rows of the observations that `prepare` was given. */
  select(observation: Float32Array, order: Int32Array): void {
    const { inputs, kept } = this;
    this.rows = order.length;
    if (kept) this.sparse!.gather(kept, order);
    const [from, width] = kept ? [kept.dense, this.columns.length] : [observation, inputs];
    const x = (this.denseRows = this.roomFor(order.length));
    for (const [r, row] of order.entries()) x.set(from.subarray(row * width, (row + 1) * width), r * width);
  }

  private roomFor(rows: number): Float32Array {
    const size = rows * this.columns.length;
    if (this.room.length < size) this.room = new Float32Array(size);
    return this.room.subarray(0, size);
  }

  /** The dense columns of what was read, [rows, columns]. */
  x(): Float32Array {
    return this.denseRows;
  }

  /** The rows of the kernel for the dense columns, [columns, width]. */
  kernel(): Float32Array {
    const { columns, width } = this;
    const whole = this.whole ?? this.sparse!.weights;
    if (!this.mixed) return whole;
    const size = columns.length * width;
    if (this.denseKernel.length < size) this.denseKernel = new Float32Array(size);
    if (!this.current)
      for (const [k, column] of columns.entries())
        this.denseKernel.set(whole.subarray(column * width, (column + 1) * width), k * width);
    this.current = true;
    return this.denseKernel.subarray(0, size);
  }

  /**
   * What is to be added to the dense product: the bias [width], or where columns are sparse, their sums with the bias
   * [rows, width]. Valid until the next call of anything here.
   */
  sums(): Float32Array {
    return this.mixed ? this.sparse!.forward(this.bias) : this.bias;
  }

  /** Where the gradient at the layer's sums [rows, width] is to be written before `gradient`. Takes the place of `sums`. */
  sumsGradient(): Float32Array {
    return this.sparse!.output(this.rows);
  }

  /**
   * Writes the gradient of the kernel [inputs, width].
   * @param dense that of the dense columns, [columns, width]
   */
  gradient(dense: Float32Array, gradient: Float32Array): void {
    const { columns, width } = this;
    if (!this.mixed) {
      gradient.set(dense);
      return;
    }
    this.sparse!.gradient(undefined, gradient);
    for (const [k, column] of columns.entries())
      gradient.set(dense.subarray(k * width, (k + 1) * width), column * width);
  }
}

const all = (columns: number) => Int32Array.from({ length: columns }, (_, i) => i);

const atLeast = <T extends Int32Array | Float32Array>(length: number, array: T | undefined) =>
  array && array.length >= length ? array : undefined;

function longer<T extends Int32Array | Float32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
