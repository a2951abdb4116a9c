/**
 * The network for one position at a time, like `Inference` and several times as fast: layers whose width suits the
 * WebAssembly function run there. Synchronous, nothing to load.
 */
import { BoardHead } from '../board-head.js';
import {
  activate,
  denseRow,
  type LayerShape,
  layers,
  type NetworkShape,
  policyOutputs,
  type Weights,
  weightsProblem,
} from '../network.js';
import { SparseLayer } from './sparse-layer.js';

/** A layer, and where it is computed: in WebAssembly if `sparse` is there. */
interface Step {
  layer: LayerShape;
  kernel: Float32Array;
  bias: Float32Array;
  sparse: SparseLayer | undefined;
  /** Output of a trunk layer. */
  out: Float32Array | undefined;
}

/** See the head of the file. */
export class WasmInference {
  private readonly steps: Step[];
  private readonly board: BoardHead | undefined;
  /** Logits and context, where there is a board head. */
  private readonly raw: Float32Array;

  /** @param weights copied, or kept where a layer does not suit */
  constructor(
    readonly shape: NetworkShape,
    private readonly weights: Weights,
  ) {
    const problem = weightsProblem(shape, weights);
    if (problem) throw new RangeError(problem);
    this.board = shape.board && new BoardHead(shape.board);
    this.raw = new Float32Array(shape.board ? policyOutputs(shape) : 0);
    this.steps = layers(shape).map((layer, i) => {
      const kernel = weights[`${layer.name}.kernel`]!;
      const bias = weights[`${layer.name}.bias`]!;
      // Takes any number of non-zeros: for a single row it is faster than TypeScript even without zeros.
      const sparse = SparseLayer.fits(layer.outputs)
        ? new SparseLayer(layer.inputs, layer.outputs, 1, false)
        : undefined;
      sparse?.setKernel(kernel);
      return { layer, kernel, bias, sparse, out: i < shape.trunk.length ? new Float32Array(layer.outputs) : undefined };
    });
  }

  /** As `Inference.run`; with a mask, the board head leaves the logits of illegal squares as they are. */
  run(
    observation: Float32Array,
    offset: number,
    logits: Float32Array,
    values: Float32Array,
    mask?: Uint8Array,
    maskAt = 0,
  ): void {
    let x = observation;
    let at = offset;
    const { board, raw, shape, weights } = this;
    for (const { layer, kernel, bias, sparse, out } of this.steps) {
      const to = out ?? (layer.name === 'policy' ? (board ? raw : logits) : values);
      if (sparse?.read(1, at === 0 ? x : x.subarray(at, at + layer.inputs))) to.set(sparse.forward(bias));
      else denseRow(x, at, layer.inputs, kernel, bias, to, 0);
      if (!out) continue;
      activate(this.shape.activation, out, 0, out.length);
      x = out;
      at = 0;
    }
    if (!board) return;
    logits.set(raw.subarray(0, shape.actions));
    board.add(weights, observation, offset, raw, shape.actions, logits, 0, mask, maskAt);
  }
}
