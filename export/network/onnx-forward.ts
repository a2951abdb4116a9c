/**
 * The whole network as nodes of an ONNX graph, for exported models: dense layers as Gemm nodes, boards as Conv nodes, features
 * of all actions of all rows as one tall matrix.
 */
import { actionTensors } from '../../agents/network/action-head.js';
import {
  attentionBlocks,
  convolutions,
  type EntitiesShape,
  entityLayers,
  hasEncoder,
  MEMORY,
  type MemoryShape,
  type PlanesShape,
  plainStretches,
  planeCount,
  rememberedSize,
} from '../../agents/network/encoder.js';
import type { OnnxGraph } from '../../agents/network/engines/onnx-graph.js';
import {
  featureSize,
  INPUT_FACTOR,
  INPUT_MEAN,
  type InputShape,
  layers,
  type NetworkShape,
} from '../../agents/network/network.js';
import { inputLimits } from '../../agents/network/normalised-input.js';

/**
 * Puts down the network.
 * @param given value [rows, inputs]: the observation
 * @param weight the value that holds a tensor of `weightShapes`
 * @param features value [rows, actions, numbers in the features of an action], zeros for illegal ones; where heads read them
 * @param names what to call the outputs of a head, where others must know it
 * @returns the outputs of each head [rows, width], those for illegal actions included
 */
export function forward(
  graph: OnnxGraph,
  shape: NetworkShape,
  given: string,
  weight: (name: string) => string,
  names: Readonly<Record<string, string>> = {},
  features?: string,
): Record<string, string> {
  const { inputs, trunk, normalise, heads } = shape;
  const observation = normalise ? normalised(graph, inputs, normalise, given, weight) : given;
  const activated = activation(graph, shape);
  const dense = (name: string, x: string, output?: string) =>
    graph.op('Gemm', [x, weight(`${name}.kernel`), weight(`${name}.bias`)], {}, output);
  const levels = [encoded(graph, shape, observation, weight)];
  for (const i of trunk.keys()) levels.push(activated(dense(`trunk.${i}`, levels[i]!)));
  const stack = layers(shape).slice(trunk.length);
  return Object.fromEntries(
    heads.map(({ name, width, actions }, i) => {
      const x = levels[stack[i]!.level]!;
      if (!actions) return [name, dense(name, x, names[name])];
      const raw = dense(name, x);
      const context = graph.columns(raw, width, width + actions);
      const parts = lookAtActions(graph, name, [width, featureSize(shape), actions], features!, context, weight);
      return [name, graph.op('Add', [graph.columns(raw, 0, width), parts], {}, names[name])];
    }),
  );
}

const activation =
  (graph: OnnxGraph, { activation }: NetworkShape) =>
  (x: string): string =>
    graph.op(activation === 'relu' ? 'Relu' : 'Tanh', [x]);

/** What the trunk reads, [rows, numbers]: see encoder.ts. */
function encoded(graph: OnnxGraph, shape: NetworkShape, observation: string, weight: (name: string) => string): string {
  if (!hasEncoder(shape)) return observation;
  const { planes, entities, memory } = shape;
  const columns = ({ from, to }: { from: number; to: number }) => graph.columns(observation, from, to);
  const plain = plainStretches(shape).map(columns);
  const board = planes ? [boardOf(graph, shape, planes, planes.pieces.map(columns), weight)] : [];
  const things = (entities?.pieces ?? []).flatMap((place, piece) =>
    pooled(graph, shape, entities!, piece, columns(place), weight),
  );
  const state = memory ? [remembered(graph, memory, columns(memory.piece), weight)] : [];
  return beside(graph, [...plain, ...board, ...things, ...state]);
}

const beside = (graph: OnnxGraph, parts: string[]): string =>
  parts.length === 1 ? parts[0]! : graph.op('Concat', parts, { axis: 1 });

