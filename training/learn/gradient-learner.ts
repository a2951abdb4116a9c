/**
 * The learner: weights and Adam's moments in plain arrays, gradients from an engine. The same state, batch, generator,
 * machine and number of threads give the same bytes.
 *
 * Each batch is split over `threads`, each with its own engine. Every thread computes the gradient of its rows of each
 * minibatch, and the parts are added in a fixed order. This waits once a step; an engine that splits each operation
 * waits at every operation. Parts of a shuffled minibatch are nearly equal: with 2048 rows on two threads the larger
 * has 1042.
 */
import { clipScale } from '../../agents/network/adam.js';
import type { GradientNetwork } from '../../agents/network/gradient-network.js';
import {
  copyWeights,
  countNumbers,
  type NetworkShape,
  type Outputs,
  type Section,
  sectionsOf,
  tensorsProblem,
  viewTensors,
  type Weights,
} from '../../agents/network/network.js';
import { Parameters } from '../../agents/network/parameters.js';
import { Thread } from '../../env/thread.js';
import { batchRows, type Decisions } from '../collect/batch.js';
import {
  type GradientMemory,
  GradientPart,
  type GradientResult,
  type GradientTask,
  type LearnedNetwork,
} from './gradient.js';
import type { GradientThread } from './gradient-worker.js';
import { diverged, type Learner, type LearnerState, type Pass, type PassResult, stateProblem } from './learner.js';
import type { Loss } from './loss-table.js';
import { addSums, type Sums } from './losses.js';

/**
 * How a learner works.
 * @inline
 */
export interface LearnerSettings {
  /** Threads that share each gradient step, this one included. Results depend on it. Default 1. */
  threads?: number;
  /** Aborts an update between two gradient steps. The learner must not be used afterwards. */
  signal?: AbortSignal | undefined;
}

/** Trains one network with the gradients of an engine. */
export class GradientLearner implements Learner {
  /** Threads in use, this one included. */
  readonly threads: number;
  private readonly signal: AbortSignal | undefined;
  private readonly all: Parameters;
  private readonly views: Weights;
  private readonly sections: readonly Section[];
  private steps: Record<string, number>;
  private readonly part: GradientPart;
  /** The other threads, started when first needed. */
  private workers: Thread<GradientThread>[] = [];
  /** Whether each of them holds its rows of the batch. */
  private shown: Promise<void>[] = [];
  /** The batch that all threads learn from. */
  private batch: Decisions | undefined;

  /**
   * @param network engine of this thread; disposed of with the learner
   * @param learned outputs and tensors of the network
   * @param weights to start from, copied
   * @param shape the network that the other threads compute on ONNX Runtime; without it there is one thread, regardless
   *   of the settings
   * @throws RangeError when the weights do not fit
   */
  constructor(
    network: GradientNetwork,
    private readonly learned: LearnedNetwork,
    weights: Weights,
    { threads = 1, signal }: LearnerSettings = {},
    private readonly shape?: NetworkShape,
  ) {
    const problem = tensorsProblem(learned.weights, weights);
    if (problem) throw new RangeError(problem);
    this.threads = shape ? threads : 1;
    this.signal = signal;
    this.all = new Parameters(countNumbers(learned.weights), this.threads);
    this.views = viewTensors(learned.weights, this.all.weights);
    this.put(weights);
    this.sections = sectionsOf(learned.weights);
    this.steps = Object.fromEntries(this.sections.map(({ name }) => [name, 0]));
    this.part = new GradientPart(network, learned, this.memory(0));
  }

  take(batch: Decisions): void {
    while (this.workers.length < this.threads - 1) {
      const memory = { ...this.memory(this.workers.length + 1), shape: this.shape };
      const module = new URL('./gradient-worker.js', import.meta.url);
      this.workers.push(new Thread<GradientThread>(module, memory, undefined, true));
    }
    const rowsOf = (thread: number) => batchRows(batch, this.firstRow(batch, thread), this.firstRow(batch, thread + 1));
    this.shown = this.workers.map((worker, i) => worker.call('take', rowsOf(i + 1)));
    // Errors are reported with the first task.
    for (const one of this.shown) one.catch(() => {});
    this.part.take(rowsOf(0));
    this.batch = batch;
  }

  async pass({ parts, loss, learningRate, gradientNorm, only, seen }: Pass): Promise<PassResult> {
    const total: PassResult = { sums: {}, gradientNorm: 0 };
    for (const rows of parts) {
      const sums = await this.gradient(rows, loss, seen);
      total.gradientNorm += this.step(learningRate, gradientNorm, only);
      addSums(total.sums, sums);
    }
    return total;
  }

  async finish(): Promise<void> {}

