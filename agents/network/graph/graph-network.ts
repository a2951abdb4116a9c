/**
 * Any network on ONNX Runtime, forward and back, as graphs that are written forward alone (tape.ts). For networks that read
 * a board or things before the trunk; those of dense layers alone are faster on `OnnxNetwork`, which skips zeros.
 */
import type { Tensor } from 'onnxruntime-common';
import type { ActionFeatures } from '../action-head.js';
import type { BatchPolicy } from '../batch-policy.js';
import { createSession, type OnnxSession, type Ort } from '../engines/onnx.js';
import { ROWS } from '../engines/onnx-graph.js';
import type { GradientNetwork } from '../gradient-network.js';
import { checkWeights, copyWeights, type NetworkShape, type Outputs, type Weights } from '../network.js';
import { NormalisedInput } from '../normalised-input.js';
import { forwardGraph, headsWanted, laidOut, seen } from './forward-graph.js';
import { learnedTensors } from './tape-network.js';

type Feeds = Record<string, Tensor>;

/** One network on one thread's ONNX Runtime. Calls may not overlap. The weights are inputs of its graphs. */
export class GraphNetwork implements BatchPolicy, GradientNetwork {
  /** By the heads that are wanted, and that of the gradient; opened when first needed. */
  private readonly sessions = new Map<string, Promise<OnnxSession>>();
  private weights: Weights | undefined;
  private readonly input: NormalisedInput | undefined;
  private readonly preparedInput: NormalisedInput | undefined;
  private observation: Float32Array = new Float32Array(0);
  private features: ActionFeatures | undefined;

  /** @param threads that share each operation; 1 where several workers play */
  constructor(
    private readonly ort: Ort,
    readonly shape: NetworkShape,
    private readonly threads = 1,
  ) {
    this.input = NormalisedInput.of(shape);
    this.preparedInput = NormalisedInput.of(shape);
  }

  setWeights(weights: Weights): void {
    checkWeights(this.shape, weights);
    this.weights = copyWeights(weights);
  }

  async run(
    rows: number,
    given: Float32Array,
    out: Outputs,
    mask?: Uint8Array,
    features?: ActionFeatures,
  ): Promise<void> {
    const { weights, shape } = this;
    if (!weights) throw new RangeError('the network has no weights yet: call setWeights first');
    const observation = this.input?.read(weights, rows, given) ?? given.subarray(0, rows * shape.inputs);
    const wanted = headsWanted(shape, out, mask, features);
    const session = await this.opened(`forward ${wanted}`, () => forwardGraph(shape, wanted));
    const outputs = await this.execute(session, {
      ...this.tensorsOf(weights),
      ...this.seen(rows, observation, mask, features),
    });
    for (const name of wanted) out[name]!.set(outputs[`out.${name}`]!.data as Float32Array);
  }

  prepare(rows: number, observation: Float32Array, weights: Weights, features?: ActionFeatures): void {
    // What is read is this call's: the place is used again.
    this.observation = this.preparedInput?.read(weights, rows, observation) ?? observation;
    this.features = features;
  }

  async gradient(
    order: Int32Array,
    weights: Weights,
    loss: (outputs: Outputs) => Outputs,
    gradient: Weights,
    mask?: Uint8Array,
  ): Promise<void> {
    const { shape, features } = this;
    const rows = order.length;
    const observation = this.gathered(order);
    const heads = shape.heads.map(({ name }) => name);
    const feeds = {
      ...this.tensorsOf(weights),
      ...this.seen(rows, observation, mask, features, order),
    };
    const forward = await this.opened(`forward ${heads}`, () => forwardGraph(shape, heads));
    const outputs = await this.execute(forward, feeds);
    const d = loss(
      Object.fromEntries(heads.map((name) => [name, (outputs[`out.${name}`]!.data as Float32Array).slice()])),
    );
    for (const { name, width } of shape.heads)
      feeds[`d.${name}`] = this.floats(d[name]!.subarray(0, rows * width), [rows, width]);
    // Forward once more, and back: what lies between stays inside of ONNX Runtime.
    const back = await this.opened('gradient', () => gradientGraph(shape));
    const made = await this.execute(back, feeds);
    for (const { name } of learnedTensors(shape)) gradient[name]!.set(made[`gradient.${name}`]!.data as Float32Array);
  }

  dispose(): void {
    for (const opening of this.sessions.values()) opening.then((session) => session.release()).catch(() => {});
    this.sessions.clear();
  }

  private gathered(order: Int32Array): Float32Array {
    const { inputs } = this.shape;
    const x = new Float32Array(order.length * inputs);
    for (const [i, row] of order.entries())
      x.set(this.observation.subarray(row * inputs, (row + 1) * inputs), i * inputs);
    return x;
  }

  private tensorsOf(weights: Weights): Feeds {
    return Object.fromEntries(
      learnedTensors(this.shape).map(({ name, shape }) => [name, this.floats(weights[name]!, shape)]),
    );
  }

  /** What a graph is shown of some rows. */
  private seen(
    rows: number,
    observation: Float32Array,
    mask: Uint8Array | undefined,
    known: ActionFeatures | undefined,
    order?: Int32Array,
  ): Feeds {
    const shown = Object.entries(seen(this.shape, rows, observation, mask, known, order));
    return Object.fromEntries(
      shown.map(([name, { data, dims }]) => [
        name,
        data instanceof Float32Array ? this.floats(data, dims) : new this.ort.Tensor('int32', data, dims),
      ]),
    );
  }

  /** ONNX Runtime does not read shared memory. */
  private floats(data: Float32Array, dims: readonly number[]): Tensor {
    const own = data.buffer instanceof SharedArrayBuffer ? data.slice() : data;
    return new this.ort.Tensor('float32', own, dims);
  }

  private opened(key: string, model: () => Uint8Array): Promise<OnnxSession> {
    let opening = this.sessions.get(key);
    if (!opening) this.sessions.set(key, (opening = createSession(this.ort, model(), this.threads)));
    return opening;
  }

  private async execute(session: OnnxSession, feeds: Feeds): Promise<Feeds> {
    const wanted = Object.fromEntries(session.inputNames.map((name) => [name, feeds[name]!]));
    return (await session.run(wanted)) as Feeds;
  }
}

/** The gradient of the sum of outputs times `d.<head>` by every tensor that gradients move. */
function gradientGraph(shape: NetworkShape): Uint8Array {
  const { tape, tensors, outputs } = laidOut(shape, 'gradient', true);
  const parts = shape.heads.map(({ name, width }) =>
    tape.total(tape.times(outputs.get(name)!, tape.input(`d.${name}`, [ROWS, width]))),
  );
  const names = [...tensors.keys()];
  const gradients = tape.gradients(
    parts.reduce((sum, part) => tape.add(sum, part)),
    [...tensors.values()],
  );
  for (const [i, gradient] of gradients.entries()) tape.output(gradient, `gradient.${names[i]}`);
  return tape.graph.encode();
}
