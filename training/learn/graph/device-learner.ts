/**
 * The learner on a device, such as a graphics card: the batch goes there once an update, weights and Adam's moments
 * stay there from step to step, and come back at the end of an update. A step is one model (step-model.ts).
 */
import type { Tensor } from 'onnxruntime-common';
import { BETA1, BETA2, EPSILON } from '../../../agents/network/adam.js';
import type { Device } from '../../../agents/network/engines/device.js';
import type { OnnxSession } from '../../../agents/network/engines/onnx.js';
import { learnedTensors } from '../../../agents/network/graph/tape-network.js';
import {
  copyWeights,
  type NetworkShape,
  type Section,
  sectionsOf,
  tensorsProblem,
  viewTensors,
  type Weights,
  weightShapes,
} from '../../../agents/network/network.js';
import type { Decisions } from '../../collect/batch.js';
import type { Learner, LearnerState, Pass, PassResult } from '../learner.js';
import { diverged, stateProblem } from '../learner.js';
import type { NamedLoss } from '../loss-table.js';
import type { Sums } from '../losses.js';
import { columnsForDevice } from './device-batch.js';
import {
  flatLength,
  GRADIENT_NORM,
  type StepKind,
  sectionInputs,
  stepModel,
  type uniformInputs,
} from './step-model.js';

/** The largest number of 32 bits: no gradient is shortened to it. */
const NO_LIMIT = 3.4e38;

/** What a step changes. */
const FLAT = ['weights', 'first', 'second'] as const;
type Flat = (typeof FLAT)[number];

/** A step's model, open. */
interface OpenStep {
  session: OnnxSession;
  sums: readonly string[];
}

/** Trains one network on a device. Takes the losses of the table, by name. */
export class DeviceLearner implements Learner {
  private readonly tensors;
  private readonly sections: readonly Section[];
  private readonly length: number;
  /** What was last brought home. */
  private readonly here: Record<Flat, Float32Array>;
  /** The tensors of `here.weights`, and those that are counted. */
  private readonly views: Weights;
  private readonly counted: Weights;
  private steps: Record<string, number>;
  /** What lies on the device; undefined: what is here counts. */
  private there: Record<Flat, Tensor> | undefined;
  private batch: Decisions | undefined;
  /** Columns of the batch on the device, once a pass needed them. */
  private columns: Map<string, Tensor> | undefined;
  private section: Tensor | undefined;
  private readonly open = new Map<string, Promise<OpenStep>>();
  /** Whether steps were taken since `finish`. */
  private away = false;

  /**
   * @param weights to start from, copied
   * @throws RangeError when they do not fit
   */
  constructor(
    private readonly device: Device,
    private readonly shape: NetworkShape,
    weights: Weights,
    private readonly signal?: AbortSignal,
  ) {
    const problem = tensorsProblem(weightShapes(shape), weights);
    if (problem) throw new RangeError(problem);
    this.tensors = learnedTensors(shape);
    this.sections = sectionsOf(this.tensors);
    this.length = flatLength(shape);
    const zeros = () => new Float32Array(this.length);
    this.here = { weights: zeros(), first: zeros(), second: zeros() };
    this.views = viewTensors(this.tensors, this.here.weights);
    this.counted = {};
    this.steps = Object.fromEntries(this.sections.map(({ name }) => [name, 0]));
    this.put(weights);
  }

  take(batch: Decisions): void {
    this.batch = batch;
    this.forget();
  }

