/**
 * A network as operations of TensorFlow.js. The one translation there is: `TfjsNetwork` plays with it, and automatic
 * differentiation goes back through it (`TfjsGradient`).
 */
import type { Tensor, Tensor1D, Tensor2D, Tensor3D, Tensor4D } from '@tensorflow/tfjs-core';
import { type ActionFeatures, actionTensors, listActions } from '../action-head.js';
import {
  attentionBlocks,
  convolutions,
  type EntitiesShape,
  entityLayers,
  hasEncoder,
  MEMORY,
  type MemoryShape,
  plainStretches,
  planeCount,
  rememberedSize,
} from '../encoder.js';
import {
  featureSize,
  type Head,
  type Heads,
  INPUT_FACTOR,
  INPUT_MEAN,
  layers,
  type NetworkShape,
  weightShapes,
} from '../network.js';
import { inputLimits } from '../normalised-input.js';
import type { TensorShape } from '../tensor-shape.js';
import type { Tf } from './tfjs.js';

/** A network as a function of tensors. */
export interface TensorNetwork extends Heads {
  /** Numbers in an observation. */
  inputs: number;
  /** Numbers in the features of an action, if it reads any. */
  features?: number;
  /**
   * Its tensors in their order. Those of a section can be updated without the others; no gradient moves those without a
   * section.
   */
  weights: readonly TensorShape[];
  /** @returns the outputs of the heads that are wanted, [rows, width] */
  forward(tf: Tf, given: TensorInputs): Record<string, Tensor2D>;
}

/** What such a function is given. */
interface TensorInputs {
  /** Observations [rows, inputs]. */
  x: Tensor2D;
  /** The tensor of this name in `weights`. */
  weight(name: string): Tensor;
  /** The legal actions and their features, if the network reads them and the caller has them. */
  actions?: LegalActions | undefined;
  /** Names of the heads that are wanted. */
  wanted: readonly string[];
}

/** The legal actions of some rows; those whose features are all zero are left out. */
export interface LegalActions {
  /** [actions, numbers in the features of an action] */
  features: Tensor2D;
  /** [actions] the row of each. */
  row: Tensor1D;
  /** [actions] the output of each among those of all rows, `row * width + action`. */
  place: Tensor1D;
}

/** A network of the usual kind, for `TfjsGradient` or as a start for one of your own. */
export function tensorNetwork(shape: NetworkShape): TensorNetwork {
  const { inputs, heads } = shape;
  const forward: TensorNetwork['forward'] = (tf, given) => forwardTensors(tf, shape, given);
  return { inputs, features: featureSize(shape), heads, weights: weightShapes(shape), forward };
}

function forwardTensors(
  tf: Tf,
  shape: NetworkShape,
  { x, weight, actions, wanted }: TensorInputs,
): Record<string, Tensor2D> {
  const { trunk, heads } = shape;
  const stack = layers(shape);
  const levels = [encoded(tf, shape, normalised(tf, shape, x, weight), weight)];
  /** A dense layer by its place in the stack. */
  const dense = (layer: number, activation: 'relu' | 'linear' = 'linear') => {
    const { name, level } = stack[layer]!;
    const [b, bias] = [weight(`${name}.kernel`) as Tensor2D, weight(`${name}.bias`)];
    return tf.fused.matMul({ a: levels[level]!, b, bias, activation }) as Tensor2D;
  };
  for (const i of trunk.keys()) levels.push(shape.activation === 'relu' ? dense(i, 'relu') : tf.tanh(dense(i)));
  const outputs: Record<string, Tensor2D> = {};
  for (const [i, head] of heads.entries()) {
    if (!wanted.includes(head.name)) continue;
    const raw = dense(trunk.length + i);
    outputs[head.name] = head.actions ? lookAtActions(tf, head, raw, actions, weight) : raw;
  }
  return outputs;
}

function normalised(
  tf: Tf,
  { inputs, normalise }: NetworkShape,
  x: Tensor2D,
  weight: (name: string) => Tensor,
): Tensor2D {
  if (!normalise) return x;
  const limits = inputLimits(inputs, normalise);
  const scaled = tf.mul(tf.sub(x, weight(INPUT_MEAN)), weight(INPUT_FACTOR));
  return tf.maximum(tf.minimum(scaled, limits), tf.neg(limits)) as Tensor2D;
}

