/**
 * The way back through the policy layer: only legal actions have a gradient, and few are legal, so most of it is
 * skipped.
 */
import { type NetworkShape, policyOutputs, type Weights } from '../network.js';
import { SparseLayer } from './sparse-layer.js';

/** Above this share of outputs with a gradient the dense product is faster. */
const DENSEST = 0.15;

/** See the head of the file. */
export class PolicyBack {
  private readonly outputs: number;
  private readonly width: number;
  private readonly layer: SparseLayer;
  private readonly turned: Float32Array;
  private readonly none: Float32Array;

  constructor(shape: NetworkShape) {
    this.outputs = policyOutputs(shape);
    this.width = shape.trunk.at(-1)!;
    this.layer = new SparseLayer(this.outputs, this.width, DENSEST);
    this.turned = new Float32Array(this.outputs * this.width);
    this.none = new Float32Array(this.width);
  }

  /** Whether the policy layer of such a network can be computed here. */
  static fits(shape: NetworkShape): boolean {
    return shape.trunk.length > 0 && SparseLayer.fits(shape.trunk.at(-1)!);
  }

  /** Takes in the gradient at the layer's outputs, [rows, outputs]. @returns false when it is too dense */
  read(rows: number, d: Float32Array): boolean {
    return this.layer.read(rows, d);
  }

  /**
   * Writes the gradient of the layer's weights.
   * @param kernel [width, outputs]
   * @param x what went into the layer, [rows, width]
   * @returns the gradient at what went in, [rows, width]; valid until the next call
   */
  back(kernel: Float32Array, x: Float32Array, gradient: Weights): Float32Array {
    const { layer, outputs, width, turned } = this;
    // d * transposed kernel, and the transpose of (transposed d * x).
    transpose(kernel, width, outputs, turned);
    layer.setKernel(turned);
    const back = layer.forward(this.none).slice();
    layer.gradient(x, turned);
    transpose(turned, outputs, width, gradient['policy.kernel']!);
    layer.columnSums(gradient['policy.bias']!);
    return back;
  }
}

/** `out` [columns, rows] becomes `x` [rows, columns] turned over. */
export function transpose(x: Float32Array, rows: number, columns: number, out: Float32Array): void {
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out[c * rows + r] = x[r * columns + c]!;
}
