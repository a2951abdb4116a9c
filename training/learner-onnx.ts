/**
 * The learner on ONNX Runtime: each gradient step is one run of the graph of `onnx-step.ts`, which reads and writes the
 * weights and moments that lie here. Same state, same batch, same generator, same machine, as many threads: same bytes.
 */
import type { Tensor } from 'onnxruntime-node';
import { createSession, loadOnnx, type Ort, type Session } from '../agents/engines/onnx.js';
import {
  copyWeights,
  countWeights,
  flattenWeights,
  type NetworkShape,
  viewWeights,
  type Weights,
  weightShapes,
} from '../agents/network.js';
import type { Rng } from '../env/chance.js';
import { BETA1, BETA2, EPSILON, TINY } from './adam.js';
import { type ImitationSums, imitate } from './imitation.js';
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
import { type StepLoss, type StepScalars, scalarInputs, stepModel } from './onnx-step.js';
import { type LossSettings, NO_SUMS, type PpoSums, ppoUpdate, valueLoss } from './ppo.js';

/** How a learner works. */
export interface OnnxLearnerSettings {
  /** Threads that share each operation; part of what makes a run repeatable. Default 1. */
  threads?: number;
  /** Gives up an update between two gradient steps. The learner must not be used on then. */
  signal?: AbortSignal | undefined;
}

/** A learner that starts from these weights (copied). @throws UserError when ONNX Runtime does not load */
export function createOnnxLearner(
  shape: NetworkShape,
  weights: Weights,
  settings: OnnxLearnerSettings = {},
): OnnxLearner {
  return new OnnxLearner(loadOnnx(), shape, weights, settings);
}

/** Steps between two searches for moments that are too small: 0.9^64 does not make subnormal numbers of `TINY`. */
const CLEAN_EVERY = 64;

/** How a step moves the weights. */
type Move = Pick<UpdateSettings, 'learningRate' | 'gradientNorm' | 'valueOnly'>;

export class OnnxLearner implements Learner {
  readonly threads: number;
  private readonly flat: Record<'weights' | 'first' | 'second', Float32Array>;
  /** Weights and moments as inputs of a step, and as its outputs: the same memory. */
  private readonly state: Record<string, Tensor> = {};
  private readonly next: Record<string, Tensor> = {};
  private readonly sessions: Partial<Record<StepLoss, Promise<Session>>> = {};
  private readonly signal: AbortSignal | undefined;
  private minibatch: Minibatch;
  private steps = 0;
  private valueSteps = 0;

  constructor(
    private readonly ort: Ort,
    readonly shape: NetworkShape,
    weights: Weights,
    { threads = 1, signal }: OnnxLearnerSettings = {},
  ) {
    this.threads = threads;
    this.signal = signal;
    const size = countWeights(shape);
    this.flat = {
      weights: flattenWeights(shape, weights),
      first: new Float32Array(size),
      second: new Float32Array(size),
    };
    for (const [kind, flat] of Object.entries(this.flat)) {
      const views = viewWeights(shape, flat);
      for (const { name, shape: dims } of weightShapes(shape)) {
        const tensor = new ort.Tensor('float32', views[name]!, dims);
        this.state[`${kind}.${name}`] = tensor;
        this.next[`next.${kind}.${name}`] = tensor;
      }
    }
    this.minibatch = new Minibatch(minibatchMemory(shape, 1, false));
  }

  update(batch: Batch, settings: UpdateSettings, rng: Rng): Promise<UpdateStats> {
    let length = 0;
    // The graph takes the whole step at once; what is left of the second half is to say how long the gradient was.
    const steps = {
      gradient: async (_: Batch, rows: Int32Array, _settings: LossSettings, seen?: Float32Array) => {
        const { sums, length: found } = await this.ppoStep(batch, rows, settings, seen);
        length = found;
        return sums;
      },
      step: () => length,
    };
    return ppoUpdate(steps, batch, settings, rng);
  }

  imitate(batch: ImitationBatch, settings: ImitationSettings, rng: Rng): Promise<{ loss: number; accuracy: number }> {
    const steps = {
      imitationGradient: (_: ImitationBatch, rows: Int32Array) => this.imitationStep(batch, rows, settings),
      step: () => 0,
    };
    return imitate(steps, batch, settings, rng);
  }

  weights(): Weights {
    return copyWeights(viewWeights(this.shape, this.flat.weights));
  }

