/**
 * The network as plain data: its shape, its weights and their initial values. It is a multilayer perceptron (the trunk)
 * with heads on it, and may read a board, things and earlier decisions before (encoder.ts). Heads are described by data, so
 * engines implement the operations only: an input that is shifted and scaled, convolutions, things that look at each other
 * and are pooled, a recurrent unit, dense layers, relu and tanh, and the part of a head that reads features of legal actions.
 * `Inference` computes one position (plain TypeScript, no dependency), the engines compute batches.
 */
import { gaussian, type Rng } from '../../env/chance.js';
import {
  type EntitiesShape,
  encodedSize,
  encoderProblem,
  encoderTensors,
  encoderText,
  type MemoryShape,
  type PlanesShape,
  startingGain,
  startsEmpty,
} from './encoder.js';
import type { TensorShape } from './tensor-shape.js';

/** Outputs of a network. */
export interface Head {
  /** Names its tensors and its outputs: lower-case letters, digits and hyphens, at most 32. */
  name: string;
  /** Numbers it gives. */
  width: number;
  /**
   * How it is learned, and what its outputs are. `cross-entropy`: logits, the softmax of which shall be like the target,
   * a distribution. `squared-error`: numbers that shall be like the target.
   */
  loss: 'cross-entropy' | 'squared-error';
  /** One output an action, of which only legal ones take part in the softmax. All masked heads are equally wide. */
  masked?: boolean | undefined;
  /** Index of the layer of the trunk that it reads; without it the last one, or the observation where there is no trunk. */
  input?: number | undefined;
  /** Length of each output's vector of starting weights; 1 without it. */
  gain?: number | undefined;
  /** For a masked head: hidden units per action of the part that reads features of legal actions (action-head.ts). */
  actions?: number | undefined;
}

/** One named piece of the features of an action. */
interface FeatureShape {
  name: string;
  size: number;
}

/** The sizes of a network: inputs, hidden layers, heads. Plain data; the weights are apart. */
export interface NetworkShape {
  /** Numbers in an observation; 0: its outputs depend on nothing. */
  inputs: number;
  /** Width of each hidden layer; may be empty. */
  trunk: number[];
  activation: 'relu' | 'tanh';
  /** How the observation is normalised first; undefined: it is read as it is. */
  normalise?: InputShape | undefined;
  /** Pieces of the observation that pass through convolutions before the trunk reads them. */
  planes?: PlanesShape | undefined;
  /** Pieces of which each thing passes through layers of its own before the trunk reads them. */
  entities?: EntitiesShape | undefined;
  /** Earlier decisions, which pass through a recurrent unit before the trunk reads its state. */
  memory?: MemoryShape | undefined;
  /** Features of each legal action, piece after piece; undefined if there are none. They do not pass through the trunk. */
  actions?: FeatureShape[] | undefined;
  /** At least one. The first is what the trunk is made for, and is never updated without it. */
  heads: Head[];
}

/**
 * Pieces of the observation that are shifted and scaled first, for games that do not scale their numbers themselves
 * (normalised-input.ts).
 */
export interface InputShape {
  /** Where they stand in the observation: numbers from..to-1. */
  pieces: { name: string; from: number; to: number }[];
  /** What lies further from 0 afterwards is cut off. */
  clip: number;
}

/** The outputs of a network, however it is computed: all that a loss needs to know. */
export type Heads = Pick<NetworkShape, 'heads'>;

/** Numbers of each head by its name, row-major [rows, width]: outputs, or the gradient of a loss by them. */
export type Outputs = Record<string, Float32Array>;

/** The heads that policies, rollouts and search use by name: logits of all actions, and the return of each seat. */
export const POLICY = 'policy';
export const VALUE = 'value';

/** Sizes of an actor-critic network. */
export interface ActorCriticSizes
  extends Pick<NetworkShape, 'inputs' | 'trunk' | 'activation' | 'normalise' | 'planes' | 'entities' | 'memory'> {
  /** Action ids. */
  actions: number;
  /** Values: one a seat, in relative order (me, the next seat, ...). */
  values: number;
  /** Features of each legal action that the policy reads, and hidden units per action. */
  features?: { pieces: FeatureShape[]; width: number } | undefined;
}