  async pass({ parts, loss, learningRate, gradientNorm, only, seen }: Pass): Promise<PassResult> {
    const { device, batch } = this;
    if (!batch) throw new RangeError('the learner was shown no batch: call take first');
    if (typeof loss === 'function')
      throw new RangeError('a graphics card computes losses of the table only: use --device cpu');
    const unknown = only?.find((name) => this.steps[name] === undefined);
    if (unknown !== undefined) throw new RangeError(`this network has no section ${unknown} to move`);
    const wanted = Object.keys(seen ?? {});
    const columns = (this.columns ??= await this.upload(batch));
    const started = (this.there ??= await this.send());
    const moving = this.sections.filter(({ name }) => !only || only.includes(name));
    const uniform = moving.length === this.sections.length && new Set(Object.values(this.steps)).size === 1;
    const { session, sums: names } = await this.step({
      ...{ loss, uniform, seen: wanted },
      columns: new Set([...columns.keys()].filter((name) => loss.name === 'ppo' || !PPO_ALONE.includes(name))),
    });
    const { clip, entropy } = { clip: 0, entropy: 0, ...loss.settings } as { clip: number; entropy: number };
    const numbersTold = { limit: Math.min(gradientNorm, NO_LIMIT), clip, entropy };
    if (!uniform) this.section ??= await device.up(this.sectionNumbers(), [this.length]);

    let now = started;
    let sums: Tensor = device.tensor(new Float32Array(names.length), [names.length]);
    const shown: { rows: Int32Array; outputs: Tensor[] }[] = [];
    const taken = { ...this.steps };
    for (const rows of parts) {
      this.signal?.throwIfAborted();
      for (const { name } of moving) taken[name]!++;
      const feeds: Record<string, Tensor> = {
        ...now,
        ...{ sums, rows: device.tensor(rows.slice(), [rows.length]) },
        ...this.numbers({
          ...numbersTold,
          scale: 1 / rows.length,
          ...(uniform && rates(learningRate, taken[moving[0]!.name]!)),
        }),
        ...(!uniform && this.sectionFeeds(moving, taken, learningRate)),
      };
      for (const name of session.inputNames) feeds[name] ??= columns.get(name)!;
      const given = await device.run(
        session,
        Object.fromEntries(session.inputNames.map((name) => [name, feeds[name]!])),
      );
      if (now !== started) for (const name of FLAT) now[name].dispose();
      sums.dispose();
      now = { weights: given['next.weights']!, first: given['next.first']!, second: given['next.second']! };
      sums = given['next.sums']!;
      if (wanted.length > 0) shown.push({ rows, outputs: wanted.map((head) => given[`seen.${head}`]!) });
    }
    const numbers = await device.down(sums);
    sums.dispose();
    const told: Sums = Object.fromEntries(names.map((name, i) => [name, numbers[i]!]));
    const { [GRADIENT_NORM]: norm, ...others } = told;
    if (!Number.isFinite(norm)) throw diverged(this.steps);
    for (const { rows, outputs } of shown)
      for (const [i, head] of wanted.entries()) await this.scatter(outputs[i]!, rows, seen![head]!);
    for (const name of FLAT) if (now !== started) started[name].dispose();
    this.there = now;
    this.steps = taken;
    this.away = true;
    return { sums: others, gradientNorm: norm! };
  }

  async finish(): Promise<void> {
    if (!this.away) return;
    for (const name of FLAT) this.here[name].set((await this.device.down(this.there![name])) as Float32Array);
    this.away = false;
  }

  weights(): Weights {
    this.atHome();
    return copyWeights({ ...this.views, ...this.counted });
  }

  put(tensors: Weights): void {
    this.atHome();
    const problem = tensorsProblem(weightShapes(this.shape), { ...this.views, ...this.counted, ...tensors });
    if (problem) throw new RangeError(problem);
    for (const [name, tensor] of Object.entries(tensors))
      if (this.views[name]) this.views[name].set(tensor);
      else this.counted[name] = tensor.slice();
    this.recall();
  }

  save(): LearnerState {
    this.atHome();
    const still = Object.fromEntries(
      Object.entries(this.counted).map(([name, { length }]) => [name, new Float32Array(length)]),
    );
    const moments = (flat: Float32Array) => copyWeights({ ...viewTensors(this.tensors, flat), ...still });
    return {
      steps: { ...this.steps },
      weights: this.weights(),
      firstMoments: moments(this.here.first),
      secondMoments: moments(this.here.second),
    };
  }

  load(state: LearnerState): void {
    this.atHome();
    const problem = stateProblem(weightShapes(this.shape), state);
    if (problem) throw new RangeError(problem);
    this.put(state.weights);
    const parts = [
      [this.here.first, state.firstMoments],
      [this.here.second, state.secondMoments],
    ] as const;
    for (const [flat, tensors] of parts)
      for (const [name, view] of Object.entries(viewTensors(this.tensors, flat))) view.set(tensors[name]!);
    this.steps = { ...state.steps };
  }

