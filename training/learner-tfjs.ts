/**
 * The learner on TensorFlow.js: weights and Adam's moments in plain arrays, gradients from the engine. Same state, same
 * batch, same generator, same machine, as many threads: same bytes.
 *
 * On WASM, which has one thread, each minibatch can be split over several (`threads`): every thread computes the
 * gradient of its rows, and the parts are added in a fixed order. The native backend uses all cores by itself.
 */
import type { Worker } from 'node:worker_threads';
import { loadTfjs, type TfjsBackend } from '../agents/engines/tfjs.js';
import {
  copyWeights,
  countWeights,
  flattenWeights,
  type NetworkShape,
  viewWeights,
  type Weights,
} from '../agents/network.js';
import type { Rng } from '../env/chance.js';
import { startThread } from '../env/thread.js';
import { adamStep, clipScale, norm } from './adam.js';
import { type GradientMemory, GradientPart, type LossTask } from './gradient.js';
import type { GradientAnswer } from './gradient-worker.js';
import { type ImitationSteps, type ImitationSums, imitate } from './imitation.js';
import type {
  Batch,
  ImitationBatch,
  ImitationSettings,
  Learner,
  LearnerState,
  UpdateSettings,
  UpdateStats,
} from './learner.js';
import { hasMagnet, Minibatch, minibatchMemory } from './minibatch.js';
import { type GradientSteps, type LossSettings, type LossSums, type PpoSums, ppoUpdate } from './ppo.js';

/**
 * A learner that starts from these weights (copied), on the backend of this machine.
 * @param threads threads that share each gradient step on WASM, this one included; part of what makes a run repeatable
 */
export async function createTfjsLearner(shape: NetworkShape, weights: Weights, threads = 1): Promise<TfjsLearner> {
  return new TfjsLearner(await loadTfjs(), shape, weights, threads);
}

/** Another thread, and the memory shared with it. */
interface Helper {
  memory: GradientMemory;
  minibatch: Minibatch;
  worker: Worker;
}

export class TfjsLearner implements Learner, GradientSteps, ImitationSteps {
  /** Threads in use, this one included. */
  readonly threads: number;
  private readonly flat: Float32Array;
  private readonly firstMoments: Float32Array;
  private readonly secondMoments: Float32Array;
  private readonly views: Weights;
  /** Where the value head begins in the flat arrays. It lies last. */
  private readonly valueHead: number;
  private steps = 0;
  private valueSteps = 0;
  private part: GradientPart;
  private helpers: Helper[] = [];

  constructor(
    private readonly engine: TfjsBackend,
    readonly shape: NetworkShape,
    weights: Weights,
    threads = 1,
  ) {
    this.threads = engine.backend === 'wasm' ? threads : 1;
    const size = countWeights(shape);
    this.flat = this.floats(size);
    this.flat.set(flattenWeights(shape, weights));
    this.firstMoments = new Float32Array(size);
    this.secondMoments = new Float32Array(size);
    this.views = viewWeights(shape, this.flat);
    this.valueHead = size - this.views['value.kernel']!.length - this.views['value.bias']!.length;
    this.part = new GradientPart(engine, this.memory(1));
  }

  update(batch: Batch, settings: UpdateSettings, rng: Rng): Promise<UpdateStats> {
    this.makeRoom(batch, Math.min(settings.minibatch, batch.rows));
    return ppoUpdate(this, batch, settings, rng);
  }