  /**
   * Computes the gradient of the mean loss of these rows at the present weights, and keeps it for `step`.
   * @param rows indices into the batch
   * @param seen as in `Pass`
   * @returns what the loss reports, summed over the rows
   */
  async gradient(rows: Int32Array, loss: Loss, seen: Outputs = {}): Promise<Sums> {
    const { batch, threads } = this;
    if (!batch) throw new RangeError('the learner was shown no batch: call take first');
    if (typeof loss === 'function' && threads > 1)
      throw new RangeError('a loss that is a function cannot be sent to other threads: use one thread');
    // Signals and messages of the collector are handled between two steps.
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
    const wanted = Object.keys(seen);
    const parts: { rows: Int32Array; result: Promise<GradientResult> }[] = [];
    // This thread's part comes last: the others are at work by then.
    for (let thread = threads - 1; thread >= 0; thread--) {
      const [from, to] = [this.firstRow(batch, thread), this.firstRow(batch, thread + 1)];
      const own = rows.filter((row) => from <= row && row < to);
      if (own.length === 0) {
        this.all.gradients[thread]!.fill(0);
        continue;
      }
      const task: GradientTask = { rows: own.map((row) => row - from), scale: 1 / rows.length, loss, wanted };
      const result = thread > 0 ? this.ask(thread - 1, task) : this.part.compute(task);
      parts.unshift({ rows: own, result });
    }
    // Wait for all of them even if one fails: a thread must not be ended while its engine computes.
    const settled = await Promise.allSettled(parts.map(({ result }) => result));
    const results = settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    this.all.addGradients();
    const sums: Sums = {};
    for (const [i, { sums: more, outputs }] of results.entries()) {
      addSums(sums, more);
      for (const head of wanted) scatter(outputs[head]!, parts[i]!.rows, seen[head]!);
    }
    return sums;
  }

  /**
   * Shortens the kept gradient to `gradientNorm` and takes a step of Adam.
   * @returns its length before, of the parts that move
   * @throws UserError when it is not finite; the weights are as they were then
   */
  step(learningRate: number, gradientNorm: number, only?: readonly string[]): number {
    const { all, steps } = this;
    const unknown = only?.find((name) => steps[name] === undefined);
    if (unknown !== undefined) throw new RangeError(`this network has no section ${unknown} to move`);
    const moving = only ? this.sections.filter(({ name }) => only.includes(name)) : this.sections;
    const length = all.gradientLength(joined(moving));
    if (!Number.isFinite(length)) throw diverged(steps);
    const scale = clipScale(length, gradientNorm);
    for (const { name, from, to } of moving) all.move(from, to, ++steps[name]!, learningRate, scale);
    return length;
  }

  weights(): Weights {
    return copyWeights(this.views);
  }

  put(tensors: Weights): void {
    const problem = tensorsProblem(this.learned.weights, { ...this.views, ...tensors });
    if (problem) throw new RangeError(problem);
    for (const [name, tensor] of Object.entries(tensors)) this.views[name]!.set(tensor);
  }

  save(): LearnerState {
    return {
      steps: { ...this.steps },
      weights: this.weights(),
      firstMoments: copyWeights(viewTensors(this.learned.weights, this.all.first)),
      secondMoments: copyWeights(viewTensors(this.learned.weights, this.all.second)),
    };
  }

  load(state: LearnerState): void {
    const { all, learned } = this;
    // Everything is checked before anything is changed.
    const problem = stateProblem(learned.weights, state);
    if (problem) throw new RangeError(problem);
    const parts = [
      [all.weights, state.weights],
      [all.first, state.firstMoments],
      [all.second, state.secondMoments],
    ] as const;
    for (const [flat, tensors] of parts)
      for (const [name, view] of Object.entries(viewTensors(learned.weights, flat))) view.set(tensors[name]!);
    this.steps = { ...state.steps };
  }

  dispose(): void {
    this.part.dispose();
    for (const worker of this.workers) void worker.stop();
    this.workers = [];
  }

  /** One task to one thread. */
  private async ask(worker: number, task: GradientTask): Promise<GradientResult> {
    const [result] = await Promise.all([this.workers[worker]!.call('compute', task), this.shown[worker]]);
    return result;
  }

  /** First row of a thread's part of a batch. */
  private firstRow(batch: Decisions, thread: number): number {
    return Math.floor((thread * batch.rows) / this.threads);
  }

  private memory(thread: number): GradientMemory {
    return { weights: this.all.weights, gradient: this.all.gradients[thread]! };
  }
}

/** Row i of `from` becomes row `rows[i]` of `to`. */
function scatter(from: Float32Array, rows: Int32Array, to: Float32Array): void {
  const width = from.length / rows.length;
  for (let i = 0; i < rows.length; i++) to.set(from.subarray(i * width, (i + 1) * width), rows[i]! * width);
}

/** Merges adjacent sections. */
function joined(list: readonly Section[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const { from, to } of list) {
    const last = parts.at(-1);
    if (last?.to === from) last.to = to;
    else parts.push({ from, to });
  }
  return parts;
}