  dispose(): void {
    this.forget();
    this.recall();
    this.section?.dispose();
    for (const opening of this.open.values()) opening.then(({ session }) => session.release()).catch(() => {});
    this.open.clear();
    void this.device.dispose();
  }

  private atHome(): void {
    if (this.away) throw new RangeError('what was learned is still on the graphics card: call finish first');
  }

  /** Drops the columns of the batch on the device. */
  private forget(): void {
    for (const tensor of this.columns?.values() ?? []) tensor.dispose();
    this.columns = undefined;
  }

  /** Drops weights and moments on the device: those here count. */
  private recall(): void {
    for (const name of FLAT) this.there?.[name].dispose();
    this.there = undefined;
  }

  private async upload(batch: Decisions): Promise<Map<string, Tensor>> {
    const found = new Map<string, Tensor>();
    for (const [name, { data, dims }] of columnsForDevice(this.shape, batch, this.counted))
      found.set(name, await this.device.up(data, dims));
    return found;
  }

  private async send(): Promise<Record<Flat, Tensor>> {
    const up = (name: Flat) => this.device.up(this.here[name], [this.length]);
    return { weights: await up('weights'), first: await up('first'), second: await up('second') };
  }

  /** The model of such steps; written and opened when first needed. */
  private step(kind: StepKind): Promise<OpenStep> {
    const key = stepKey(kind);
    let opening = this.open.get(key);
    if (!opening) {
      const { bytes, sums } = stepModel(this.shape, kind);
      opening = this.device.open(bytes, 'device').then((session) => ({ session, sums }));
      this.open.set(key, opening);
    }
    return opening;
  }

  private numbers(told: Record<string, number>): Record<string, Tensor> {
    const tensor = (x: number) => this.device.tensor(Float32Array.of(x), [1]);
    return Object.fromEntries(Object.entries(told).map(([name, x]) => [name, tensor(x)]));
  }

  /** Of each number in the flat vectors, the section that it belongs to. */
  private sectionNumbers(): Int32Array {
    const of = new Int32Array(this.length).fill(this.sections.length);
    for (const [i, { from, to }] of this.sections.entries()) of.fill(i, from, to);
    return of;
  }

  private sectionFeeds(
    moving: readonly Section[],
    taken: Readonly<Record<string, number>>,
    learningRate: number,
  ): Record<string, Tensor> {
    const count = this.sections.length + 1;
    const [moves, rate, small] = [
      new Float32Array(count),
      new Float32Array(count),
      new Float32Array(count).fill(EPSILON),
    ];
    for (const [i, section] of this.sections.entries()) {
      if (!moving.includes(section)) continue;
      const own = rates(learningRate, taken[section.name]!);
      moves[i] = 1;
      rate[i] = own.rate;
      small[i] = own.small;
    }
    const arrays = [moves, rate, small];
    return {
      section: this.section!,
      ...Object.fromEntries(sectionInputs.map((name, i) => [name, this.device.tensor(arrays[i]!, [count])])),
    };
  }

  /** Row i of a tensor becomes row `rows[i]` of `to`. */
  private async scatter(tensor: Tensor, rows: Int32Array, to: Float32Array): Promise<void> {
    const from = (await this.device.down(tensor)) as Float32Array;
    const width = from.length / rows.length;
    for (const [i, row] of rows.entries()) to.set(from.subarray(i * width, (i + 1) * width), row * width);
    tensor.dispose();
  }
}

/** Columns that only PPO reads. */
const PPO_ALONE: readonly string[] = ['logProb', 'advantage'];

/** What is the same in two steps of one model. */
function stepKey({ loss, columns, uniform, seen }: StepKind): string {
  const { weights, only } = { only: undefined, ...loss.settings } as NamedLoss<'ppo'>['settings'];
  return JSON.stringify([loss.name, weights, !only || only.includes('trunk'), [...columns], uniform, seen]);
}

/** The rate of a step of Adam and what is added to its root, for `step-model.ts`. @param t counts steps from 1 */
function rates(learningRate: number, t: number): Record<(typeof uniformInputs)[number], number> {
  const c = Math.sqrt(1 - BETA2 ** t);
  return { rate: (learningRate * c) / (1 - BETA1 ** t), small: EPSILON * c };
}
