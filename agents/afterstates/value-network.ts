/**
 * A network that only values positions, for many of them at a time: those that a decision may lead to, compared with the
 * one in which it is taken. Synchronous, nothing to load; the same numbers everywhere.
 */

import { hasEncoder } from '../network/encoder.js';
import { BLOCK } from '../network/engines/sparse-kernel.js';
import { checkWeights, layers, type NetworkShape, VALUE, type Weights, widthOf } from '../network/network.js';
import { type ValueKernel, valueKernel } from './value-kernel.js';

/** Positions that pass through the layers together: their numbers stay in the cache. */
const TOGETHER = 32;

/** One layer in the memory of the kernel; widths are filled up with zeros. */
interface Layer {
  /** Numbers that come in, and go out. */
  inputs: number;
  width: number;
  kernel: number;
  bias: number;
  /** [TOGETHER, width] what comes out. */
  out: number;
}

/** Values of many positions at a time. Belongs to one thread. */
export class ValueNetwork {
  /** Numbers in an observation. */
  readonly inputs: number;
  /** Values of a position: one a seat, the seat that looks first. */
  readonly values: number;
  /** Numbers from one observation in `observations` to the next. */
  readonly stride: number;
  /** Where observations are written, [rows, stride]. Another array after `reserve`. */
  observations!: Float32Array;
  private readonly wasm: ValueKernel = valueKernel();
  private readonly list: Layer[] = [];
  private readonly tanh: boolean;
  /** The observation that the others are compared with, and what the first layer makes of it. */
  private readonly base: number;
  /** Zeros. */
  private readonly nothing: number;
  private readonly baseSums: number;
  private readonly start: number;
  private readonly index: number;
  private readonly value: number;
  /** Where the observations begin; they are last, so that there may be more of them. */
  private readonly room: number;
  private capacity = 0;
  private bytes = 0;

  /** @param shape without features of actions and without a normalised input */
  constructor(
    readonly shape: NetworkShape,
    weights: Weights,
  ) {
    if (shape.actions || shape.normalise || hasEncoder(shape))
      throw new RangeError('a network of afterstates reads observations alone');
    this.inputs = shape.inputs;
    this.values = widthOf(shape, VALUE);
    this.stride = 4 * Math.ceil(shape.inputs / 4);
    this.tanh = shape.activation === 'tanh';
    let inputs = this.stride;
    for (const { name, outputs } of this.used()) {
      const width = BLOCK * Math.ceil(outputs / BLOCK);
      const [kernel, bias, out] = [this.take(inputs * width), this.take(width), this.take(TOGETHER * width)];
      this.list.push({ inputs, width, kernel, bias, out });
      inputs = width;
      if (name === VALUE) break;
    }
    const widest = Math.max(...this.list.map((layer) => layer.inputs));
    this.base = this.take(widest);
    this.nothing = this.take(widest);
    this.baseSums = this.take(this.list[0]!.width);
    this.start = this.take(TOGETHER + 1);
    this.index = this.take(TOGETHER * widest + 4);
    this.value = this.take(TOGETHER * widest + 4);
    this.room = this.bytes;
    this.reserve(TOGETHER);
    this.setWeights(weights);
  }

  /** Takes over (copies) new weights. @throws RangeError when they do not fit */
  setWeights(weights: Weights): void {
    checkWeights(this.shape, weights);
    for (const [i, { name, inputs, outputs }] of this.used().entries()) {
      const { width, kernel, bias } = this.list[i]!;
      const from = weights[`${name}.kernel`]!;
      const to = this.floats(kernel, inputs * width);
      for (let row = 0; row < inputs; row++) to.set(from.subarray(row * outputs, (row + 1) * outputs), row * width);
      this.floats(bias, outputs).set(weights[`${name}.bias`]!);
    }
    this.compareWith(null);
  }

  /** The layers that values pass through. */
  private used() {
    return layers(this.shape).filter(({ name }) => name.startsWith('trunk.') || name === VALUE);
  }

