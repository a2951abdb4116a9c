/**
 * The network on ONNX Runtime, forward and back, for many rows. ONNX Runtime does the dense products; what is sparse is
 * done here: columns of the observations that are mostly zeros (`FirstLayer`), features
 * of actions, which only legal ones have, and while learning the layers of masked heads, of which only legal outputs count (`MaskedLayer`).
 */
import type { Tensor } from 'onnxruntime-common';
import type { ActionFeatures } from '../action-head.js';
import type { BatchPolicy } from '../batch-policy.js';
import type { GradientNetwork } from '../gradient-network.js';
import {
  checkWeights,
  copyWeights,
  layers,
  type NetworkShape,
  type Outputs,
  type Weights,
  weightShapes,
} from '../network.js';
import { NormalisedInput } from '../normalised-input.js';
import { ActionRows } from './action-rows.js';
import { FirstLayer } from './first-layer.js';
import { MaskedLayer } from './masked-layer.js';
import { createSession, type OnnxSession, type Ort } from './onnx.js';
import { backwardModel, forwardModel, type Inside } from './onnx-passes.js';

/** A smaller batch is no sample of which columns are mostly zeros. */
const FEWEST_ROWS = 16;

/** A head, and what is computed for it outside of ONNX Runtime. */
interface HeadRows {
  name: string;
  width: number;
  /** Outputs of its layer. */
  outputs: number;
  /** What its layer reads, and how wide that is. */
  level: number;
  inputs: number;
  actions: ActionRows | undefined;
  /** Its layer, where few outputs count; while learning only. */
  masked: MaskedLayer | undefined;
}

/** What `backward` needs of the forward pass before it. */
interface Pass {
  order: Int32Array;
  /** Heads whose layers were computed by ONNX Runtime. */
  dense: HeadRows[];
  /** What the layers of the trunk gave. */
  hidden: Float32Array[];
}

/**
 * One network on one thread's ONNX Runtime. Calls may not overlap. The weights are inputs of the models: as constants
 * they would make a batch of 64 a tenth faster, and each change of weights ten milliseconds slower.
 */
export class OnnxNetwork implements BatchPolicy, GradientNetwork {
  /** By pass and what of it is computed inside; opened when first needed. */
  private readonly sessions = new Map<string, Promise<OnnxSession>>();
  private weights: Weights | undefined;
  /** All but the first layer's, over `weights`. */
  private readonly tensors: Record<string, Tensor> = {};
  private readonly first: FirstLayer | undefined;
  /** To play with, and of what `prepare` was shown. */
  private readonly input: NormalisedInput | undefined;
  private readonly preparedInput: NormalisedInput | undefined;
  private readonly heads: HeadRows[];
  /** What `prepare` was shown. */
  private observation: Float32Array = new Float32Array(0);
  private features: ActionFeatures | undefined;
  /** Whether the first layer's columns were told apart since the weights changed. */
  private chosen = false;
  /** Arrays that are used again and again. */
  private readonly arrays = new Map<string, Float32Array>();

  /** @param threads that share each operation; 1 where several workers play */
  constructor(
    private readonly ort: Ort,
    readonly shape: NetworkShape,
    private readonly threads = 1,
  ) {
    const { trunk, inputs } = shape;
    this.input = NormalisedInput.of(shape);
    this.preparedInput = NormalisedInput.of(shape);
    this.first = trunk.length > 0 ? new FirstLayer(inputs, trunk[0]!) : undefined;
    const stack = layers(shape).slice(trunk.length);
    this.heads = shape.heads.map((head, i) => {
      const layer = stack[i]!;
      return {
        ...layer,
        width: head.width,
        actions: head.actions ? new ActionRows(shape, head) : undefined,
        masked: MaskedLayer.fits(head, layer) ? new MaskedLayer(head, layer) : undefined,
      };
    });
  }

  setWeights(weights: Weights): void {
    checkWeights(this.shape, weights);
    this.takeWeights(weights);
    this.chosen = false;
    this.first?.reset();
  }

  async run(
    rows: number,
    given: Float32Array,
    out: Outputs,
    mask?: Uint8Array,
    features?: ActionFeatures,
  ): Promise<void> {
    if (!this.weights) throw new RangeError('the network has no weights yet: call setWeights first');
    const observation = this.input?.read(this.weights, rows, given) ?? given;
    if (!this.chosen && rows >= FEWEST_ROWS) {
      this.first?.choose(rows, observation, 'play');
      this.chosen = true;
    }
    const wanted = this.heads.filter(({ name }) => out[name]);
    const { raw } = await this.trunkAndHeads(rows, observation, wanted, false);
    for (const [i, { name, actions }] of wanted.entries()) {
      if (!actions) {
        out[name]!.set(raw[i]!);
        continue;
      }
      actions.split(rows, raw[i]!, out[name]!);
      actions.add(this.weights, rows, features, undefined, out[name]!, mask);
    }
  }

