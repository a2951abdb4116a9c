/** The network on ONNX Runtime: forward for many rows. Training has a graph of its own (`training/onnx-step.ts`). */
import type { Tensor } from 'onnxruntime-node';
import type { BatchPolicy } from '../batch-policy.js';
import { copyWeights, type NetworkShape, type Weights, weightShapes, weightsProblem } from '../network.js';
import { createSession, type Ort, type Session } from './onnx.js';
import { OnnxGraph } from './onnx-graph.js';
import { forward, ROWS } from './onnx-policy.js';

/**
 * One network on one thread's ONNX Runtime. Calls of `forward` may not overlap. The weights are inputs of the model: as
 * constants they would make a batch of 64 a tenth faster, and each change of weights ten milliseconds slower.
 */
export class OnnxNetwork implements BatchPolicy {
  /** With the mask as an input, where there is a board head, and without. */
  private readonly sessions = new Map<boolean, Promise<Session>>();
  private weights: Record<string, Tensor> | undefined;
  /** The rows of a call, in memory of our own: ONNX Runtime does not read shared memory. */
  private input = new Float32Array(0);
  private mask = new Uint8Array(0);

  /** @param threads that share each operation; 1 where several workers play */
  constructor(
    private readonly ort: Ort,
    readonly shape: NetworkShape,
    private readonly threads = 1,
  ) {}

  setWeights(weights: Weights): void {
    const problem = weightsProblem(this.shape, weights);
    if (problem) throw new RangeError(problem);
    const copy = copyWeights(weights);
    this.weights = Object.fromEntries(
      weightShapes(this.shape).map(({ name, shape: dims }) => [
        name,
        new this.ort.Tensor('float32', copy[name]!, dims),
      ]),
    );
  }

  async forward(
    rows: number,
    observation: Float32Array,
    logits: Float32Array,
    values: Float32Array,
    mask?: Uint8Array,
  ): Promise<void> {
    const { inputs, actions, board } = this.shape;
    if (!this.weights) throw new RangeError('the network has no weights yet: call setWeights first');
    const masked = board !== undefined && mask !== undefined;
    let opening = this.sessions.get(masked);
    if (!opening) this.sessions.set(masked, (opening = this.open(masked)));
    const session = await opening;
    if (this.input.length < rows * inputs) this.input = new Float32Array(rows * inputs);
    this.input.set(observation.subarray(0, rows * inputs));
    const x = new this.ort.Tensor('float32', this.input.subarray(0, rows * inputs), [rows, inputs]);
    const feeds: Record<string, Tensor> = { ...this.weights, observation: x };
    if (masked) {
      if (this.mask.length < rows * actions) this.mask = new Uint8Array(rows * actions);
      this.mask.set(mask.subarray(0, rows * actions));
      feeds.mask = new this.ort.Tensor('bool', this.mask.subarray(0, rows * actions), [rows, actions]);
    }
    const out = await session.run(feeds);
    logits.set(out.logits!.data as Float32Array);
    values.set(out.values!.data as Float32Array);
  }

  dispose(): void {
    for (const opening of this.sessions.values()) opening.then((session) => session.release()).catch(() => {});
    this.sessions.clear();
  }

  private open(masked: boolean): Promise<Session> {
    const { shape } = this;
    const graph = new OnnxGraph('policy');
    const observation = graph.input('observation', 'float32', [ROWS, shape.inputs]);
    for (const { name, shape: dims } of weightShapes(shape)) graph.input(name, 'float32', dims);
    const mask = masked ? graph.input('mask', 'bool', [ROWS, shape.actions]) : undefined;
    forward(graph, shape, observation, (name) => name, { logits: 'logits', values: 'values' }, mask);
    graph.output('logits', 'float32', [ROWS, shape.actions]);
    graph.output('values', 'float32', [ROWS, shape.values]);
    return createSession(this.ort, graph.encode(), this.threads);
  }
}
