/**
 * The sums of a layer for a few rows of inputs that are mostly zeros: in Node a sparse product in WebAssembly, elsewhere
 * plain loops that give the same bits. A page may forbid WebAssembly, and would log an error for each try.
 */
import { SparseLayer } from '../../../agents/network/engines/sparse-layer.js';

/** One layer for a few rows of inputs that are mostly zeros. */
export interface RowsLayer {
  /** What `run` has given, [rows, width]. */
  readonly sums: Float32Array;
  /** sums = bias + x * weights. @param x [rows, inputs] */
  run(x: Float32Array, bias: Float32Array): void;
}

const here = globalThis as { process?: { versions?: { node?: string } } };

/** @param kernel [inputs, width]; copied @param width a multiple of 32 is faster */
export function rowsLayer(rows: number, inputs: number, width: number, kernel: Float32Array): RowsLayer {
  const sparse = here.process?.versions?.node !== undefined && SparseLayer.fits(width);
  return sparse ? new SparseRows(rows, inputs, width, kernel) : new PlainRows(rows, inputs, width, kernel);
}

class SparseRows implements RowsLayer {
  readonly sums: Float32Array;
  private readonly layer: SparseLayer;

  constructor(
    private readonly rows: number,
    inputs: number,
    width: number,
    kernel: Float32Array,
  ) {
    this.layer = new SparseLayer(inputs, width, 1, false);
    this.layer.setKernel(kernel);
    // Its arrays stay where they are from here on.
    this.layer.reserve(rows);
    this.sums = this.layer.output(rows);
  }

  run(x: Float32Array, bias: Float32Array): void {
    this.layer.read(this.rows, x);
    this.layer.forward(bias);
  }
}

/** The same in plain loops. */
export class PlainRows implements RowsLayer {
  private readonly weights: Float32Array;
  readonly sums: Float32Array;

  constructor(
    private readonly rows: number,
    private readonly inputs: number,
    private readonly width: number,
    kernel: Float32Array,
  ) {
    this.weights = kernel.slice();
    this.sums = new Float32Array(rows * width);
  }

  run(x: Float32Array, bias: Float32Array): void {
    const { rows, inputs, width, weights, sums } = this;
    for (let r = 0; r < rows; r++) {
      const to = r * width;
      sums.set(bias, to);
      for (let i = 0; i < inputs; i++) {
        const value = x[r * inputs + i]!;
        if (value === 0) continue;
        const at = i * width;
        // Products are rounded to 32 bits before they are added, as the processor does it there.
        for (let j = 0; j < width; j++) sums[to + j]! += Math.fround(value * weights[at + j]!);
      }
    }
  }
}
