/** The network on ONNX Runtime: forward for many rows. Training has a graph of its own (`training/onnx-step.ts`). */
import type { BatchPolicy } from '../batch-policy.js';
import { copyWeights, type NetworkShape, type Weights, weightsProblem } from '../network.js';
import { createSession, type Ort, type Session } from './onnx.js';
import { OnnxGraph } from './onnx-graph.js';
import { constantWeights, forward, ROWS } from './onnx-policy.js';

/** One network on one thread's ONNX Runtime. Calls of `forward` may not overlap. */
export class OnnxNetwork implements BatchPolicy {
  private session: Promise<Session> | undefined;
  private weights: Weights | undefined;
  /** The rows of a call, in memory of our own: ONNX Runtime does not read shared memory. */
  private input = new Float32Array(0);

  /** @param threads that share each operation; 1 where several workers play */
  constructor(
    private readonly ort: Ort,
    readonly shape: NetworkShape,
    private readonly threads = 1,
  ) {}

  /**
   * The next `forward` makes a session of the new weights: a few milliseconds, after which they lie in memory as the
   * matrix product wants them. As inputs of the model they would be laid out anew in each call.
   */
  setWeights(weights: Weights): void {
    const problem = weightsProblem(this.shape, weights);
    if (problem) throw new RangeError(problem);
    this.dispose();
    this.weights = copyWeights(weights);
  }

  async forward(rows: number, observation: Float32Array, logits: Float32Array, values: Float32Array): Promise<void> {
    const { inputs } = this.shape;
    const session = await (this.session ??= this.open());
    if (this.input.length < rows * inputs) this.input = new Float32Array(rows * inputs);
    this.input.set(observation.subarray(0, rows * inputs));
    const x = new this.ort.Tensor('float32', this.input.subarray(0, rows * inputs), [rows, inputs]);
    const out = await session.run({ observation: x });
    logits.set(out.logits!.data as Float32Array);
    values.set(out.values!.data as Float32Array);
  }

  dispose(): void {
    this.session?.then((session) => session.release()).catch(() => {});
    this.session = undefined;
  }

  private open(): Promise<Session> {
    const { shape, weights } = this;
    if (!weights) throw new RangeError('the network has no weights yet: call setWeights first');
    const graph = new OnnxGraph('policy');
    const observation = graph.input('observation', 'float32', [ROWS, shape.inputs]);
    forward(graph, shape, observation, constantWeights(graph, shape, weights), { logits: 'logits', values: 'values' });
    graph.output('logits', 'float32', [ROWS, shape.actions]);
    graph.output('values', 'float32', [ROWS, shape.values]);
    return createSession(this.ort, graph.encode(), this.threads);
  }
}
