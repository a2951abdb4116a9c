/**
 * The learner: weights and Adam's moments in plain arrays, gradients from an engine. Same state, same batch, same
 * generator, same machine, as many threads: same bytes.
 *
 * Each batch is split over `threads`, each with an engine of its own: every thread brings its rows into the form it
 * computes with, and of each minibatch computes the gradient of those that are its own, and the parts are added in a
 * fixed order. That needs no more than one wait a step, where an engine that splits each operation by itself waits at
 * each of them. Parts of a shuffled minibatch are nearly equal: of 2048 rows on two threads the larger one has 1042.
 */
import type { Worker } from 'node:worker_threads';
import { clipScale } from '../../agents/network/adam.js';
import type { Engine } from '../../agents/network/engines/engines.js';
import type { GradientNetwork } from '../../agents/network/gradient-network.js';
import {
  copyWeights,
  countWeights,
  flattenWeights,
  type NetworkShape,
  viewWeights,
  type Weights,
} from '../../agents/network/network.js';
import { Parameters } from '../../agents/network/parameters.js';
import type { Rng } from '../../env/chance.js';
import { startThread } from '../../env/thread.js';
import { type GradientMemory, GradientPart, type LossResult, type LossTask } from './gradient.js';
import type { GradientAnswer, GradientCall } from './gradient-worker.js';
import { type ImitationSteps, type ImitationSums, imitate } from './imitation.js';
import {
  type Batch,
  batchRows,
  type ImitationBatch,
  type ImitationSettings,
  type Learner,
  type LearnerState,
  type UpdateSettings,
  type UpdateStats,
} from './learner.js';
import { type GradientSteps, type LossSettings, type LossSums, type PpoSums, ppoUpdate } from './ppo.js';

/** How a learner works. */
export interface LearnerSettings {
  /** Threads that share each gradient step, this one included; part of what makes a run repeatable. Default 1. */
  threads?: number;
  /** Gives up an update between two gradient steps. The learner must not be used on then. */
  signal?: AbortSignal | undefined;
}

/** See the head of the file. */
export class GradientLearner implements Learner, GradientSteps, ImitationSteps {
  /** Threads in use, this one included. */
  readonly threads: number;
  private readonly signal: AbortSignal | undefined;
  private readonly all: Parameters;
  private readonly views: Weights;
  /** Where the value head begins in the flat arrays. It lies last. */
  private readonly valueHead: number;
  private steps = 0;
  private valueSteps = 0;
  private readonly part: GradientPart;
  /** The other threads. Started when first needed. */
  private workers: Worker[] = [];
  /** What all threads were told to learn from. */
  private batch: Batch | ImitationBatch | undefined;

  /** @param network computes for this thread; disposed of with the learner */
  constructor(
    private readonly engine: Engine,
    network: GradientNetwork,
    readonly shape: NetworkShape,
    weights: Weights,
    { threads = 1, signal }: LearnerSettings = {},
  ) {
    this.threads = threads;
    this.signal = signal;
    const size = countWeights(shape);
    this.all = new Parameters(size, threads);
    this.all.weights.set(flattenWeights(shape, weights));
    this.views = viewWeights(shape, this.all.weights);
    this.valueHead = size - this.views['value.kernel']!.length - this.views['value.bias']!.length;
    this.part = new GradientPart(network, this.memory(0));
  }

  update(batch: Batch, settings: UpdateSettings, rng: Rng): Promise<UpdateStats> {
    this.take(batch);
    return ppoUpdate(this, batch, settings, rng);
  }

  imitate(batch: ImitationBatch, settings: ImitationSettings, rng: Rng): Promise<{ loss: number; accuracy: number }> {
    this.take(batch);
    return imitate(this, batch, settings, rng);
  }

  async gradient(batch: Batch, rows: Int32Array, settings: LossSettings, seen?: Float32Array): Promise<PpoSums> {
    const { clip, entropy, magnet = 0, valueWeight, valueOnly = false } = settings;
    const task = { loss: 'ppo', settings: { clip, entropy, magnet, valueWeight, valueOnly } } as const;
    return (await this.compute(batch, rows, task, seen)) as PpoSums;
  }

  async imitationGradient(
    batch: ImitationBatch,
    rows: Int32Array,
    settings: ImitationSettings,
  ): Promise<ImitationSums> {
    const valueWeight = batch.valueTarget ? (settings.valueWeight ?? 0.5) : 0;
    return (await this.compute(batch, rows, { loss: 'imitation', valueWeight })) as ImitationSums;
  }

  step(learningRate: number, gradientNorm: number, valueOnly: boolean): number {
    const { all, valueHead } = this;
    const length = all.gradientLength(valueOnly ? valueHead : 0);
    if (!Number.isFinite(length)) throw new RangeError(`the gradient is not finite after ${this.steps} steps`);
    const scale = clipScale(length, gradientNorm);
    if (valueOnly) this.valueSteps++;
    else this.steps++;
    if (!valueOnly) all.move(0, valueHead, this.steps, learningRate, scale);
    all.move(valueHead, all.size, this.steps + this.valueSteps, learningRate, scale);
    return length;
  }