  save(): LearnerState {
    const { shape, flat } = this;
    return {
      step: this.steps,
      valueSteps: this.valueSteps,
      weights: this.weights(),
      firstMoments: copyWeights(viewWeights(shape, flat.first)),
      secondMoments: copyWeights(viewWeights(shape, flat.second)),
    };
  }

  load(state: LearnerState): void {
    const { shape, flat } = this;
    // All three are checked before any is taken.
    const parts = [state.weights, state.firstMoments, state.secondMoments].map((part) => flattenWeights(shape, part));
    flat.weights.set(parts[0]!);
    flat.first.set(parts[1]!);
    flat.second.set(parts[2]!);
    this.steps = state.step;
    this.valueSteps = state.valueSteps;
  }

  dispose(): void {
    for (const [loss, session] of Object.entries(this.sessions)) {
      session.then((open) => open.release()).catch(() => {});
      delete this.sessions[loss as StepLoss];
    }
  }

  /** One step of PPO on these rows. @param seen as in `GradientSteps` */
  private async ppoStep(
    batch: Batch,
    rows: Int32Array,
    settings: UpdateSettings,
    seen?: Float32Array,
  ): Promise<{ sums: PpoSums; length: number }> {
    const { clip, entropy, magnet = 0, valueWeight, valueOnly } = settings;
    const { values: seats } = this.shape;
    this.gather(batch, rows);
    const out = await this.run(hasMagnet(batch) ? 'ppo with magnet' : 'ppo', settings, {
      policyWeight: valueOnly ? 0 : 1 / rows.length,
      valueWeight: valueWeight / rows.length,
      entropyWeight: entropy,
      magnetWeight: magnet,
      lowestRatio: 1 - clip,
      highestRatio: 1 + clip,
    });
    const values = out.values!.data as Float32Array;
    if (seen)
      for (let i = 0; i < rows.length; i++) seen.set(values.subarray(i * seats, (i + 1) * seats), rows[i]! * seats);
    const sums = ppoSums(
      this.minibatch,
      clip,
      seats,
      out.chosen!.data as Float32Array,
      out.entropy!.data as Float32Array,
      out.magnetKl?.data as Float32Array | undefined,
      values,
    );
    return { sums, length: (out.length!.data as Float32Array)[0]! };
  }

  private async imitationStep(
    batch: ImitationBatch,
    rows: Int32Array,
    settings: ImitationSettings,
  ): Promise<ImitationSums> {
    this.gather(batch, rows);
    if (!batch.valueTarget) this.minibatch.valueTarget.fill(Number.NaN);
    const out = await this.run('imitation', settings, {
      policyWeight: 1 / rows.length,
      valueWeight: (settings.valueWeight ?? 0.5) / rows.length,
      entropyWeight: 0,
      magnetWeight: 0,
      lowestRatio: 0,
      highestRatio: 0,
    });
    const best = out.best!.data as BigInt64Array;
    const sums: ImitationSums = { loss: 0, right: 0 };
    for (const logProb of out.chosen!.data as Float32Array) sums.loss -= logProb;
    for (let i = 0; i < rows.length; i++) if (Number(best[i]) === this.minibatch.action[i]) sums.right++;
    return sums;
  }

  /** Takes the rows over, and sees that each took a legal action. */
  private gather(batch: Batch | ImitationBatch, rows: Int32Array): void {
    if (!this.minibatch.holds(batch, rows.length))
      this.minibatch = new Minibatch(minibatchMemory(this.shape, rows.length, false, hasMagnet(batch)));
    const { minibatch } = this;
    const { actions } = this.shape;
    minibatch.gather(batch, rows);
    for (let i = 0; i < rows.length; i++) {
      const action = minibatch.action[i]!;
      if (!(action >= 0 && action < actions && minibatch.mask[i * actions + action] === 1))
        throw new RangeError(`the batch took action ${action}, which its mask forbids`);
    }
  }

