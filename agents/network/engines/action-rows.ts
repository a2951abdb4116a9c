/**
 * Features of legal actions for many rows: what engines do beside the dense layer of a head that reads them, forward and
 * back. Where its width suits, all legal actions of a batch are the rows of one sparse product in WebAssembly; else
 * `ActionHead` takes them one by one.
 */
import { type ActionFeatures, ActionHead, actionTensors, listActions } from '../action-head.js';
import type { Head, NetworkShape, Weights } from '../network.js';
import { SparseLayer } from './sparse-layer.js';

/** What `back` needs of the `add` before it; kept, not copied. */
interface Pass {
  mask: Uint8Array;
  features: ActionFeatures;
}

/** Room that is made beyond what a batch needs: the next one has some more actions. */
const SPARE = 1.25;

/** The features of the legal actions of a batch, for one head. Its rows are those of the last `split` or `contextFor`. */
export class ActionRows {
  private readonly head: ActionHead;
  private readonly outputs: number;
  private readonly width: number;
  private context = new Float32Array(0);
  private dContext = new Float32Array(0);
  private raw = new Float32Array(0);
  private passed: Pass | undefined;
  private readonly layer: SparseLayer | undefined;
  /** Actions that `layer`, `gathered` and `whose` have room for. */
  private room = 0;
  private actions = 0;
  /** Features of all actions, one behind the other. */
  private gathered = new Float32Array(0);
  /** The row of each, and its output there: `row * outputs + action`. */
  private whose = new Int32Array(0);
  private place = new Int32Array(0);

  /** @param head one with `actions` */
  constructor(
    shape: NetworkShape,
    private readonly shapeOfHead: Head,
  ) {
    this.head = new ActionHead(shape, shapeOfHead);
    this.outputs = shapeOfHead.width;
    this.width = shapeOfHead.actions!;
    if (SparseLayer.fits(this.width)) this.layer = new SparseLayer(this.head.size, this.width, 1);
  }

  /** The array to write the context of this many rows to, [rows, hidden units per action]. */
  contextFor(rows: number): Float32Array {
    const size = rows * this.width;
    if (this.context.length < size) this.context = new Float32Array(size);
    return this.context.subarray(0, size);
  }

  /** Takes what the layer gave, [rows, outputs and context], apart. @param y written, the outputs [rows, outputs] */
  split(rows: number, raw: Float32Array, y: Float32Array): void {
    const { outputs, width } = this;
    const context = this.contextFor(rows);
    const both = outputs + width;
    for (let r = 0; r < rows; r++) {
      y.set(raw.subarray(r * both, r * both + outputs), r * outputs);
      context.set(raw.subarray(r * both + outputs, (r + 1) * both), r * width);
    }
  }

  /**
   * Adds to the outputs of legal actions.
   * @param features those of which `order` names rows; without it row after row
   * @param mask [rows, outputs], in the order of the outputs
   * @throws RangeError without features or a mask
   */
  add(
    weights: Weights,
    rows: number,
    features: ActionFeatures | undefined,
    order: Int32Array | undefined,
    y: Float32Array,
    mask: Uint8Array | undefined,
  ): void {
    const { head, outputs, width, context, layer } = this;
    if (!mask || !features)
      throw new RangeError(`the head ${this.shapeOfHead.name} needs the legal actions and their features`);
    this.passed = { mask, features };
    if (layer) {
      this.gather(rows, mask, features, order);
      this.addAll(layer, weights, y);
      return;
    }
    const { values, first } = features;
    for (let r = 0; r < rows; r++) {
      const at = first[order ? order[r]! : r]! * head.size;
      head.add(weights, mask, r * outputs, values, at, context, r * width, y, r * outputs);
    }
  }

  /** Lists the legal actions of all rows that have features, and these. */
  private gather(rows: number, mask: Uint8Array, features: ActionFeatures, order: Int32Array | undefined): void {
    const { outputs, head } = this;
    let legal = 0;
    for (let i = 0; i < rows * outputs; i++) legal += mask[i]!;
    this.makeRoom(legal);
    const out = { features: this.gathered, row: this.whose, place: this.place };
    this.actions = listActions(rows, outputs, mask, features, order, head.size, out);
  }