  weights(): Weights {
    return copyWeights(this.views);
  }

  save(): LearnerState {
    return {
      step: this.steps,
      valueSteps: this.valueSteps,
      weights: this.weights(),
      firstMoments: copyWeights(viewWeights(this.shape, this.all.first)),
      secondMoments: copyWeights(viewWeights(this.shape, this.all.second)),
    };
  }

  load(state: LearnerState): void {
    const { shape } = this;
    // All three are checked before any is taken.
    const parts = [state.weights, state.firstMoments, state.secondMoments].map((part) => flattenWeights(shape, part));
    this.all.weights.set(parts[0]!);
    this.all.first.set(parts[1]!);
    this.all.second.set(parts[2]!);
    this.steps = state.step;
    this.valueSteps = state.valueSteps;
  }

  dispose(): void {
    this.part.dispose();
    for (const worker of this.workers) void worker.terminate();
    this.workers = [];
  }

  /** Shows each thread its rows of the batch that the next minibatches are of. */
  private take(batch: Batch | ImitationBatch): void {
    while (this.workers.length < this.threads - 1) {
      const memory = this.memory(this.workers.length + 1);
      const worker = startThread(new URL('./gradient-worker.js', import.meta.url), memory);
      worker.unref();
      this.workers.push(worker);
    }
    const rowsOf = (thread: number) => batchRows(batch, this.firstRow(batch, thread), this.firstRow(batch, thread + 1));
    for (const [i, worker] of this.workers.entries())
      worker.postMessage({ batch: rowsOf(i + 1) } satisfies GradientCall);
    this.part.take(rowsOf(0));
    this.batch = batch;
  }

  /** Where a thread's rows of a batch begin. */
  private firstRow(batch: Batch | ImitationBatch, thread: number): number {
    return Math.floor((thread * batch.rows) / this.threads);
  }

  /** The gradient of the mean loss over these rows, into the first thread's; its sums. */
  private async compute(
    batch: Batch | ImitationBatch,
    rows: Int32Array,
    task: { loss: 'ppo'; settings: LossSettings } | { loss: 'imitation'; valueWeight: number },
    seen?: Float32Array,
  ): Promise<LossSums> {
    // Others have their turn between two steps: signals, messages of those who play.
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
    if (this.batch !== batch) this.take(batch);
    const parts: { rows: Int32Array; result: Promise<LossResult> }[] = [];
    // This thread's part comes last: the others are at work by then.
    for (let thread = this.threads - 1; thread >= 0; thread--) {
      const [from, to] = [this.firstRow(batch, thread), this.firstRow(batch, thread + 1)];
      const own = rows.filter((row) => from <= row && row < to);
      if (own.length === 0) {
        this.all.gradients[thread]!.fill(0);
        continue;
      }
      const order: LossTask = { ...task, rows: own.map((row) => row - from), scale: 1 / rows.length };
      const result = thread > 0 ? ask(this.workers[thread - 1]!, order) : this.part.compute(order);
      parts.unshift({ rows: own, result });
    }
    // All are waited for, also where one fails: a thread must not be ended while its engine computes.
    const settled = await Promise.allSettled(parts.map(({ result }) => result));
    const results = settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    this.all.addGradients();
    const sums = { ...results[0]!.sums } as Record<string, number>;
    for (const [i, result] of results.entries()) {
      if (seen) scatter(result.values, parts[i]!.rows, this.shape.values, seen);
      if (i === 0) continue;
      for (const [key, value] of Object.entries(result.sums)) sums[key]! += value;
    }
    return sums as unknown as LossSums;
  }

  private memory(thread: number): GradientMemory {
    const { engine, shape, all } = this;
    return { engine, shape, weights: all.weights, gradient: all.gradients[thread]! };
  }
}

/** One task to one thread, which keeps the process alive only until it has answered. */
function ask(worker: Worker, task: LossTask): Promise<LossResult> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      settle();
    };
    const onMessage = (answer: GradientAnswer) =>
      done(() => ('error' in answer ? reject(new Error(`gradient thread: ${answer.error}`)) : resolve(answer)));
    const onError = (error: Error) => done(() => reject(error));
    const onExit = (code: number) => done(() => reject(new Error(`a gradient thread ended with code ${code}`)));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    worker.postMessage({ task } satisfies GradientCall);
  });
}

/** Row i of `from` becomes row `rows[i]` of `to`; rows are `width` long. */
function scatter(from: Float32Array, rows: Int32Array, width: number, to: Float32Array): void {
  for (let i = 0; i < rows.length; i++) to.set(from.subarray(i * width, (i + 1) * width), rows[i]! * width);
}