  /** One step of Adam on the gathered rows. */
  private async run(
    loss: StepLoss,
    { learningRate, gradientNorm, valueOnly = false }: Move,
    weights: Omit<StepScalars, 'gradientNorm' | 'wholeNorm' | 'trunk' | 'value'>,
  ): Promise<Record<string, Tensor>> {
    const { ort, minibatch } = this;
    const session = await (this.sessions[loss] ??= createSession(ort, stepModel(this.shape, loss), this.threads));
    this.signal?.throwIfAborted();
    const steps = this.steps + (valueOnly ? 0 : 1);
    const valueSteps = this.valueSteps + (valueOnly ? 1 : 0);
    const scalars: StepScalars = {
      ...weights,
      gradientNorm,
      wholeNorm: valueOnly ? 0 : 1,
      trunk: valueOnly ? STILL : adamScalars(steps, learningRate),
      value: adamScalars(steps + valueSteps, learningRate),
    };
    const feeds = { ...this.state, ...batchTensors(ort, loss, minibatch, this.shape), ...tensors(ort, loss, scalars) };
    const fetches: Record<string, Tensor | null> = { ...this.next, values: null, length: null, chosen: null };
    fetches[loss === 'imitation' ? 'best' : 'entropy'] = null;
    if (loss === 'ppo with magnet') fetches.magnetKl = null;
    const out = (await session.run(feeds, fetches)) as Record<string, Tensor>;
    const length = (out.length!.data as Float32Array)[0]!;
    if (!Number.isFinite(length)) throw new RangeError(`the gradient is not finite after ${this.steps} steps`);
    this.steps = steps;
    this.valueSteps = valueSteps;
    if ((steps + valueSteps) % CLEAN_EVERY === 0) {
      clean(this.flat.first);
      clean(this.flat.second);
    }
    return out;
  }
}

/** The gathered rows as inputs of a step; no copies. */
export function batchTensors(
  ort: Ort,
  loss: StepLoss,
  { rows, ...batch }: Batch,
  { inputs, actions, values }: NetworkShape,
): Record<string, Tensor> {
  const floats = (x: Float32Array, width: number) =>
    new ort.Tensor('float32', x.subarray(0, rows * width), [rows, width]);
  const column = (x: Float32Array) => new ort.Tensor('float32', x.subarray(0, rows), [rows]);
  return {
    observation: floats(batch.observation, inputs),
    mask: new ort.Tensor('bool', batch.mask.subarray(0, rows * actions), [rows, actions]),
    action: new ort.Tensor('int32', batch.action.subarray(0, rows), [rows]),
    valueTarget: floats(batch.valueTarget, values),
    ...(loss === 'imitation' ? {} : { logProb: column(batch.logProb), advantage: column(batch.advantage) }),
    ...(loss === 'ppo with magnet' ? { magnet: floats(batch.magnet!, actions) } : {}),
  };
}

function tensors(ort: Ort, loss: StepLoss, scalars: StepScalars): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(scalarInputs(loss, scalars)).map(([name, x]) => [
      name,
      new ort.Tensor('float32', Float32Array.of(x), []),
    ]),
  );
}

/** Moments and weights stay as they are. */
const STILL = { keep1: 1, take1: 0, keep2: 1, take2: 0, rate: 0, epsilon: EPSILON };

/**
 * Adam's numbers for step t. With c = sqrt(1 - beta2^t): m / (1 - beta1^t) / (sqrt(v) / c + epsilon) is m * c /
 * (1 - beta1^t) / (sqrt(v) + c * epsilon), one operation less for each weight.
 */
function adamScalars(t: number, learningRate: number): StepScalars['trunk'] {
  const c = Math.sqrt(1 - BETA2 ** t);
  return {
    keep1: BETA1,
    take1: 1 - BETA1,
    keep2: BETA2,
    take2: 1 - BETA2,
    rate: (learningRate * c) / (1 - BETA1 ** t),
    epsilon: EPSILON * c,
  };
}

/** The sums that `ppoLoss` reports, from what the step gave for each row. */
function ppoSums(
  batch: Batch,
  clip: number,
  seats: number,
  chosen: Float32Array,
  entropy: Float32Array,
  magnetKl: Float32Array | undefined,
  values: Float32Array,
): PpoSums {
  const sums: PpoSums = { ...NO_SUMS };
  const unused = new Float32Array(values.length);
  for (let row = 0; row < batch.rows; row++) {
    const logRatio = chosen[row]! - batch.logProb[row]!;
    const ratio = Math.exp(logRatio);
    const clippedRatio = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
    const advantage = batch.advantage[row]!;
    sums.policyLoss -= Math.min(ratio * advantage, clippedRatio * advantage);
    sums.entropy += entropy[row]!;
    sums.kl += ratio - 1 - logRatio;
    sums.magnetKl += magnetKl?.[row] ?? 0;
    if (ratio !== clippedRatio) sums.clipped++;
    sums.valueLoss += valueLoss(values, batch.valueTarget, row * seats, seats, 0, unused);
  }
  return sums;
}

/** Sets what is too small to zero (docs/ppo.md, detail 10). */
function clean(moments: Float32Array): void {
  for (let i = 0; i < moments.length; i++) if (Math.abs(moments[i]!) < TINY) moments[i] = 0;
}
