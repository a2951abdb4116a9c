/**
 * The policy network as nodes of an ONNX graph: the part that rollouts, training and exported models have in common.
 * Dense layers are Gemm nodes; the board head takes its planes out of the observation, the squares of all rows as one
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

/** The board head's. Its rows are the squares it looks at: n of them, over all rows of the batch. */
export interface BoardForward {
  /** What the planes say, [n, planes]. */
  seen: string;
  /** After the relu, [n, width]. */
  hidden: string;
  /** Where the head looks at legal squares alone: which, and the context, [rows, width]. */
  legal?: LegalSquares & { context: string };
}

/** Legal squares of all rows, in order. */
interface LegalSquares {
  /** Row of the batch and square, each [n]. */
  row: string;
  square: string;
  /** Row and action, [n, 2]. */
  cells: string;
}

/**
 * Puts down the network.
 * @param observation value [rows, inputs]
 * @param weight the value that holds a tensor of `weightShapes`
 * @param names of the two outputs, where others must know them
 * @param mask value [rows, actions] (bool); with it, the board head leaves the logits of illegal squares as they are
 */
export function forward(
  graph: OnnxGraph,
  shape: NetworkShape,
  observation: string,
  weight: (name: string) => string,
  names: { logits?: string; values?: string } = {},
  mask?: string,
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
  const plain = graph.columns(raw, 0, actions);
  const context = graph.columns(raw, actions, actions + board.width);
  const head = mask
    ? lookAtLegal(graph, shape.inputs, board, observation, context, legalSquares(graph, board, mask), weight)
    : lookAtAll(graph, board, observation, context, weight);
  const parts = graph.op('MatMul', [head.hidden, graph.reshape(weight('board.out'), [board.width, 1])]); // [n, 1]
  if (head.legal) {
    const { cells } = head.legal;
    const sums = graph.op('Add', [graph.op('GatherND', [plain, cells]), graph.reshape(parts, [-1])]);
    const logits = graph.op('ScatterND', [plain, cells, sums], {}, names.logits);
    return { activations, logits, values, board: head };
  }
  const padding = graph.ints([0, board.action, 0, actions - board.action - board.squares]);
  const everywhere = graph.op('Pad', [graph.reshape(parts, [-1, board.squares]), padding]);
  return { activations, logits: graph.op('Add', [plain, everywhere], {}, names.logits), values, board: head };
}

/** All squares of all rows. */
function lookAtAll(
  graph: OnnxGraph,
  { squares, planes, width }: BoardShape,
  observation: string,
  context: string,
  weight: (name: string) => string,
): BoardForward {
  const places = Array.from({ length: squares }, (_, s) => planes.map((at) => at + s)).flat();
  const cut = graph.op('Gather', [observation, graph.ints(places, [squares, planes.length])], { axis: 1 });
  const seen = graph.reshape(cut, [-1, planes.length]);
  const local = graph.reshape(graph.op('MatMul', [seen, weight('board.kernel')]), [-1, squares, width]);
  const sums = graph.op('Add', [local, graph.reshape(context, [-1, 1, width])]);
  return { seen, hidden: graph.reshape(graph.op('Relu', [sums]), [-1, width]) };
}

function legalSquares(graph: OnnxGraph, { squares, action }: BoardShape, mask: string): LegalSquares {
  const found = graph.op('NonZero', [graph.columns(mask, action, action + squares)]); // [2, n]
  const line = (i: number) => graph.op('Gather', [found, graph.ints([i], [])], { axis: 0 });
  const onBoard = graph.op('Transpose', [found], { perm: [1, 0] });
  return { row: line(0), square: line(1), cells: graph.op('Add', [onBoard, graph.ints([0, action])]) };
}

/** Few squares are legal at a time: their numbers are picked one by one. */
function lookAtLegal(
  graph: OnnxGraph,
  inputs: number,
  { planes }: BoardShape,
  observation: string,
  context: string,
  legal: LegalSquares,
  weight: (name: string) => string,
): BoardForward {
  const begin = graph.op('Add', [graph.op('Mul', [legal.row, graph.ints([inputs])]), legal.square]);
  const places = graph.op('Add', [graph.reshape(begin, [-1, 1]), graph.ints(planes, [1, planes.length])]);
  const seen = graph.op('Gather', [graph.reshape(observation, [-1]), places], { axis: 0 });
  const local = graph.op('MatMul', [seen, weight('board.kernel')]);
  const sums = graph.op('Add', [local, graph.op('Gather', [context, legal.row], { axis: 0 })]);
  return { seen, hidden: graph.op('Relu', [sums]), legal: { ...legal, context } };
}
