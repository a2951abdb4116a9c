/**
 * The policy network as nodes of an ONNX graph: the part that rollouts, training and exported models have in common.
 * Dense layers are Gemm nodes; the board head takes its planes out of the observation, all squares of all rows as one
 * tall matrix.
 */
import type { BoardShape } from '../board-head.js';
import type { NetworkShape } from '../network.js';
import type { OnnxGraph } from './onnx-graph.js';

/** Name of the dimension that differs from call to call. */
export const ROWS = 'rows';

/** The values of one forward pass that others go on from. */
export interface Forward {
  /** The observation [rows, inputs], then what comes out of each layer of the trunk. */
  activations: string[];
  /** [rows, actions], illegal actions included. */
  logits: string;
  /** [rows, values] */
  values: string;
  board?: BoardForward;
}

/** The board head's. */
export interface BoardForward {
  /** What the planes say, [rows * squares, planes]. */
  seen: string;
  /** After the relu, [rows * squares, width]. */
  hidden: string;
}

/**
 * Puts down the network.
 * @param observation value [rows, inputs]
 * @param weight the value that holds a tensor of `weightShapes`
 * @param names of the two outputs, where others must know them
 */
export function forward(
  graph: OnnxGraph,
  shape: NetworkShape,
  observation: string,
  weight: (name: string) => string,
  names: { logits?: string; values?: string } = {},
): Forward {
  const { trunk, activation, actions, board } = shape;
  const dense = (name: string, x: string, output?: string) =>
    graph.op('Gemm', [x, weight(`${name}.kernel`), weight(`${name}.bias`)], {}, output);
  const activations = [observation];
  trunk.forEach((_, i) => {
    const sums = dense(`trunk.${i}`, activations[i]!);
    activations.push(graph.op(activation === 'relu' ? 'Relu' : 'Tanh', [sums]));
  });
  const last = activations.at(-1)!;
  const values = dense('value', last, names.values);
  if (!board) return { activations, logits: dense('policy', last, names.logits), values };

  const raw = dense('policy', last);
  const context = graph.columns(raw, actions, actions + board.width);
  const { parts, ...kept } = boardForward(graph, board, observation, context, weight);
  const padding = graph.ints([0, board.action, 0, actions - board.action - board.squares]);
  const everywhere = graph.op('Pad', [parts, padding]);
  const logits = graph.op('Add', [graph.columns(raw, 0, actions), everywhere], {}, names.logits);
  return { activations, logits, values, board: kept };
}

/** The board head up to its parts of the logits, [rows, squares]. @param context [rows, width] */
function boardForward(
  graph: OnnxGraph,
  { squares, planes, width }: BoardShape,
  observation: string,
  context: string,
  weight: (name: string) => string,
): BoardForward & { parts: string } {
  const places = Array.from({ length: squares }, (_, s) => planes.map((at) => at + s)).flat();
  const cut = graph.op('Gather', [observation, graph.ints(places, [squares, planes.length])], { axis: 1 });
  const seen = graph.reshape(cut, [-1, planes.length]);
  const local = graph.reshape(graph.op('MatMul', [seen, weight('board.kernel')]), [-1, squares, width]);
  const sums = graph.op('Add', [local, graph.reshape(context, [-1, 1, width])]);
  const hidden = graph.reshape(graph.op('Relu', [sums]), [-1, width]);
  const parts = graph.op('MatMul', [hidden, graph.reshape(weight('board.out'), [width, 1])]);
  return { seen, hidden, parts: graph.reshape(parts, [-1, squares]) };
}
