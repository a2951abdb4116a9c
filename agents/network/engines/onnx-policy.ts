/**
 * The whole policy network as nodes of an ONNX graph, for exported models: dense layers as Gemm nodes, the board head on
 * all squares of all rows as one tall matrix.
 */
import type { BoardShape } from '../board-head.js';
import type { NetworkShape } from '../network.js';
import type { OnnxGraph } from './onnx-graph.js';

/** Name of the dimension that differs from call to call. */
export const ROWS = 'rows';

/**
 * Puts down the network.
 * @param observation value [rows, inputs]
 * @param weight the value that holds a tensor of `weightShapes`
 * @param values name of the value head's output
 * @returns the logits [rows, actions], illegal actions included
 */
export function forward(
  graph: OnnxGraph,
  shape: NetworkShape,
  observation: string,
  weight: (name: string) => string,
  values: string,
): string {
  const { trunk, activation, actions, board } = shape;
  const dense = (name: string, x: string, output?: string) =>
    graph.op('Gemm', [x, weight(`${name}.kernel`), weight(`${name}.bias`)], {}, output);
  const last = trunk.reduce(
    (x, _, i) => graph.op(activation === 'relu' ? 'Relu' : 'Tanh', [dense(`trunk.${i}`, x)]),
    observation,
  );
  dense('value', last, values);
  const raw = dense('policy', last);
  if (!board) return raw;
  const context = graph.columns(raw, actions, actions + board.width);
  const parts = lookAtSquares(graph, board, observation, context, weight);
  const padding = graph.ints([0, board.action, 0, actions - board.action - board.squares]);
  return graph.op('Add', [graph.columns(raw, 0, actions), graph.op('Pad', [parts, padding])]);
}

/** What the board head adds to the logits of its squares, [rows, squares]. */
function lookAtSquares(
  graph: OnnxGraph,
  { squares, planes, width }: BoardShape,
  observation: string,
  context: string,
  weight: (name: string) => string,
): string {
  const places = Array.from({ length: squares }, (_, s) => planes.map((at) => at + s)).flat();
  const cut = graph.op('Gather', [observation, graph.ints(places, [squares, planes.length])], { axis: 1 });
  const seen = graph.reshape(cut, [-1, planes.length]);
  const local = graph.reshape(graph.op('MatMul', [seen, weight('board.kernel')]), [-1, squares, width]);
  const sums = graph.op('Add', [local, graph.reshape(context, [-1, 1, width])]);
  const hidden = graph.reshape(graph.op('Relu', [sums]), [-1, width]);
  const parts = graph.op('MatMul', [hidden, graph.reshape(weight('board.out'), [width, 1])]);
  return graph.reshape(parts, [-1, squares]);
}
