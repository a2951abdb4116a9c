/** The network for one position at a time, in plain TypeScript: no engine to load, no memory made per call. */
import { ActionHead } from './action-head.js';
import { activate, denseRow } from './dense-row.js';
import { Encoder } from './encode.js';
import { checkWeights, type LayerShape, layers, type NetworkShape, type Outputs, type Weights } from './network.js';
import { NormalisedInput } from './normalised-input.js';

/** A head, and what is computed for it beside its layer. */
interface HeadStep {
  name: string;
  /** Its place among all layers. */
  layer: number;
  width: number;
  actions: ActionHead | undefined;
  /** For a head with `actions`: what its layer gives, outputs, then context. */
  raw: Float32Array;
}

/** Computes a network for one position at a time. */
export class Inference {
  protected readonly layers: LayerShape[];
  protected readonly kernels: Float32Array[];
  protected readonly biases: Float32Array[];
  /** What each layer of the trunk gave. */
  private readonly hidden: Float32Array[];
  private readonly heads: HeadStep[];
  private readonly input: NormalisedInput | undefined;
  private readonly encoder: Encoder | undefined;

  /** @param weights kept, not copied @throws RangeError when they do not fit */
  constructor(
    readonly shape: NetworkShape,
    private readonly weights: Weights,
  ) {
    checkWeights(shape, weights);
    this.layers = layers(shape);
    this.kernels = this.layers.map(({ name }) => weights[`${name}.kernel`]!);
    this.biases = this.layers.map(({ name }) => weights[`${name}.bias`]!);
    this.input = NormalisedInput.of(shape);
    this.encoder = Encoder.of(shape);
    this.hidden = shape.trunk.map((width) => new Float32Array(width));
    this.heads = shape.heads.map((head, i) => {
      const { name, width } = head;
      const layer = shape.trunk.length + i;
      const actions = head.actions ? new ActionHead(shape, head) : undefined;
      const raw = new Float32Array(actions ? this.layers[layer]!.outputs : 0);
      return { name, layer, width, actions, raw };
    });
  }

  /**
   * @param observation at least `offset + shape.inputs` numbers
   * @param out written: the outputs of the heads it has an array for, each as long as the head is wide; others cost nothing
   * @param mask with it, outputs of masked heads for illegal actions may be left incomplete; the position's part begins
   *   at `maskAt`. A head that reads features of actions needs it
   * @param features of the legal actions by ascending id; the position's begin at number `featuresAt`. A head that reads
   *   them needs them
   */
  run(
    observation: Float32Array,
    offset: number,
    out: Outputs,
    mask?: Uint8Array,
    maskAt = 0,
    features?: Float32Array,
    featuresAt = 0,
  ): void {
    const { hidden, heads, layers, weights, input, encoder } = this;
    const normalised = input ? input.read(weights, 1, observation, offset) : observation;
    const seen = encoder ? encoder.read(weights, normalised, input ? 0 : offset) : normalised;
    const from = input || encoder ? 0 : offset;
    let x = seen;
    let at = from;
    for (let i = 0; i < hidden.length; i++) {
      const sums = hidden[i]!;
      this.dense(i, x, at, sums);
      activate(this.shape.activation, sums, 0, sums.length);
      x = sums;
      at = 0;
    }
    for (let h = 0; h < heads.length; h++) {
      const { name, layer, width, actions, raw } = heads[h]!;
      const to = out[name];
      if (!to) continue;
      const { level } = layers[layer]!;
      this.dense(layer, level === 0 ? seen : hidden[level - 1]!, level === 0 ? from : 0, actions ? raw : to);
      if (!actions) continue;
      to.set(raw.subarray(0, width));
      if (!mask || !features) throw new RangeError(`the head ${name} needs the legal actions and their features`);
      actions.add(weights, mask, maskAt, features, featuresAt, raw, width, to, 0);
    }
  }

  /** Writes what a layer gives, before the activation. */
  protected dense(layer: number, x: Float32Array, at: number, out: Float32Array): void {
    denseRow(x, at, this.layers[layer]!.inputs, this.kernels[layer]!, this.biases[layer]!, out, 0);
  }
}