  prepare(rows: number, observation: Float32Array, weights: Weights, features?: ActionFeatures): void {
    this.features = features;
    this.observation = this.preparedInput?.read(weights, rows, observation) ?? observation;
    this.first?.prepare(rows, this.observation);
  }

  async gradient(
    order: Int32Array,
    weights: Weights,
    loss: (outputs: Outputs) => Outputs,
    gradient: Weights,
    mask?: Uint8Array,
  ): Promise<void> {
    const { outputs, pass } = await this.forward(order, weights, mask);
    await this.backward(pass, loss(outputs), gradient);
  }

  private async forward(
    order: Int32Array,
    weights: Weights,
    mask?: Uint8Array,
  ): Promise<{ outputs: Outputs; pass: Pass }> {
    const { heads, observation } = this;
    const rows = order.length;
    this.takeWeights(weights);
    const dense = heads.filter(({ masked }) => !(mask && masked?.readMask(rows, mask)));
    const { raw, hidden } = await this.trunkAndHeads(rows, observation, dense, true, order);
    const outputs: Outputs = {};
    for (const { name, width, level, actions, masked } of heads) {
      const at = dense.findIndex((head) => head.name === name);
      const made = at < 0 || actions ? this.floats(`out.${name}`, rows * width) : raw[at]!;
      if (at < 0) {
        masked!.load(this.weights![`${name}.kernel`]!, hidden[level - 1]!);
        masked!.forward(this.weights![`${name}.bias`]!, made, actions?.contextFor(rows) ?? NOTHING);
      } else actions?.split(rows, raw[at]!, made);
      actions?.add(this.weights!, rows, this.features, order, made, mask);
      outputs[name] = made;
    }
    return { outputs, pass: { order, dense, hidden } };
  }

  /** @param d gradient of a loss by all outputs */
  private async backward({ order, dense, hidden }: Pass, d: Outputs, gradient: Weights): Promise<void> {
    const { shape, first, heads, observation } = this;
    const rows = order.length;
    const feeds: Record<string, Tensor> = { ...this.tensors };
    for (const head of heads) {
      const { name, outputs, inputs, actions, masked } = head;
      const own = d[name]!;
      const dContext = actions?.back(this.weights!, order, own, gradient) ?? NOTHING;
      if (dense.includes(head))
        feeds[`d.${name}`] = this.matrix(actions?.join(rows, own, dContext) ?? own, rows, outputs);
      else {
        masked!.setGradient(own, dContext);
        const back = masked!.back(gradient[`${name}.kernel`]!, gradient[`${name}.bias`]!);
        feeds[`back.${name}`] = this.matrix(back, rows, inputs);
      }
    }
    const observed = first ? first.x() : this.gathered(rows, observation, order);
    feeds.x = this.matrix(observed, rows, observed.length / rows);
    for (const [i, array] of hidden.entries()) feeds[`hidden.${i}`] = this.matrix(array, rows, shape.trunk[i]!);

    const mixed = first?.mixed ?? false;
    const fetches: Record<string, Tensor> = {};
    const firstGradient = first && this.floats('gradient.first', first.columns.length * first.width);
    const inside = layers(shape).filter(
      ({ name }, i) => i < shape.trunk.length || dense.some((head) => head.name === name),
    );
    for (const { name, inputs, outputs } of inside) {
      const given = givenName(name);
      fetches[`${given}.bias`] = this.vector(this.floats(`${given}.bias`, outputs));
      fetches[`${given}.kernel`] =
        name === 'trunk.0'
          ? this.matrix(firstGradient!, first!.columns.length, first!.width)
          : this.matrix(this.floats(`${given}.kernel`, inputs * outputs), inputs, outputs);
    }
    if (mixed) fetches['d.first'] = this.matrix(first!.sumsGradient(), rows, first!.width);
    await this.execute('backward', { first: !mixed, heads: dense.map(({ name }) => name) }, feeds, fetches);
    for (const { name } of inside) {
      const given = givenName(name);
      gradient[`${name}.bias`]!.set(fetches[`${given}.bias`]!.data as Float32Array);
      if (name === 'trunk.0') first!.gradient(firstGradient!, gradient[`${name}.kernel`]!);
      else gradient[`${name}.kernel`]!.set(fetches[`${given}.kernel`]!.data as Float32Array);
    }
  }