  imitate(batch: ImitationBatch, settings: ImitationSettings, rng: Rng): Promise<{ loss: number; accuracy: number }> {
    this.makeRoom(batch, Math.min(settings.minibatch, batch.rows));
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
    const { flat, firstMoments, secondMoments, valueHead } = this;
    const { gradient } = this.part.memory;
    const length = norm(gradient, valueOnly ? valueHead : 0);
    if (!Number.isFinite(length)) throw new RangeError(`the gradient is not finite after ${this.steps} steps`);
    const scale = clipScale(length, gradientNorm);
    if (valueOnly) this.valueSteps++;
    else this.steps++;
    const move = (from: number, to: number, t: number) =>
      adamStep(flat, firstMoments, secondMoments, gradient, from, to, t, learningRate, scale);
    if (!valueOnly) move(0, valueHead, this.steps);
    move(valueHead, flat.length, this.steps + this.valueSteps);
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
      firstMoments: copyWeights(viewWeights(this.shape, this.firstMoments)),
      secondMoments: copyWeights(viewWeights(this.shape, this.secondMoments)),
    };
  }

  load(state: LearnerState): void {
    const { shape } = this;
    // All three are checked before any is taken.
    const parts = [state.weights, state.firstMoments, state.secondMoments].map((part) => flattenWeights(shape, part));
    this.flat.set(parts[0]!);
    this.firstMoments.set(parts[1]!);
    this.secondMoments.set(parts[2]!);
    this.steps = state.step;
    this.valueSteps = state.valueSteps;
  }

  dispose(): void {
    this.part.dispose();
    for (const { worker } of this.helpers) void worker.terminate();
    this.helpers = [];
  }

  /** The gradient of the mean loss over these rows, into this thread's part; its sums. */
  private async compute(
    batch: Batch | ImitationBatch,
    rows: Int32Array,
    task: { loss: 'ppo'; settings: LossSettings } | { loss: 'imitation'; valueWeight: number },
    seen?: Float32Array,
  ): Promise<LossSums> {
    const shares = Array.from({ length: this.threads }, (_, i) =>
      rows.subarray(Math.floor((i * rows.length) / this.threads), Math.floor(((i + 1) * rows.length) / this.threads)),
    ).filter((share) => share.length > 0);
    this.makeRoom(batch, rows.length);
    const order = (share: Int32Array): LossTask => ({ ...task, rows: share.length, scale: 1 / rows.length });

    const answers = shares.slice(1).map((share, i) => {
      const { minibatch, worker } = this.helpers[i]!;
      minibatch.gather(batch, share);
      return ask(worker, order(share));
    });
    const others = Promise.all(answers);
    // If this thread fails first, nobody waits for the others any more; their failure is then no news.
    others.catch(() => {});
    const own = shares[0]!;
    this.part.minibatch.gather(batch, own);
    const sums = { ...this.part.compute(order(own)) } as Record<string, number>;
    const { gradient, values } = this.part.memory;
    if (seen) scatter(values, own, this.shape.values, seen);
    // Always in the same order, whoever is done first: sums of 32-bit numbers depend on it.
    for (const [i, other] of (await others).entries()) {
      const { memory } = this.helpers[i]!;
      add(gradient, memory.gradient);
      if (seen) scatter(memory.values, shares[i + 1]!, this.shape.values, seen);
      for (const [key, value] of Object.entries(other)) sums[key]! += value;
    }
    return sums as unknown as LossSums;
  }

  /** Room for minibatches of so many rows of this batch; starts the other threads when first needed. */
  private makeRoom(batch: Batch | ImitationBatch, minibatch: number): void {
    const rows = Math.ceil(minibatch / this.threads);
    const { minibatch: there } = this.part;
    if (there.holds(batch, rows) && this.helpers.length === this.threads - 1) return;
    this.dispose();
    this.part = new GradientPart(this.engine, this.memory(rows, hasMagnet(batch)));
    for (let i = 1; i < this.threads; i++) {
      const memory = this.memory(rows, hasMagnet(batch));
      const worker = startThread(new URL('./gradient-worker.js', import.meta.url), memory);
      this.helpers.push({ memory, minibatch: new Minibatch(memory.minibatch), worker });
    }
  }

  private memory(rows: number, magnet = false): GradientMemory {
    const { shape, flat } = this;
    return {
      shape,
      weights: flat,
      gradient: this.floats(flat.length),
      values: this.floats(rows * shape.values),
      minibatch: minibatchMemory(shape, rows, this.threads > 1, magnet),
    };
  }

  private floats(length: number): Float32Array {
    return new Float32Array(this.threads > 1 ? new SharedArrayBuffer(4 * length) : new ArrayBuffer(4 * length));
  }
}

/** One task to one thread, which keeps the process alive only until it has answered. */
function ask(worker: Worker, task: LossTask): Promise<LossSums> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      settle();
    };
    const onMessage = (answer: GradientAnswer) =>
      done(() => ('sums' in answer ? resolve(answer.sums) : reject(new Error(`gradient thread: ${answer.error}`))));
    const onError = (error: Error) => done(() => reject(error));
    const onExit = (code: number) => done(() => reject(new Error(`a gradient thread ended with code ${code}`)));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    worker.postMessage(task);
  });
}

/** Row i of `from` becomes row `rows[i]` of `to`; rows are `width` long. */
function scatter(from: Float32Array, rows: Int32Array, width: number, to: Float32Array): void {
  for (let i = 0; i < rows.length; i++) to.set(from.subarray(i * width, (i + 1) * width), rows[i]! * width);
}

function add(to: Float32Array, from: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i]! += from[i]!;
}
