/** A network on a tape: what its heads give for some rows, and so the gradient by its weights. */
import {
  attentionBlocks,
  convolutions,
  type EntitiesShape,
  entityLayers,
  hasEncoder,
  MEMORY,
  type MemoryShape,
  type PlanesShape,
  readApart,
  rememberedSize,
} from '../encoder.js';
import { contextWidth, type Head, layers, type NetworkShape, weightShapes } from '../network.js';
import type { TensorShape } from '../tensor-shape.js';
import type { Length, Tape, Value } from './tape.js';

/** Name of the most actions with features that a row of a batch has, and one. */
export const SLOTS = 'slots';

/** What a network reads of some rows. */
export interface TapeInputs {
  /** [rows, inputs], normalised already. */
  observation: Value;
  /** For heads that read features of actions. */
  actions?: TapeActions | undefined;
}

/**
 * The legal actions of some rows that have features, those of a row in its first slots. The last slot of every row is
 * empty.
 */
interface TapeActions {
  /** [rows, slots, numbers in the features of an action] */
  features: Value;
  /** [rows, actions, 1], whole numbers: slot of each action; the last one for actions without features. */
  slot: Value;
  /** [rows, slots, 1], whole numbers: the action in each slot; any in an empty one. */
  action: Value;
  /** [rows, slots, 1]: 1, or 0 in empty slots. */
  used: Value;
}

/** Tensors that gradients move, in their order. */
export const learnedTensors = (shape: NetworkShape): TensorShape[] =>
  weightShapes(shape).filter(({ section }) => section !== undefined);

/**
 * The learned tensors in a flat vector of them.
 * @param flat [length], the tensors one behind the other; what follows them is left alone
 */
export function tensorsOf(tape: Tape, tensors: readonly TensorShape[], flat: Value): Map<string, Value> {
  const sizes = tensors.map(({ shape }) => shape.reduce((a, b) => a * b, 1));
  const rest = (flat.dims[0] as number) - sizes.reduce((a, b) => a + b, 0);
  const pieces = tape.split(flat, rest > 0 ? [...sizes, rest] : sizes);
  return new Map(tensors.map(({ name, shape }, i) => [name, tape.reshaped(pieces[i]!, shape)]));
}

/**
 * The outputs of all heads, [rows, width] each.
 * @param tensors of `tensorsOf`
 */
export function tapeForward(
  tape: Tape,
  shape: NetworkShape,
  tensors: ReadonlyMap<string, Value>,
  { observation, actions }: TapeInputs,
): Map<string, Value> {
  const dense = denseLayers(tape, tensors);
  const levels = [encoded(tape, shape, tensors, observation)];
  for (const i of shape.trunk.keys()) levels.push(activated(tape, shape, dense(`trunk.${i}`, levels[i]!)));
  const stack = layers(shape).slice(shape.trunk.length);
  return new Map(
    shape.heads.map((head, i) => {
      const raw = dense(head.name, levels[stack[i]!.level]!);
      if (!head.actions) return [head.name, raw];
      const [own, context] = tape.split(raw, [head.width, contextWidth(head)]);
      return [head.name, tape.add(own!, lookAtActions(tape, head, tensors, context!, actions!))];
    }),
  );
}

type Tensors = ReadonlyMap<string, Value>;

const denseLayers =
  (tape: Tape, tensors: Tensors) =>
  (name: string, x: Value): Value =>
    tape.add(tape.product(x, tensors.get(`${name}.kernel`)!), tensors.get(`${name}.bias`)!);

const activated = (tape: Tape, { activation }: NetworkShape, x: Value): Value =>
  activation === 'relu' ? tape.relu(x) : tape.tanh(x);

/** What the trunk reads of observations, [rows, numbers]: see encoder.ts. */
function encoded(tape: Tape, shape: NetworkShape, tensors: Tensors, observation: Value): Value {
  if (!hasEncoder(shape)) return observation;
  const { planes, entities, memory } = shape;
  const pieces = readApart(shape);
  const cuts = [...new Set([0, ...pieces.flatMap(({ from, to }) => [from, to]), shape.inputs])];
  const parts = tape.split(
    observation,
    cuts.slice(1).map((to, i) => to - cuts[i]!),
  );
  const at = ({ from }: { from: number }) => parts[cuts.indexOf(from)]!;
  const plain = parts.filter((_, i) => !pieces.some(({ from }) => from === cuts[i]));
  const board = planes ? [boardOf(tape, shape, planes, tensors, planes.pieces.map(at))] : [];
  const things = (entities?.pieces ?? []).map((piece, i) =>
    pooled(tape, shape, { entities: entities!, piece: i }, tensors, at(piece)),
  );
  const state = memory ? [remembered(tape, memory, tensors, at(memory.piece))] : [];
  return tape.beside([...plain, ...board, ...things, ...state]);
}

/** @param pieces [rows, numbers] each */
function boardOf(
  tape: Tape,
  shape: NetworkShape,
  planes: PlanesShape,
  tensors: Tensors,
  pieces: readonly Value[],
): Value {
  const { height, width, filters } = planes;
  const seen = tape.beside(pieces);
  const [rows] = seen.dims;
  const layers = convolutions(planes);
  const convolve = (i: number, x: Value) => {
    const kernel = tape.transposed(tensors.get(`${layers[i]!.name}.kernel`)!, [3, 2, 0, 1]);
    return tape.convolution(x, kernel, tensors.get(`${layers[i]!.name}.bias`)!);
  };
  const first = tape.reshaped(seen, [rows!, layers[0]!.inputs, height, width]);
  let board = activated(tape, shape, convolve(0, first));
  for (let i = 1; i < layers.length; i += 2) {
    const half = activated(tape, shape, convolve(i, board));
    board = activated(tape, shape, tape.add(convolve(i + 1, half), board));
  }
  return tape.reshaped(tape.transposed(board, [0, 2, 3, 1]), [rows!, height * width * filters]);
}