  /** Makes room for this many observations; those that are there stay. */
  reserve(rows: number): void {
    if (rows <= this.capacity) return;
    this.capacity = Math.max(rows, 2 * this.capacity);
    const missing = this.room + 4 * this.capacity * this.stride - this.wasm.memory.buffer.byteLength;
    if (missing > 0) this.wasm.memory.grow(Math.ceil(missing / 65536));
    this.observations = this.floats(this.room, this.capacity * this.stride);
  }

  /**
   * The observation from which those to come differ little; null: none.
   * @param observation `inputs` numbers
   */
  compareWith(observation: Float32Array | null): void {
    const { base, baseSums } = this;
    const [{ bias, width, out }] = this.list as [Layer];
    const to = this.floats(base, this.stride);
    to.fill(0);
    const sums = this.floats(baseSums, width);
    sums.set(this.floats(bias, width));
    if (!observation) return;
    // Multiplied as the difference from nothing, then kept.
    const seen = this.floats(this.room, this.stride);
    const before = seen.slice();
    seen.set(observation.subarray(0, this.inputs));
    this.multiplied(this.list[0]!, 1, this.room, baseSums);
    sums.set(this.floats(out, width));
    to.set(seen);
    seen.set(before);
  }

  /** Whether two of the observations are the same, bit by bit. */
  same(row: number, other: number): boolean {
    const bytes = 4 * this.stride;
    return this.wasm.unlike(this.room + row * bytes, this.room + other * bytes, bytes) === 0;
  }

  /**
   * The values of the first `rows` observations.
   * @param out written: [rows, values]
   */
  run(rows: number, out: Float32Array): void {
    const { list, values, wasm, tanh } = this;
    const last = list.length - 1;
    const { width, out: result } = list[last]!;
    for (let from = 0; from < rows; from += TOGETHER) {
      const some = Math.min(TOGETHER, rows - from);
      let at = this.room + 4 * from * this.stride;
      for (let i = 0; i <= last; i++) {
        const layer = list[i]!;
        this.multiplied(layer, some, at, i === 0 ? this.baseSums : layer.bias, i > 0);
        at = layer.out;
        if (i === last) break;
        if (tanh) {
          const hidden = this.floats(at, some * layer.width);
          for (let k = 0; k < hidden.length; k++) hidden[k] = Math.tanh(hidden[k]!);
        } else wasm.relu(at, 4 * some * layer.width);
      }
      const numbers = this.floats(result, some * width);
      for (let row = 0; row < some; row++)
        for (let v = 0; v < values; v++) out[(from + row) * values + v] = numbers[row * width + v]!;
    }
  }

  /**
   * The values of one position, compared with none.
   * @param observation `inputs` numbers
   * @param out written: one value a seat, the seat that looks first
   */
  runOne(observation: Float32Array, out: Float32Array): void {
    this.compareWith(null);
    this.observations.set(observation);
    this.run(1, out);
  }

  /** A layer's sums over rows. @param sums what each begins with @param whole compared with nothing */
  private multiplied(layer: Layer, rows: number, from: number, sums: number, whole = false): void {
    const { wasm, start, index, value } = this;
    const { inputs, width, kernel, out } = layer;
    const base = whole ? this.nothing : this.base;
    wasm.differ(4 * rows, from, 4 * inputs, base, start, index, value, width);
    const first = this.floats(sums, width);
    const to = this.floats(out, rows * width);
    for (let row = 0; row < rows; row++) to.set(first, row * width);
    wasm.multiply(4 * rows, start, index, value, kernel, out, 4 * width);
  }

  private take(numbers: number): number {
    const at = this.bytes;
    this.bytes += 64 * Math.ceil(numbers / 16);
    const missing = this.bytes - this.wasm.memory.buffer.byteLength;
    if (missing > 0) this.wasm.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  private floats(at: number, length: number): Float32Array {
    return new Float32Array(this.wasm.memory.buffer, at, length);
  }
}