  dispose(): void {
    for (const opening of this.sessions.values()) opening.then((session) => session.release()).catch(() => {});
    this.sessions.clear();
  }

  /**
   * The forward pass as far as ONNX Runtime does it.
   * @param wantHidden whether the outputs of the trunk are needed
   * @returns what the layers of these heads gave, in their order, and those of the trunk
   */
  private async trunkAndHeads(
    rows: number,
    observation: Float32Array,
    heads: readonly HeadRows[],
    wantHidden: boolean,
    order?: Int32Array,
  ): Promise<{ raw: Float32Array[]; hidden: Float32Array[] }> {
    const { shape, first } = this;
    if (order) first?.select(observation, order);
    else first?.read(rows, observation);
    const x = first ? first.x() : this.gathered(rows, observation, order);
    const feeds: Record<string, Tensor> = { ...this.tensors, x: this.matrix(x, rows, x.length / rows) };
    if (first) {
      feeds['first.kernel'] = this.matrix(first.kernel(), first.columns.length, first.width);
      const sums = first.sums();
      feeds['first.sums'] = first.mixed ? this.matrix(sums, rows, first.width) : this.vector(sums);
    }
    const fetches: Record<string, Tensor> = {};
    const fetch = (name: string, width: number) => {
      const array = this.floats(name, rows * width);
      fetches[name] = this.matrix(array, rows, width);
      return array;
    };
    const hidden = wantHidden ? shape.trunk.map((width, i) => fetch(`hidden.${i}`, width)) : [];
    const raw = heads.map(({ name, outputs }) => fetch(`raw.${name}`, outputs));
    const inside = { first: !(first?.mixed ?? false), heads: heads.map(({ name }) => name) };
    if (raw.length + hidden.length > 0) await this.execute('forward', inside, feeds, fetches);
    return { raw, hidden };
  }

  /** Copies the weights: ONNX Runtime does not read shared memory. */
  private takeWeights(weights: Weights): void {
    const { ort, first, shape } = this;
    first?.setWeights(weights['trunk.0.kernel']!, weights['trunk.0.bias']!);
    if (this.weights) {
      for (const [name, own] of Object.entries(this.weights)) own.set(weights[name]!);
      return;
    }
    const { 'trunk.0.kernel': _, ...others } = weights;
    this.weights = copyWeights(others);
    for (const { name, shape: dims } of weightShapes(shape))
      if (this.weights[name]) this.tensors[name] = new ort.Tensor('float32', this.weights[name], dims);
  }

  /** The observations as they are, where there is no layer to split. */
  private gathered(rows: number, observation: Float32Array, order?: Int32Array): Float32Array {
    const { inputs } = this.shape;
    const x = this.floats('x', rows * inputs);
    for (let r = 0; r < rows; r++) {
      const at = (order ? order[r]! : r) * inputs;
      x.set(observation.subarray(at, at + inputs), r * inputs);
    }
    return x;
  }

  /** An array of this length for this use; what it held before is gone. */
  private floats(name: string, length: number): Float32Array {
    let array = this.arrays.get(name);
    if (!array || array.length < length) this.arrays.set(name, (array = new Float32Array(length)));
    return array.subarray(0, length);
  }

  private matrix(data: Float32Array, rows: number, columns: number): Tensor {
    return new this.ort.Tensor('float32', data, [rows, columns]);
  }

  private vector(data: Float32Array): Tensor {
    return new this.ort.Tensor('float32', data, [data.length]);
  }

  private async execute(
    pass: 'forward' | 'backward',
    inside: Inside,
    feeds: Record<string, Tensor>,
    fetches: Record<string, Tensor>,
  ): Promise<void> {
    const key = `${pass} ${inside.first} ${inside.heads}`;
    let opening = this.sessions.get(key);
    if (!opening) {
      const model = pass === 'forward' ? forwardModel(this.shape, inside) : backwardModel(this.shape, inside);
      this.sessions.set(key, (opening = createSession(this.ort, model, this.threads)));
    }
    const session = await opening;
    const wanted = Object.fromEntries(session.inputNames.map((name) => [name, feeds[name]!]));
    await session.run(wanted, fetches);
  }
}

const NOTHING = new Float32Array(0);

/** What the backward pass calls the gradient of a layer. */
function givenName(layer: string): string {
  return `gradient.${layer === 'trunk.0' ? 'first' : layer}`;
}