/**
 * The shape of the usual network: a policy over all actions (starting gain 0.01, so that it is nearly uniform over the
 * legal ones) and one value a seat.
 * @param more further heads
 */
export function actorCriticShape(
  { inputs, actions, values, trunk, activation, normalise, planes, entities, memory, features }: ActorCriticSizes,
  more: readonly Head[] = [],
): NetworkShape {
  const policy: Head = { name: POLICY, width: actions, loss: 'cross-entropy', masked: true, gain: 0.01 };
  if (features) policy.actions = features.width;
  const heads: Head[] = [policy, { name: VALUE, width: values, loss: 'squared-error' }, ...more];
  return {
    inputs,
    trunk,
    activation,
    ...(normalise && { normalise }),
    ...(planes && { planes }),
    ...(entities && { entities }),
    ...(memory && { memory }),
    ...(features && { actions: features.pieces }),
    heads,
  };
}

/** How many numbers the features of an action are; 0: it reads none. */
export function featureSize({ actions = [] }: Pick<NetworkShape, 'actions'>): number {
  return actions.reduce((sum, { size }) => sum + size, 0);
}

/** How many actions the masked heads have; 0: there are none. */
export function maskedWidth({ heads }: Heads): number {
  return heads.find(({ masked }) => masked)?.width ?? 0;
}

/** How many numbers of context the layer of a head gives beside its outputs. */
export function contextWidth({ actions }: Head): number {
  return actions ?? 0;
}

/** The head of this name. @throws RangeError when there is none */
export function headOf({ heads }: Heads, name: string): Head {
  const found = heads.find((head) => head.name === name);
  if (!found) throw new RangeError(`this network has no head ${name}: it has ${heads.map((h) => h.name).join(', ')}`);
  return found;
}

/** The heads beside policy and value. */
export function furtherHeads({ heads }: Heads): Head[] {
  return heads.filter(({ name }) => name !== POLICY && name !== VALUE);
}

/** How many numbers the head of this name gives. @throws RangeError when there is none */
export function widthOf(shape: Heads, head: string): number {
  return headOf(shape, head).width;
}

/** A network in a few words: `1372-256-256, policy 192 with 16 units an action on board 11, value 4`. */
export function networkText(shape: NetworkShape): string {
  const { inputs, trunk, normalise, actions = [], heads } = shape;
  const read = actions.map(({ name, size }) => `${name} ${size}`).join(' and ');
  const texts = heads.map(
    ({ name, width, actions: units }) => `${name} ${width}${units ? ` with ${units} units an action on ${read}` : ''}`,
  );
  const normalised = normalise ? [`normalised ${normalise.pieces.map(({ name }) => name).join(' and ')}`] : [];
  return [[inputs, ...trunk].join('-'), ...normalised, ...encoderText(shape), ...texts].join(', ');
}

/** Zeros for the outputs of some heads. @param names default: all */
export function outputsFor(shape: Heads, rows: number, names?: readonly string[]): Outputs {
  const wanted = names?.map((name) => headOf(shape, name)) ?? shape.heads;
  return Object.fromEntries(wanted.map(({ name, width }) => [name, new Float32Array(rows * width)]));
}

/** Most heads, and letters of a name. */
const MOST_HEADS = 16;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
/** What tensors and the inputs of exported models are called. */
const RESERVED = ['trunk', 'input', 'observation', 'mask', 'actions', 'planes', 'entities', 'memory'];