  private makeRoom(actions: number): void {
    if (actions <= this.room) return;
    this.room = Math.ceil(SPARE * actions);
    this.gathered = new Float32Array(this.room * this.head.size);
    this.whose = new Int32Array(this.room);
    this.place = new Int32Array(this.room);
    this.layer!.reserve(this.room);
  }

  private addAll(layer: SparseLayer, weights: Weights, y: Float32Array): void {
    const { actions, gathered, whose, place, context, width } = this;
    const { kernel, out: tensor } = actionTensors(this.shapeOfHead.name);
    layer.setKernel(weights[kernel]!);
    layer.read(actions, gathered);
    const hidden = layer.output(actions);
    for (let k = 0; k < actions; k++) {
      const from = whose[k]! * width;
      for (let j = 0; j < width; j++) hidden[k * width + j] = context[from + j]!;
    }
    layer.add();
    const out = weights[tensor]!;
    for (let k = 0; k < actions; k++) {
      let sum = 0;
      for (let j = 0, h = k * width; j < width; j++, h++) if (hidden[h]! > 0) sum += hidden[h]! * out[j]!;
      y[place[k]!]! += sum;
    }
  }

  /**
   * Writes the gradient of the head's own tensors, from the last `add` on.
   * @param order rows of the features
   * @param d gradient at the outputs, [rows, outputs]
   * @returns that at the context, [rows, hidden units an action], until the next call
   */
  back(weights: Weights, order: Int32Array, d: Float32Array, gradient: Weights): Float32Array {
    const { head, outputs, width, context, layer } = this;
    const size = order.length * width;
    if (this.dContext.length < size) this.dContext = new Float32Array(size);
    const dContext = this.dContext.subarray(0, size).fill(0);
    for (const name of head.tensors) gradient[name]!.fill(0);
    if (layer) {
      this.backAll(layer, weights, d, gradient, dContext);
      return dContext;
    }
    const { mask, features } = this.passed!;
    const { values, first } = features;
    for (let r = 0; r < order.length; r++) {
      const at = first[order[r]!]! * head.size;
      const [row, own] = [r * outputs, r * width];
      head.gradient(weights, mask, row, values, at, context, own, d, row, gradient, dContext, own);
    }
    return dContext;
  }

  private backAll(
    layer: SparseLayer,
    weights: Weights,
    d: Float32Array,
    gradient: Weights,
    dContext: Float32Array,
  ): void {
    const { actions, whose, place, width } = this;
    const { kernel, out: tensor } = actionTensors(this.shapeOfHead.name);
    const out = weights[tensor]!;
    const dOut = gradient[tensor]!;
    // What `add` left before the relu becomes the gradient there.
    const hidden = layer.output(actions);
    for (let k = 0; k < actions; k++) {
      const by = d[place[k]!]!;
      const to = whose[k]! * width;
      for (let j = 0, h = k * width; j < width; j++, h++) {
        if (!(hidden[h]! > 0)) {
          hidden[h] = 0;
          continue;
        }
        dOut[j]! += by * hidden[h]!;
        hidden[h] = by * out[j]!;
        dContext[to + j]! += hidden[h]!;
      }
    }
    layer.gradient(undefined, gradient[kernel]!);
  }

  /** The other way round than `split`: the gradient at what the layer gave. Holds until the next call. */
  join(rows: number, d: Float32Array, dContext: Float32Array): Float32Array {
    const { outputs, width } = this;
    const both = outputs + width;
    if (this.raw.length < rows * both) this.raw = new Float32Array(rows * both);
    const raw = this.raw.subarray(0, rows * both);
    for (let r = 0; r < rows; r++) {
      raw.set(d.subarray(r * outputs, (r + 1) * outputs), r * both);
      raw.set(dContext.subarray(r * width, (r + 1) * width), r * both + outputs);
    }
    return raw;
  }
}
