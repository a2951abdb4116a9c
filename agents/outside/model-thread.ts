/** The thread behind agents/outside/model-agent.ts: loads an ONNX model and runs it, one position at a time. */
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { createSession, loadOnnx, type OnnxSession, type Ort } from '../network/engines/onnx.js';
import { answerOrders } from './blocking-thread.js';

/** What the thread is given. */
export interface ModelSettings {
  file: string;
  /** Numbers of an observation. */
  inputs: number;
  actions: number;
  /** Numbers of the features of an action; 0: there are none. */
  numbers: number;
  /** Shared with the side that asks: what to run on, and what comes out. 32-bit numbers; the mask has bytes. */
  observation: SharedArrayBuffer;
  mask: SharedArrayBuffer;
  features: SharedArrayBuffer;
  logits: SharedArrayBuffer;
}

/** Nothing when the model is loaded or has run, else what is wrong. */
export type ModelReply = { fault: string } | { fault?: never };

/** Names of outputs, where several could be the logits. */
const LOGITS = ['logits', 'policy'];

/** What a model may be shown, by the names that its input may have. */
const INPUTS = {
  observation: /^(obs|observations?|state|inputs?|x)$/i,
  mask: /mask|legal/i,
  actions: /^(actions?|action_features)$/i,
};
type Shown = keyof typeof INPUTS;
/** Something for each input that a model has; it always has the observation. */
type Inputs<T> = Partial<Record<Shown, T | undefined>> & { observation: T };

/** Of a model that was exported with a fixed number of rows we cannot fill more than one. */
function sizeOf(shape: readonly (number | string)[]): number {
  return shape.reduce<number>((product, n) => (typeof n === 'number' && n > 0 ? product * n : product), 1);
}

function shapeText(shape: readonly (number | string)[]): string {
  return `[${shape.join(', ')}]`;
}

/** Where the model wants the numbers, and as what. */
interface Input {
  name: string;
  type: Tensor.Type;
  /** With one row. */
  dims: number[];
}

class Model {
  private constructor(
    private readonly ort: Ort,
    private readonly session: OnnxSession,
    private readonly settings: ModelSettings,
    private readonly given: Inputs<Input>,
    private output: string,
  ) {}

  /** @throws Error when it does not load, or is not of the shapes that are wanted */
  static async load(settings: ModelSettings): Promise<Model> {
    const ort = loadOnnx();
    const session = await createSession(ort, settings.file, 1);
    const { inputs, actions, numbers } = settings;
    const told = tellApart(session.inputMetadata, settings);
    const given: Inputs<Input> = {
      observation: inputOf(told.observation, inputs, 'the observation', ['float32']),
      mask: told.mask && inputOf(told.mask, actions, 'the mask', ['bool', 'float32', 'uint8', 'int8', 'int64']),
      actions: told.actions && inputOf(told.actions, actions * numbers, 'the features of actions', ['float32']),
    };
    const model = new Model(ort, session, settings, given, '');
    new Uint8Array(settings.mask).fill(1);
    const results = await model.results();
    const fitting = session.outputNames.filter((name) => {
      const result = results[name];
      return result?.type === 'float32' && result.size === actions && result.dims.at(-1) === actions;
    });
    const output = LOGITS.find((name) => fitting.includes(name)) ?? fitting[0];
    if (output === undefined) {
      const shapes = session.outputNames.map(
        (name) => `${name} ${results[name]!.type} ${shapeText(results[name]!.dims)}`,
      );
      throw new Error(`no output has ${actions} numbers, one for each action; it has ${shapes.join(', ')}`);
    }
    model.output = output;
    return model;
  }

  async run(): Promise<void> {
    const logits = (await this.results())[this.output]!;
    new Float32Array(this.settings.logits).set(logits.data as Float32Array);
  }