/** @param x [rows, numbers of all places] */
function pooled(
  tape: Tape,
  shape: NetworkShape,
  { entities, piece }: { entities: EntitiesShape; piece: number },
  tensors: Tensors,
  x: Value,
): Value {
  const { places } = entities.pieces[piece]!;
  const layers = entityLayers(entities, piece);
  const [rows] = x.dims;
  const dense = denseLayers(tape, tensors);
  const seen = tape.reshaped(x, [rows!, places, layers[0]!.inputs]);
  const there = tape.indicator(
    tape.compare('Greater', tape.rowMax(tape.apply('Abs', [seen], seen.dims)), tape.number(0)),
  );
  let things = seen;
  for (const { name } of layers) things = activated(tape, shape, dense(name, things));
  things = tape.times(things, there);
  for (const block of attentionBlocks(entities, piece))
    things = tape.times(activated(tape, shape, attended(tape, entities, block, tensors, things, there)), there);
  const flat = (y: Value) => tape.reshaped(y, [rows!, layers.at(-1)!.outputs]);
  const mean = tape.times(flat(tape.sumAlong(things, 1)), tape.number(1 / places));
  return tape.beside([mean, flat(tape.largestAlong(things, 1))]);
}

/** Added to how much an empty place is looked at: nothing is left of it in a softmax, and of empty places alone no NaN. */
const UNSEEN = -1e9;

/**
 * Things and what they read of each other (encode.ts).
 * @param things [rows, places, width], zeros for empty places
 * @param there [rows, places, 1]: 1, or 0 for empty places
 */
function attended(
  tape: Tape,
  { attention }: EntitiesShape,
  block: ReturnType<typeof attentionBlocks>[number],
  tensors: Tensors,
  things: Value,
  there: Value,
): Value {
  const heads = attention!.heads;
  const [rows, places, width] = things.dims as [Length, number, number];
  const apart = (tensor: string, order: readonly number[]) =>
    tape.transposed(
      tape.reshaped(tape.product(things, tensors.get(tensor)!), [rows, places, heads, width / heads]),
      order,
    );
  const unseen = tape.times(tape.subtract(tape.number(1), there), tape.number(UNSEEN));
  const dots = tape.matrixProducts(apart(block.query, [0, 2, 1, 3]), apart(block.key, [0, 2, 3, 1]));
  const scaled = tape.times(dots, tape.number(1 / Math.sqrt(width / heads)));
  const shares = tape.softmax(tape.add(scaled, tape.reshaped(unseen, [rows, 1, 1, places])));
  const read = tape.transposed(tape.matrixProducts(shares, apart(block.value, [0, 2, 1, 3])), [0, 2, 1, 3]);
  return tape.add(things, tape.product(tape.reshaped(read, things.dims), tensors.get(block.output)!));
}

/**
 * The recurrent unit (encode.ts), one step a decision; what the kernel makes of all of them is computed at once.
 * @param x [rows, numbers of all decisions]
 */
function remembered(tape: Tape, memory: MemoryShape, tensors: Tensors, x: Value): Value {
  const { decisions, units } = memory;
  const size = rememberedSize(memory);
  const [rows] = x.dims;
  const seen = tape.reshaped(x, [rows!, decisions, size]);
  const there = tape.indicator(
    tape.compare('Greater', tape.rowMax(tape.apply('Abs', [seen], seen.dims)), tape.number(0)),
  );
  const taken = tape.split(
    tape.reshaped(there, [rows!, decisions]),
    Array.from({ length: decisions }, () => 1),
  );
  const given = tape.add(tape.product(seen, tensors.get(MEMORY.kernel)!), tensors.get(MEMORY.bias)!);
  const parts = tape.split(
    tape.reshaped(given, [rows!, decisions * 3 * units]),
    Array.from({ length: decisions }, () => [2 * units, units]).flat(),
  );
  const [gating, candidates] = tape.split(tensors.get(MEMORY.recurrent)!, [2 * units, units]);
  // It begins with zeros, of which the gates make nothing and of which nothing is kept.
  let state: Value | undefined;
  for (let i = 0; i < decisions; i++) {
    const [gates, candidate] = [parts[2 * i]!, parts[2 * i + 1]!];
    const sums = state ? tape.add(gates, tape.product(state, gating!)) : gates;
    const [update, reset] = tape.split(tape.sigmoid(sums), [units, units]);
    const further = state ? tape.add(candidate, tape.product(tape.times(reset!, state), candidates!)) : candidate;
    const next = tape.tanh(further);
    const change = tape.times(
      tape.times(tape.subtract(tape.number(1), update!), taken[i]!),
      state ? tape.subtract(next, state) : next,
    );
    state = state ? tape.add(state, change) : change;
  }
  return state!;
}

/** What features add to the outputs of a head, [rows, actions]: see action-head.ts. */
function lookAtActions(
  tape: Tape,
  { name, actions: width }: Head,
  tensors: ReadonlyMap<string, Value>,
  context: Value,
  { features, slot, action, used }: TapeActions,
): Value {
  const [kernel, out] = [tensors.get(`${name}.actions.kernel`)!, tensors.get(`${name}.actions.out`)!];
  const apart = tape.reshaped(context, [context.dims[0]!, 1, width!]);
  const hidden = tape.relu(tape.add(tape.product(features, kernel), apart));
  const parts = tape.times(tape.product(hidden, tape.reshaped(out, [width!, 1])), used);
  return tape.reshaped(tape.rearranged(parts, slot, action, used), [slot.dims[0]!, slot.dims[1]!]);
}