/** What the trunk reads (encoder.ts). */
function encoded(tf: Tf, shape: NetworkShape, x: Tensor2D, weight: (name: string) => Tensor): Tensor2D {
  if (!hasEncoder(shape)) return x;
  const { planes, entities, memory } = shape;
  const [rows] = x.shape;
  const columns = ({ from, to }: { from: number; to: number }) => tf.slice(x, [0, from], [rows, to - from]);
  const act = <T extends Tensor>(y: T): T => (shape.activation === 'relu' ? tf.relu(y) : tf.tanh(y));
  const parts: Tensor2D[] = plainStretches(shape).map(columns);
  if (planes) {
    const { height, width, filters } = planes;
    const layers = convolutions(planes);
    const convolve = (i: number, y: Tensor4D) => {
      const { name } = layers[i]!;
      return tf.add(tf.conv2d(y, weight(`${name}.kernel`) as Tensor4D, 1, 'same'), weight(`${name}.bias`)) as Tensor4D;
    };
    const seen = tf.reshape(tf.concat(planes.pieces.map(columns), 1), [rows, planeCount(planes), height, width]);
    let board = act(convolve(0, tf.transpose(seen, [0, 2, 3, 1]) as Tensor4D));
    for (let i = 1; i < layers.length; i += 2)
      board = act(tf.add(convolve(i + 1, act(convolve(i, board))), board) as Tensor4D);
    parts.push(tf.reshape(board, [rows, height * width * filters]));
  }
  for (const [piece, place] of (entities?.pieces ?? []).entries()) {
    const layers = entityLayers(entities!, piece);
    const flat = tf.reshape(columns(place), [rows * place.places, layers[0]!.inputs]) as Tensor2D;
    let things = flat;
    for (const { name } of layers)
      things = act(tf.add(tf.matMul(things, weight(`${name}.kernel`) as Tensor2D), weight(`${name}.bias`)) as Tensor2D);
    const there = tf.cast(tf.greater(tf.max(tf.abs(flat), 1, true), 0), 'float32') as Tensor2D;
    things = tf.mul(things, there);
    for (const block of attentionBlocks(entities!, piece))
      things = tf.mul(act(attended(tf, entities!, place.places, block, { things, there }, weight)), there);
    const shown = tf.reshape(things, [rows, place.places, layers.at(-1)!.outputs]) as Tensor3D;
    parts.push(tf.mean(shown, 1) as Tensor2D, tf.max(shown, 1) as Tensor2D);
  }
  if (memory) parts.push(remembered(tf, memory, columns(memory.piece), weight));
  return tf.concat(parts, 1);
}

/**
 * Things and what they read of each other (encode.ts).
 * @param things [rows * places, width], zeros for empty places
 * @param there [rows * places, 1]: 1, or 0 for empty places
 */
function attended(
  tf: Tf,
  { attention }: EntitiesShape,
  places: number,
  block: ReturnType<typeof attentionBlocks>[number],
  { things, there }: { things: Tensor2D; there: Tensor2D },
  weight: (name: string) => Tensor,
): Tensor2D {
  const heads = attention!.heads;
  const [all, width] = things.shape;
  const apart = (tensor: string) => {
    const made = tf.matMul(things, weight(tensor) as Tensor2D);
    return tf.transpose(tf.reshape(made, [all / places, places, heads, width / heads]), [0, 2, 1, 3]) as Tensor4D;
  };
  // Nothing is left of -1e9 in a softmax, and of empty places alone no NaN.
  const unseen = tf.reshape(tf.mul(tf.sub(1, there), -1e9), [all / places, 1, 1, places]);
  const dots = tf.matMul(apart(block.query), apart(block.key), false, true);
  const shares = tf.softmax(tf.add(tf.mul(dots, 1 / Math.sqrt(width / heads)), unseen)) as Tensor4D;
  const read = tf.transpose(tf.matMul(shares, apart(block.value)), [0, 2, 1, 3]);
  return tf.add(things, tf.matMul(tf.reshape(read, [all, width]) as Tensor2D, weight(block.output) as Tensor2D));
}

