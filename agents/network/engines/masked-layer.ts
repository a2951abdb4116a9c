/**
 * The layer of a masked head when few actions are legal: illegal outputs are not computed, and outputs without a gradient
 * are skipped on the way back.
 */
import type { Head, LayerShape } from '../network.js';
import { SparseLayer } from './sparse-layer.js';

/** Above this share of outputs that count the dense product is faster. */
const DENSEST = 0.15;

/** Computes the legal outputs of one masked head. Call `readMask` or `readGradient`, then `load`, then the others. */
export class MaskedLayer {
  private readonly actions: number;
  private readonly outputs: number;
  private readonly width: number;
  /** It reads features of actions: its context counts wherever anything is legal. */
  private readonly features: boolean;
  /** From the outputs to what goes in: the transposed layer. */
  private readonly layer: SparseLayer;
  private readonly turned: Float32Array;
  private readonly none: Float32Array;

  /** @param layer of that head */
  constructor(head: Head, layer: LayerShape) {
    this.actions = head.width;
    this.outputs = layer.outputs;
    this.width = layer.inputs;
    this.features = head.actions !== undefined;
    this.layer = new SparseLayer(this.outputs, this.width, DENSEST);
    this.turned = new Float32Array(this.outputs * this.width);
    this.none = new Float32Array(this.width);
  }

  /** Whether the layer of such a head can be computed here. */
  static fits(head: Head, layer: LayerShape): boolean {
    return head.masked === true && layer.level > 0 && SparseLayer.fits(layer.inputs);
  }

  /** Legal actions are what counts, and of a head that reads their features the context. @returns false: too many */
  readMask(rows: number, mask: Uint8Array): boolean {
    const { actions, outputs, features } = this;
    return this.layer.readColumns(rows, (row, add) => {
      let any = false;
      for (let a = 0, at = row * actions; a < actions; a++, at++) {
        if (mask[at] === 0) continue;
        add(a);
        any = true;
      }
      if (features && any) for (let j = actions; j < outputs; j++) add(j);
    });
  }

  /** What has a gradient [rows, outputs of the layer] is what counts. @returns false when that is too much */
  readGradient(rows: number, d: Float32Array): boolean {
    return this.layer.read(rows, d);
  }

  /** @param kernel [width, outputs of the layer] @param x what goes into the layer, [rows, width] */
  load(kernel: Float32Array, x: Float32Array): void {
    const { layer, outputs, width, turned } = this;
    for (let i = 0; i < width; i++) for (let a = 0; a < outputs; a++) turned[a * width + i] = kernel[i * outputs + a]!;
    layer.setKernel(turned);
    layer.output(x.length / width).set(x);
  }

  /**
   * Writes the outputs that count and leaves the others as they are. After `readMask`.
   * @param out [rows, actions]
   * @param context [rows, its width]
   */
  forward(bias: Float32Array, out: Float32Array, context: Float32Array): void {
    const { layer, actions } = this;
    const width = this.outputs - actions;
    layer.dots();
    layer.eachEntry((row, output, value) => {
      const sum = value + bias[output]!;
      if (output < actions) out[row * actions + output] = sum;
      else context[row * width + output - actions] = sum;
      return sum;
    });
  }

  /** Takes in the gradient at the outputs and at the context. After `readMask`. */
  setGradient(d: Float32Array, dContext: Float32Array): void {
    const { actions } = this;
    const width = this.outputs - actions;
    this.layer.eachEntry((row, output) =>
      output < actions ? d[row * actions + output]! : dContext[row * width + output - actions]!,
    );
  }

  /**
   * Writes the gradient of the layer's weights.
   * @returns the gradient at what goes in [rows, width], until the next call
   */
  back(kernel: Float32Array, bias: Float32Array): Float32Array {
    const { layer, outputs, width, turned } = this;
    // The transpose of (transposed gradient * x), and gradient * transposed kernel.
    layer.gradient(undefined, turned);
    for (let i = 0; i < width; i++) for (let a = 0; a < outputs; a++) kernel[i * outputs + a] = turned[a * width + i]!;
    layer.columnSums(bias);
    return layer.forward(this.none);
  }
}