  private results(): Promise<InferenceSession.OnnxValueMapType & Record<string, Tensor>> {
    const { settings, ort } = this;
    const { observation, mask, actions } = this.given;
    // Copies: what is shared, ONNX Runtime does not take.
    const numbers = ({ dims }: Input, shared: SharedArrayBuffer) =>
      new ort.Tensor('float32', Float32Array.from(new Float32Array(shared)), dims);
    const feeds: Record<string, Tensor> = { [observation.name]: numbers(observation, settings.observation) };
    if (mask) feeds[mask.name] = this.maskTensor(mask, Uint8Array.from(new Uint8Array(settings.mask)));
    if (actions) feeds[actions.name] = numbers(actions, settings.features);
    return this.session.run(feeds) as ReturnType<Model['results']>;
  }

  private maskTensor({ type, dims }: Input, bits: Uint8Array): Tensor {
    if (type === 'float32') return new this.ort.Tensor(type, Float32Array.from(bits), dims);
    if (type === 'int64') return new this.ort.Tensor(type, BigInt64Array.from(bits, BigInt), dims);
    if (type === 'int8') return new this.ort.Tensor(type, Int8Array.from(bits), dims);
    return new this.ort.Tensor(type as 'bool' | 'uint8', bits, dims);
  }
}

/**
 * Which input is which: by its name, else by how many numbers it takes, else by its place.
 * @throws Error when there are more inputs than what could be shown
 */
function tellApart(
  given: readonly InferenceSession.ValueMetadata[],
  { inputs, actions, numbers }: ModelSettings,
): Inputs<InferenceSession.ValueMetadata> {
  const sizes = { observation: inputs, mask: actions, actions: actions * numbers };
  const open = (Object.keys(sizes) as Shown[]).filter((shown) => sizes[shown] > 0);
  if (given.length < 1 || given.length > open.length)
    throw new Error(
      `it has ${given.length} inputs (${given.map(({ name }) => name).join(', ')}), wanted 1 to ${open.length}: ` +
        `the observation, the mask${numbers > 0 ? ' and the features of actions' : ''}`,
    );
  const left = [...given];
  const told: Partial<Record<Shown, InferenceSession.ValueMetadata>> = {};
  const take = (fits: (input: InferenceSession.ValueMetadata, shown: Shown) => boolean) => {
    for (const shown of open) {
      const at = told[shown] ? -1 : left.findIndex((input) => fits(input, shown));
      if (at >= 0) [told[shown]] = left.splice(at, 1);
    }
  };
  take(({ name }, shown) => INPUTS[shown].test(name));
  take((input, shown) => input.isTensor && sizeOf(input.shape) === sizes[shown]);
  take(() => true);
  const { observation } = told;
  if (!observation)
    throw new Error(`none of its inputs (${given.map(({ name }) => name).join(', ')}) is the observation`);
  return { ...told, observation };
}

/** @throws Error when it is no input for so many numbers */
function inputOf(
  input: InferenceSession.ValueMetadata,
  size: number,
  what: string,
  types: readonly Tensor.Type[],
): Input {
  if (!input.isTensor || !types.includes(input.type))
    throw new Error(
      `${what} (input ${input.name}) has the type ${input.isTensor ? input.type : 'of no tensor'}, wanted ${types.join(' or ')}`,
    );
  const { name, type, shape } = input;
  // Lengths without a number differ from call to call. The first is that of the batch; another is ours to fill.
  const open = shape.flatMap((n, i) => ((typeof n === 'number' && n > 0) || (i === 0 && shape.length > 1) ? [] : [i]));
  const dims = shape.map((n) => (typeof n === 'number' && n > 0 ? n : 1));
  if (sizeOf(shape) !== size && open.length > 0) dims[open.at(-1)!] = size / sizeOf(shape);
  if (sizeOf(dims) !== size || !dims.every(Number.isInteger))
    throw new Error(`${what} (input ${name}) has the shape ${shapeText(shape)}, wanted ${size} numbers`);
  return { name, type, dims };
}

answerOrders<ModelSettings, 'run', ModelReply>((settings, reply) => {
  const answer = (work: Promise<unknown>) =>
    work.then(
      () => reply({}),
      (error) => reply({ fault: String((error as Error).message ?? error) }),
    );
  const model = Model.load(settings);
  void answer(model);
  return () => void answer(model.then((loaded) => loaded.run()));
});