/** The first thing wrong with a shape, or undefined. */
export function networkProblem(shape: NetworkShape): string | undefined {
  const { inputs, trunk, normalise, heads } = shape;
  const count = (n: number) => Number.isInteger(n) && n >= 1;
  // Without inputs its outputs are biases: numbers that depend on nothing.
  if (inputs !== 0 && ![inputs, ...trunk].every(count)) return 'a layer of the network is empty';
  if (inputs === 0 && trunk.length > 0) return 'a network that reads nothing has no hidden layers';
  const unfit = (normalise && inputProblem(inputs, normalise)) ?? encoderProblem(shape) ?? featureProblem(shape);
  if (unfit) return unfit;
  if (heads.length < 1 || heads.length > MOST_HEADS) return `a network has 1 to ${MOST_HEADS} heads`;
  const names = heads.map(({ name }) => name);
  const odd = names.find((name, i) => !NAME.test(name) || RESERVED.includes(name) || names.indexOf(name) < i);
  if (odd !== undefined)
    return `${JSON.stringify(odd)} cannot be the name of a head: lower-case letters, digits and hyphens, each name once`;
  if (trunk.length > 0 && !heads.some(({ input = trunk.length - 1 }) => input === trunk.length - 1))
    return 'no head reads the last layer of its trunk';
  const actions = heads.find((head) => head.masked)?.width;
  for (const { name, width, masked, input, gain = 1 } of heads) {
    if (!count(width)) return `its head ${name} is empty`;
    if (masked && width !== actions) return `its masked heads are not equally wide`;
    if (input !== undefined && trunk[input] === undefined) return `its head ${name} reads a layer that is not there`;
    if (!(gain > 0 && gain < 1000)) return `its head ${name} begins with a gain of ${gain}`;
  }
  return undefined;
}

function inputProblem(inputs: number, { pieces, clip }: InputShape): string | undefined {
  if (!(clip > 0 && clip < Infinity)) return `its normalised input is clipped at ${clip}`;
  if (pieces.length === 0) return 'it normalises no piece of the observation';
  const misplaced = pieces.find(({ from, to }, i) => !(from >= (pieces[i - 1]?.to ?? 0) && to > from && to <= inputs));
  return misplaced && `the piece ${misplaced.name} that it normalises lies outside the observation, or over another`;
}

/** Most numbers in the features of an action. */
const MOST_FEATURES = 4096;

function featureProblem(shape: NetworkShape): string | undefined {
  const { actions, heads } = shape;
  const readers = heads.filter((head) => head.actions !== undefined);
  if (!actions)
    return readers[0] && `its head ${readers[0].name} reads features of actions, and the network is shown none`;
  if (readers.length === 0) return 'no head reads the features of its actions';
  const odd = actions.find(({ size }) => !(Number.isInteger(size) && size >= 1));
  if (odd) return `the piece ${odd.name} of the features of its actions is empty`;
  const twice = actions.find(({ name }, i) => actions.findIndex((piece) => piece.name === name) < i);
  if (twice) return `the features of its actions have two pieces ${twice.name}`;
  const size = featureSize(shape);
  if (size < 1 || size > MOST_FEATURES)
    return `the features of an action are 1 to ${MOST_FEATURES} numbers, not ${size}`;
  for (const { name, masked, actions: width } of readers) {
    if (!masked) return `its head ${name} reads features of legal actions, and is not masked`;
    if (!(Number.isInteger(width) && width! >= 1)) return `its head ${name} has no hidden units for actions`;
  }
  return undefined;
}

/** Tensors by name; kernels are row-major [inputs, outputs]. */
export type Weights = Record<string, Float32Array>;

/** One dense layer: `x [rows, inputs] * kernel [inputs, outputs] + bias [outputs]`. */
export interface LayerShape {
  /** `trunk.0`, `trunk.1`, ..., then the names of the heads. */
  name: string;
  inputs: number;
  outputs: number;
  /** What it reads: 0 is the observation (or what is made of it before the trunk), i + 1 the layer i of the trunk. */
  level: number;
}

/**
 * Layers in their fixed order: the trunk from the observation up, then the heads. The layer of a head that
 * reads features of actions gives the head's outputs, then the context.
 */
export function layers(shape: NetworkShape): LayerShape[] {
  const { trunk, heads } = shape;
  const widths = [encodedSize(shape), ...trunk];
  return [
    ...trunk.map((outputs, i) => ({ name: `trunk.${i}`, inputs: widths[i]!, outputs, level: i })),
    ...heads.map((head) => {
      const level = (head.input ?? trunk.length - 1) + 1;
      return { name: head.name, inputs: widths[level]!, outputs: head.width + contextWidth(head), level };
    }),
  ];
}