/** @param pieces [rows, numbers] each */
function boardOf(
  graph: OnnxGraph,
  shape: NetworkShape,
  planes: PlanesShape,
  pieces: string[],
  weight: (name: string) => string,
): string {
  const { height, width, filters, kernel: side } = planes;
  const activated = activation(graph, shape);
  const layers = convolutions(planes);
  const half = (side - 1) / 2;
  const convolve = (i: number, x: string) => {
    const { name } = layers[i]!;
    const kernel = graph.op('Transpose', [weight(`${name}.kernel`)], { perm: [3, 2, 0, 1] });
    const attributes = { kernel_shape: [side, side], pads: [half, half, half, half] };
    return graph.op('Conv', [x, kernel, weight(`${name}.bias`)], attributes);
  };
  const seen = graph.reshape(beside(graph, pieces), [-1, planeCount(planes), height, width]);
  let board = activated(convolve(0, seen));
  for (let i = 1; i < layers.length; i += 2)
    board = activated(graph.op('Add', [convolve(i + 1, activated(convolve(i, board))), board]));
  return graph.reshape(graph.op('Transpose', [board], { perm: [0, 2, 3, 1] }), [-1, height * width * filters]);
}

/** @param x [rows, numbers of all places] @returns the mean and the largest, [rows, numbers] each */
function pooled(
  graph: OnnxGraph,
  shape: NetworkShape,
  entities: EntitiesShape,
  piece: number,
  x: string,
  weight: (name: string) => string,
): string[] {
  const { places } = entities.pieces[piece]!;
  const layers = entityLayers(entities, piece);
  const activated = activation(graph, shape);
  const seen = graph.reshape(x, [-1, layers[0]!.inputs]);
  let things = seen;
  for (const { name } of layers)
    things = activated(graph.op('Gemm', [things, weight(`${name}.kernel`), weight(`${name}.bias`)]));
  const there = hasAny(graph, seen);
  things = graph.op('Mul', [things, there]);
  for (const block of attentionBlocks(entities, piece)) {
    const sums = attended(graph, entities, places, block, { things, there }, weight);
    things = graph.op('Mul', [activated(sums), there]);
  }
  const apart = graph.reshape(things, [-1, places, layers.at(-1)!.outputs]);
  return ['ReduceMean', 'ReduceMax'].map((kind) => graph.op(kind, [apart], { axes: [1], keepdims: 0 }));
}

/**
 * Things and what they read of each other (agents/network/encode.ts).
 * @param things [rows * places, width], zeros for empty places
 * @param there [rows * places, 1]: 1, or 0 for empty places
 */
function attended(
  graph: OnnxGraph,
  { layers, attention }: EntitiesShape,
  places: number,
  block: ReturnType<typeof attentionBlocks>[number],
  { things, there }: { things: string; there: string },
  weight: (name: string) => string,
): string {
  const heads = attention!.heads;
  const width = layers.at(-1)!;
  const apart = (tensor: string, perm: number[]) => {
    const made = graph.op('MatMul', [things, weight(tensor)]);
    return graph.op('Transpose', [graph.reshape(made, [-1, places, heads, width / heads])], { perm });
  };
  // 0, or -1e9 for empty places: nothing is left of that in a softmax, and of empty places alone no NaN.
  const unseen = graph.op('Mul', [graph.op('Sub', [graph.float(1), there]), graph.float(-1e9)]);
  const dots = graph.op('MatMul', [apart(block.query, [0, 2, 1, 3]), apart(block.key, [0, 2, 3, 1])]);
  const scaled = graph.op('Mul', [dots, graph.float(1 / Math.sqrt(width / heads))]);
  const sums = graph.op('Add', [scaled, graph.reshape(unseen, [-1, 1, 1, places])]);
  // Before opset 13 a softmax is one of matrices.
  const flat = graph.op('Softmax', [graph.reshape(sums, [-1, places])], { axis: 1 });
  const shares = graph.reshape(flat, [-1, heads, places, places]);
  const read = graph.op('MatMul', [shares, apart(block.value, [0, 2, 1, 3])]);
  const side = graph.reshape(graph.op('Transpose', [read], { perm: [0, 2, 1, 3] }), [-1, width]);
  return graph.op('Add', [things, graph.op('MatMul', [side, weight(block.output)])]);
}

