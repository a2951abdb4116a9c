/**
 * The whole network as nodes of an ONNX graph, for exported models: dense layers as Gemm nodes, features of
 * all actions of all rows as one tall matrix.
 */
import { actionTensors } from '../../agents/network/action-head.js';
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
  const { inputs, trunk, activation, normalise, heads } = shape;
  const observation = normalise ? normalised(graph, inputs, normalise, given, weight) : given;
  const dense = (name: string, x: string, output?: string) =>
    graph.op('Gemm', [x, weight(`${name}.kernel`), weight(`${name}.bias`)], {}, output);
  const levels = [observation];
  for (const i of trunk.keys())
    levels.push(graph.op(activation === 'relu' ? 'Relu' : 'Tanh', [dense(`trunk.${i}`, levels[i]!)]));
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
  // 1 for an action that has features, else 0.
  const has = graph.op('Sign', [graph.op('ReduceMax', [graph.op('Abs', [seen])], { axes: [1], keepdims: 1 })]);
  return graph.reshape(graph.op('Mul', [parts, has]), [-1, actions]);
}