/** Tensors [inputs] of a network that normalises its input: no gradient moves them, they are counted (`InputShape`). */
export const INPUT_MEAN = 'input.mean';
export const INPUT_FACTOR = 'input.factor';

/**
 * All tensors in their fixed order: those of what is read before the trunk; each layer's kernel and bias, then those of
 * what reads features of actions; at the end those of the input. Their sections are `trunk`, the trunk with the first head, and each further head's name.
 */
export function weightShapes(shape: NetworkShape): TensorShape[] {
  const heads = new Map(shape.heads.map((head) => [head.name, head]));
  const learned = layers(shape).flatMap(({ name, inputs, outputs }): TensorShape[] => {
    const head = heads.get(name);
    const section = head && head !== shape.heads[0] ? name : 'trunk';
    const tensors = [
      { name: `${name}.kernel`, shape: [inputs, outputs], section },
      { name: `${name}.bias`, shape: [outputs], section },
    ];
    const units = head?.actions;
    if (!units) return tensors;
    return [
      ...tensors,
      { name: `${name}.actions.kernel`, shape: [featureSize(shape), units], section },
      { name: `${name}.actions.out`, shape: [units], section },
    ];
  });
  const counted = shape.normalise ? [INPUT_MEAN, INPUT_FACTOR] : [];
  return [...encoderTensors(shape), ...learned, ...counted.map((name) => ({ name, shape: [shape.inputs] }))];
}

/** A stretch of all weights in one array that can be updated alone. */
export interface Section {
  name: string;
  from: number;
  to: number;
}

/** The sections of tensors in their order. @throws RangeError when the tensors of a section do not follow each other */
export function sectionsOf(tensors: readonly TensorShape[]): Section[] {
  const list: Section[] = [];
  let from = 0;
  for (const { shape, section } of tensors) {
    const to = from + product(shape);
    const last = list.at(-1);
    if (section !== undefined && last?.name === section && last.to === from) last.to = to;
    else if (list.some(({ name }) => name === section))
      throw new RangeError(`the tensors of the section ${section} do not follow each other`);
    else if (section !== undefined) list.push({ name: section, from, to });
    from = to;
  }
  return list;
}

/** Number of parameters. */
export function countWeights(shape: NetworkShape): number {
  return countNumbers(weightShapes(shape));
}

/** How many numbers tensors hold. */
export function countNumbers(tensors: readonly TensorShape[]): number {
  return tensors.reduce((sum, { shape }) => sum + product(shape), 0);
}

/** The first thing wrong with these weights for this shape, or with the shape, or undefined. Extra tensors are wrong too. */
export function weightsProblem(shape: NetworkShape, weights: Weights): string | undefined {
  return networkProblem(shape) ?? tensorsProblem(weightShapes(shape), weights);
}

/** @throws RangeError with what is wrong with these weights for this shape */
export function checkWeights(shape: NetworkShape, weights: Weights): void {
  const problem = weightsProblem(shape, weights);
  if (problem) throw new RangeError(problem);
}

/** The first thing wrong with weights that shall be these tensors. */
export function tensorsProblem(wanted: readonly TensorShape[], weights: Weights): string | undefined {
  for (const { name, shape: dims } of wanted) {
    const tensor = weights[name];
    const size = product(dims);
    if (!tensor) return `tensor ${name} is missing`;
    if (tensor.length !== size) return `tensor ${name} has ${tensor.length} numbers, wanted ${dims.join(' x ')}`;
    if (!tensor.every(Number.isFinite)) return `tensor ${name} holds a number that is not finite`;
  }
  const extra = Object.keys(weights).find((name) => !wanted.some((w) => w.name === name));
  return extra === undefined ? undefined : `tensor ${extra} does not belong to this network`;
}

/** A copy that shares no memory. */
export function copyWeights(weights: Weights): Weights {
  return Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [name, tensor.slice()]));
}