/** The recurrent unit (encode.ts). @param x [rows, numbers of all decisions] */
function remembered(tf: Tf, memory: MemoryShape, x: Tensor2D, weight: (name: string) => Tensor): Tensor2D {
  const { decisions, units } = memory;
  const size = rememberedSize(memory);
  const [rows] = x.shape;
  const recurrent = weight(MEMORY.recurrent) as Tensor2D;
  const gating = tf.slice(recurrent, [0, 0], [units, 2 * units]);
  const candidates = tf.slice(recurrent, [0, 2 * units], [units, units]);
  let state: Tensor2D = tf.zeros([rows, units]);
  for (let i = 0; i < decisions; i++) {
    const seen = tf.slice(x, [0, i * size], [rows, size]);
    const there = tf.cast(tf.greater(tf.max(tf.abs(seen), 1, true), 0), 'float32');
    const given = tf.add(tf.matMul(seen, weight(MEMORY.kernel) as Tensor2D), weight(MEMORY.bias)) as Tensor2D;
    const gates = tf.sigmoid(tf.add(tf.slice(given, [0, 0], [rows, 2 * units]), tf.matMul(state, gating)));
    const update = tf.slice(gates, [0, 0], [rows, units]);
    const reset = tf.slice(gates, [0, units], [rows, units]) as Tensor2D;
    const further = tf.matMul(tf.mul(reset, state) as Tensor2D, candidates);
    const next = tf.tanh(tf.add(tf.slice(given, [0, 2 * units], [rows, units]), further));
    const change = tf.mul(tf.mul(tf.sub(1, update), there), tf.sub(next, state));
    state = tf.add(state, change) as Tensor2D;
  }
  return state;
}

/** The outputs of a head that reads the features of legal actions (action-head.ts). @param raw outputs, then context */
function lookAtActions(
  tf: Tf,
  { name, width, actions: units }: Head,
  raw: Tensor2D,
  actions: LegalActions | undefined,
  weight: (name: string) => Tensor,
): Tensor2D {
  if (!actions) throw new RangeError(`the head ${name} needs the legal actions and their features`);
  const { features, row, place } = actions;
  const rows = raw.shape[0];
  const y = tf.slice(raw, [0, 0], [rows, width]);
  if (place.size === 0) return y;
  const { kernel, out } = actionTensors(name);
  const context = tf.slice(raw, [0, width], [rows, units!]);
  const local = tf.matMul(features, weight(kernel) as Tensor2D);
  const hidden = tf.relu(tf.add(local, tf.gather(context, row)));
  const parts = tf.sum(tf.mul(hidden, weight(out)), 1);
  return tf.add(y, tf.reshape(tf.unsortedSegmentSum(parts, place, rows * width), [rows, width]));
}

/**
 * Lists the legal actions of some rows, for a network that reads their features.
 * @param mask [rows, actions], at least that long
 * @param known the features of the legal actions, those of row i at `first[order[i]]`, or without an order at `first[i]`
 * @returns undefined if the network reads none, or if the mask or the features are missing
 */
export function legalActions(
  tf: Tf,
  { heads, features: size = 0 }: TensorNetwork,
  rows: number,
  mask: Uint8Array | undefined,
  known: ActionFeatures | undefined,
  order?: Int32Array,
): LegalActions | undefined {
  if (size === 0 || !mask || !known) return undefined;
  const actions = heads.find(({ masked }) => masked)!.width;
  const legal = mask.subarray(0, rows * actions).reduce((sum, one) => sum + one, 0);
  const features = new Float32Array(legal * size);
  const [row, place] = [new Int32Array(legal), new Int32Array(legal)];
  const count = listActions(rows, actions, mask, known, order, size, { features, row, place });
  return {
    features: tf.tensor2d(features.subarray(0, count * size), [count, size]),
    row: tf.tensor1d(row.subarray(0, count), 'int32'),
    place: tf.tensor1d(place.subarray(0, count), 'int32'),
  };
}
