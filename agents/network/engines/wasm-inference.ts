/**
 * The network for one position at a time, like `Inference` and several times as fast: layers whose width suits the
 * WebAssembly function run there. Synchronous, nothing to load.
 */
import { Inference } from '../inference.js';
import type { NetworkShape, Weights } from '../network.js';
import { SparseLayer } from './sparse-layer.js';

/** Computes a network for one position at a time, in WebAssembly. */
export class WasmInference extends Inference {
  /** By layer; none where it does not suit. */
  private readonly sparse: (SparseLayer | undefined)[];

  /** @param weights copied, or kept where a layer does not suit */
  constructor(shape: NetworkShape, weights: Weights) {
    super(shape, weights);
    this.sparse = this.layers.map(({ inputs, outputs }, i) => {
      // Takes any number of non-zeros: for a single row it is faster than TypeScript even without zeros.
      const sparse = SparseLayer.fits(outputs) ? new SparseLayer(inputs, outputs, 1, false) : undefined;
      sparse?.setKernel(this.kernels[i]!);
      return sparse;
    });
  }

  protected override dense(layer: number, x: Float32Array, at: number, out: Float32Array): void {
    const sparse = this.sparse[layer];
    if (sparse?.read(1, at === 0 ? x : x.subarray(at, at + this.layers[layer]!.inputs)))
      out.set(sparse.forward(this.biases[layer]!));
    else super.dense(layer, x, at, out);
  }
}