/**
 * Starting weights: orthogonal kernels (gain sqrt 2 in the trunk, the heads' own gains in their layers), biases zero: the
 * choice of Andrychowicz et al. 2021 and of most PPO code. The part
 * that reads features of actions is one more hidden layer and one more small output. A normalised input passes through
 * unchanged until statistics have been counted.
 */
export function initialWeights(shape: NetworkShape, rng: Rng): Weights {
  const weights: Weights = {};
  for (const { name, shape: dims } of encoderTensors(shape)) {
    const outputs = dims.at(-1)!;
    const size = product(dims);
    const begun = () => orthogonal(size / outputs, outputs, startingGain(name), rng);
    weights[name] = startsEmpty(name) ? new Float32Array(size) : begun();
  }
  const heads = new Map(shape.heads.map((head) => [head.name, head]));
  for (const { name, inputs, outputs } of layers(shape)) {
    const head = heads.get(name);
    const own = orthogonal(inputs, head?.width ?? outputs, head ? (head.gain ?? 1) : Math.SQRT2, rng);
    const context = head ? contextWidth(head) : 0;
    weights[`${name}.kernel`] = context > 0 ? besides(inputs, own, orthogonal(inputs, context, 1, rng)) : own;
    weights[`${name}.bias`] = new Float32Array(outputs);
  }
  for (const { name, actions, gain = 1 } of shape.heads) {
    if (actions) {
      weights[`${name}.actions.kernel`] = orthogonal(featureSize(shape), actions, Math.SQRT2, rng);
      weights[`${name}.actions.out`] = orthogonal(actions, 1, gain, rng);
    }
  }
  if (shape.normalise) {
    weights[INPUT_MEAN] = new Float32Array(shape.inputs);
    weights[INPUT_FACTOR] = new Float32Array(shape.inputs).fill(1);
  }
  return weights;
}

/** Two row-major matrices with as many rows, side by side. */
function besides(rows: number, left: Float32Array, right: Float32Array): Float32Array {
  const [a, b] = [left.length / rows, right.length / rows];
  const out = new Float32Array(left.length + right.length);
  for (let r = 0; r < rows; r++) {
    out.set(left.subarray(r * a, (r + 1) * a), r * (a + b));
    out.set(right.subarray(r * b, (r + 1) * b), r * (a + b) + a);
  }
  return out;
}

/** A row-major [rows, columns] matrix whose shorter side is a set of orthogonal vectors of length `gain`. */
function orthogonal(rows: number, columns: number, gain: number, rng: Rng): Float32Array {
  const count = Math.min(rows, columns);
  const length = Math.max(rows, columns);
  const vectors: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    const v = Float64Array.from({ length }, () => gaussian(rng));
    // Twice: once loses orthogonality to rounding when many vectors are taken out.
    for (let pass = 0; pass < 2; pass++) {
      for (const u of vectors) {
        let dot = 0;
        for (let j = 0; j < length; j++) dot += u[j]! * v[j]!;
        for (let j = 0; j < length; j++) v[j]! -= dot * u[j]!;
      }
    }
    const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    vectors.push(v.map((x) => x / norm));
  }
  const out = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      out[r * columns + c] = gain * (columns <= rows ? vectors[c]![r]! : vectors[r]![c]!);
  return out;
}

/** All weights in one array, in the order of `weightShapes`. */
export function flattenWeights(shape: NetworkShape, weights: Weights): Float32Array {
  checkWeights(shape, weights);
  const flat = new Float32Array(countWeights(shape));
  for (const [name, view] of Object.entries(viewWeights(shape, flat))) view.set(weights[name]!);
  return flat;
}

/** The tensors inside such an array: views, not copies. */
export function viewWeights(shape: NetworkShape, flat: Float32Array): Weights {
  return viewTensors(weightShapes(shape), flat);
}

/** The same for any tensors that lie one behind the other. */
export function viewTensors(tensors: readonly TensorShape[], flat: Float32Array): Weights {
  let at = 0;
  return Object.fromEntries(tensors.map(({ name, shape }) => [name, flat.subarray(at, (at += product(shape)))]));
}

function product(dims: readonly number[]): number {
  return dims.reduce((a, b) => a * b, 1);
}