/** The recurrent unit (agents/network/encode.ts), one step a decision. @param x [rows, numbers of all decisions] */
function remembered(graph: OnnxGraph, memory: MemoryShape, x: string, weight: (name: string) => string): string {
  const { decisions, units } = memory;
  const size = rememberedSize(memory);
  const one = graph.tensor('memory.one', 'float32', [1], new Uint8Array(Float32Array.of(1).buffer));
  const recurrent = weight(MEMORY.recurrent);
  const [gating, candidates] = [graph.columns(recurrent, 0, 2 * units), graph.columns(recurrent, 2 * units, 3 * units)];
  // It begins with zeros, of which the gates make nothing and of which nothing is kept.
  let state: string | undefined;
  for (let i = 0; i < decisions; i++) {
    const seen = graph.columns(x, i * size, (i + 1) * size);
    const given = graph.op('Gemm', [seen, weight(MEMORY.kernel), weight(MEMORY.bias)]);
    const sums = graph.columns(given, 0, 2 * units);
    const gates = graph.op('Sigmoid', [state ? graph.op('Add', [sums, graph.op('MatMul', [state, gating])]) : sums]);
    const [update, reset] = [graph.columns(gates, 0, units), graph.columns(gates, units, 2 * units)];
    const candidate = graph.columns(given, 2 * units, 3 * units);
    const further = state && graph.op('MatMul', [graph.op('Mul', [reset, state]), candidates]);
    const next = graph.op('Tanh', [further ? graph.op('Add', [candidate, further]) : candidate]);
    const share = graph.op('Mul', [graph.op('Sub', [one, update]), hasAny(graph, seen)]);
    const change = graph.op('Mul', [share, state ? graph.op('Sub', [next, state]) : next]);
    state = state ? graph.op('Add', [state, change]) : change;
  }
  return state!;
}

/** 1 for each row that is not all zero, else 0: [rows, 1]. */
const hasAny = (graph: OnnxGraph, rows: string): string =>
  graph.op('Sign', [graph.op('ReduceMax', [graph.op('Abs', [rows])], { axes: [1], keepdims: 1 })]);

/** What the network reads of an observation [rows, inputs]. */
function normalised(
  graph: OnnxGraph,
  inputs: number,
  input: InputShape,
  observation: string,
  weight: (name: string) => string,
): string {
  const limits = inputLimits(inputs, input);
  const limit = (name: string, values: Float32Array) =>
    graph.tensor(name, 'float32', [inputs], new Uint8Array(values.buffer));
  const scaled = graph.op('Mul', [graph.op('Sub', [observation, weight(INPUT_MEAN)]), weight(INPUT_FACTOR)]);
  const below = graph.op('Min', [scaled, limit('input.most', limits)]);
  return graph.op('Max', [
    below,
    limit(
      'input.least',
      limits.map((most) => -most),
    ),
  ]);
}

/** The part of a head that reads features of actions, [rows, actions]. @param sizes actions, features, hidden units */
function lookAtActions(
  graph: OnnxGraph,
  head: string,
  [actions, size, width]: readonly [number, number, number],
  features: string,
  context: string,
  weight: (name: string) => string,
): string {
  const { kernel, out } = actionTensors(head);
  const seen = graph.reshape(features, [-1, size]);
  const local = graph.reshape(graph.op('MatMul', [seen, weight(kernel)]), [-1, actions, width]);
  const sums = graph.op('Add', [local, graph.reshape(context, [-1, 1, width])]);
  const hidden = graph.reshape(graph.op('Relu', [sums]), [-1, width]);
  const parts = graph.op('MatMul', [hidden, graph.reshape(weight(out), [width, 1])]);
  return graph.reshape(graph.op('Mul', [parts, hasAny(graph, seen)]), [-1, actions]);
}
