/**
 * A whole gradient step as one ONNX graph: forward, loss, way back, gradient clipping and Adam. Only operations that any
 * ONNX runtime has; the way back is written out, as in `TfjsNetwork.gradient`. Numbers in brackets are those of
 * docs/ppo.md. The loss itself is no output: its parts are summed outside, in 64 bits.
 */

import { OnnxGraph } from '../agents/engines/onnx-graph.js';
import { type Forward, forward, ROWS } from '../agents/engines/onnx-policy.js';
import { ILLEGAL_LOGIT } from '../agents/masked.js';
import { type LayerShape, layers, type NetworkShape, weightShapes } from '../agents/network.js';

/** Which loss a step descends. Without the magnet the graph is smaller. */
export type StepLoss = 'ppo' | 'ppo with magnet' | 'imitation';

/** Adam's numbers for one group of weights in one step; see `adamStep`. */
interface AdamScalars {
  /** What is kept of the first moment, and what is added of the gradient. */
  keep1: number;
  take1: number;
  /** The same for the second moment and the gradient's square. */
  keep2: number;
  take2: number;
  /** The step is rate * m / (sqrt(v) + epsilon): both with the bias correction in them. */
  rate: number;
  epsilon: number;
}

/** Numbers that a step is given, each an input without dimensions of the graph. */
export interface StepScalars {
  /** Weight of a row in the policy's part of the loss: 1 / rows, or 0 to leave the policy alone. */
  policyWeight: number;
  /** Weight of a row in the value loss. */
  valueWeight: number;
  /** Not read by `imitation`, as the next two. */
  entropyWeight: number;
  lowestRatio: number;
  highestRatio: number;
  /** Read by `ppo with magnet` alone. */
  magnetWeight: number;
  gradientNorm: number;
  /** 1, or 0 where only the value head counts in the gradient's length. */
  wholeNorm: number;
  /** Everything but the value head. */
  trunk: AdamScalars;
  value: AdamScalars;
}

/** The scalars by the names of their inputs. */
export function scalarInputs(loss: StepLoss, { trunk, value, ...single }: StepScalars): Record<string, number> {
  const list: Record<string, number> = { ...single };
  if (loss === 'imitation') for (const name of onlyPpo) delete list[name];
  if (loss !== 'ppo with magnet') delete list.magnetWeight;
  for (const [group, numbers] of Object.entries({ trunk, value }))
    for (const [name, number] of Object.entries(numbers)) list[`${group}.${name}`] = number;
  return list;
}

const onlyPpo = ['entropyWeight', 'lowestRatio', 'highestRatio'];

/**
 * The model. Inputs, beside the scalars: `observation`, `mask` (bool), `action` (int32), `valueTarget` (NaN: not
 * learned), for `ppo` also `logProb` and `advantage`, with the magnet also `magnet`, all as in `Batch`;
 * `weights.<name>`, `first.<name>` and `second.<name>` for each tensor of the network. Outputs: `chosen` [rows];
 * `entropy` [rows], with the magnet `magnetKl` [rows], or `best` [rows] (the most likely legal action);
 * `values` [rows, values], `length` (of the gradient before clipping), and `next.<input>` for all weights and moments.
 * @param update false: outputs `gradient.<name>` instead, of the unclipped gradient, and no moments are asked for
 */
export function stepModel(shape: NetworkShape, loss: StepLoss, update = true): Uint8Array {
  const g = new OnnxGraph(loss);
  const { inputs, actions, values } = shape;
  const observation = g.input('observation', 'float32', [ROWS, inputs]);
  const mask = g.input('mask', 'bool', [ROWS, actions]);
  const action = g.reshape(g.input('action', 'int32', [ROWS]), [-1, 1]);
  const target = g.input('valueTarget', 'float32', [ROWS, values]);
  for (const { name, shape: dims } of weightShapes(shape)) g.input(`weights.${name}`, 'float32', dims);
  const scalar = (name: string) => g.input(name, 'float32', []);

  const network = forward(g, shape, observation, weight, { values: 'values' }, mask);
  g.output('values', 'float32', [ROWS, values]);
  const dLogits = policyGradient(g, loss, actions, network.logits, mask, action, scalar);
  const dValues = valueGradient(g, network.values, target, scalar('valueWeight'));
  const gradient = backward(g, shape, network, dLogits, dValues);
  if (!update) {
    for (const { name, shape: dims } of weightShapes(shape)) {
      g.op('Identity', [gradient.get(name)!], {}, `gradient.${name}`);
      g.output(`gradient.${name}`, 'float32', dims);
    }
    return g.encode();
  }

  // Gradient clipping [9].
  const isValue = (name: string) => name.startsWith('value.');
  const square = (value: boolean) =>
    g.sum(
      [...gradient]
        .filter(([name]) => isValue(name) === value)
        .map(([, tensor]) => g.op('ReduceSumSquare', [tensor], { keepdims: 0 })),
    );
  const whole = g.op('Mul', [square(false), scalar('wholeNorm')]);
  const length = g.op('Sqrt', [g.op('Add', [whole, square(true)])], {}, 'length');
  g.output('length', 'float32', []);
  const scale = g.op('Min', [g.float(1), g.op('Div', [scalar('gradientNorm'), length])]);

  const groups = { trunk: adam(g, 'trunk', scale, scalar), value: adam(g, 'value', scale, scalar) };
  for (const { name, shape: dims } of weightShapes(shape))
    groups[isValue(name) ? 'value' : 'trunk'](name, dims, gradient.get(name)!);
  return g.encode();
}

const weight = (name: string) => `weights.${name}`;

/** The gradient of the loss with respect to the logits, as derived at `ppoLoss`; the outputs on the way. */
function policyGradient(
  g: OnnxGraph,
  loss: StepLoss,
  actions: number,
  logits: string,
  mask: string,
  action: string,
  scalar: (name: string) => string,
): string {
  // [3] Illegal actions have a probability of exactly zero, so they have no part in any sum.
  const legal = g.op('Where', [mask, logits, g.float(ILLEGAL_LOGIT)]);
  const logs = g.op('LogSoftmax', [legal], { axis: -1 });
  const p = g.op('Exp', [logs]);
  const isChosen = g.op('Equal', [g.range(actions), action]);
  const chosen = g.reshape(g.op('GatherElements', [logs, action], { axis: 1 }), [-1], 'chosen');
  g.output('chosen', 'float32', [ROWS]);
  const policyWeight = scalar('policyWeight');

  if (loss === 'imitation') {
    g.op('ArgMax', [legal], { axis: 1, keepdims: 0 }, 'best');
    g.output('best', 'int64', [ROWS]);
    const taken = g.op('Where', [isChosen, g.float(1), g.float(0)]);
    return g.op('Mul', [g.op('Sub', [p, taken]), policyWeight]);
  }

  const negativeEntropy = g.op('ReduceSum', [g.op('Mul', [p, logs]), g.ints([1])]); // [rows, 1]
  g.reshape(g.op('Neg', [negativeEntropy]), [-1], 'entropy');
  g.output('entropy', 'float32', [ROWS]);
  const advantage = g.input('advantage', 'float32', [ROWS]);
  // [4], [5]: the gradient by ln p[a] is zero where the clipped term is the smaller one.
  const ratio = g.op('Exp', [g.op('Sub', [chosen, g.input('logProb', 'float32', [ROWS])])]);
  const clippedRatio = g.op('Clip', [ratio, scalar('lowestRatio'), scalar('highestRatio')]);
  const surrogate = g.op('Mul', [ratio, advantage]);
  const clips = g.op('Greater', [surrogate, g.op('Mul', [clippedRatio, advantage])]);
  const moves = g.op('Where', [clips, g.float(0), g.op('Mul', [g.op('Neg', [surrogate]), policyWeight])]);
  const dLog = g.reshape(moves, [-1, 1]);
  const entropyWeight = g.op('Mul', [scalar('entropyWeight'), policyWeight]);
  // p * (entropyWeight * (ln p + H) - dLog), and dLog more at the action taken [6].
  const dEntropy = g.op('Mul', [g.op('Sub', [logs, negativeEntropy]), entropyWeight]);
  let slopes = dEntropy;
  if (loss === 'ppo with magnet') {
    // p * magnetWeight * (ln p - ln m - D) more [18].
    const apart = g.op('Sub', [logs, g.input('magnet', 'float32', [ROWS, actions])]);
    const divergence = g.op('ReduceSum', [g.op('Mul', [p, apart]), g.ints([1])]); // [rows, 1]
    g.reshape(divergence, [-1], 'magnetKl');
    g.output('magnetKl', 'float32', [ROWS]);
    const magnetWeight = g.op('Mul', [scalar('magnetWeight'), policyWeight]);
    slopes = g.op('Add', [dEntropy, g.op('Mul', [g.op('Sub', [apart, divergence]), magnetWeight])]);
  }
  const everywhere = g.op('Mul', [p, g.op('Sub', [slopes, dLog])]);
  return g.op('Add', [everywhere, g.op('Where', [isChosen, dLog, g.float(0)])]);
}

/** [11]: mean over the seats that are there, so a NaN counts nothing. */
function valueGradient(g: OnnxGraph, values: string, target: string, valueWeight: string): string {
  const absent = g.op('IsNaN', [target]);
  const error = g.op('Where', [absent, g.float(0), g.op('Sub', [values, target])]);
  const present = g.op('Where', [absent, g.float(0), g.float(1)]);
  const seats = g.op('Max', [g.op('ReduceSum', [present, g.ints([1])]), g.float(1)]); // [rows, 1]
  const factor = g.op('Div', [g.op('Mul', [valueWeight, g.float(2)]), seats]);
  return g.op('Mul', [error, factor]);
}

/** The gradient with respect to every weight, by name. */
function backward(
  g: OnnxGraph,
  shape: NetworkShape,
  { activations, ...network }: Forward,
  dLogits: string,
  dValues: string,
): Map<string, string> {
  const gradient = new Map<string, string>();
  const weightGradient = ({ name }: LayerShape, x: string, d: string) => {
    gradient.set(`${name}.kernel`, g.op('Gemm', [x, d], { transA: 1 }));
    gradient.set(`${name}.bias`, g.op('ReduceSum', [d, g.ints([0])], { keepdims: 0 }));
  };
  const inputGradient = ({ name }: LayerShape, d: string) => g.op('Gemm', [d, weight(`${name}.kernel`)], { transB: 1 });
  const stack = layers(shape);
  const [policy, value] = stack.slice(-2) as [LayerShape, LayerShape];
  const trunk = stack.slice(0, -2);
  const last = activations.at(-1)!;

  const dRaw = network.board ? backFromBoard(g, shape, network.board, dLogits, gradient) : dLogits;
  weightGradient(policy, last, dRaw);
  weightGradient(value, last, dValues);
  if (trunk.length === 0) return gradient;
  let dHidden = g.op('Add', [inputGradient(policy, dRaw), inputGradient(value, dValues)]);
  for (let i = trunk.length - 1; i >= 0; i--) {
    const d = throughActivation(g, shape.activation, activations[i + 1]!, dHidden);
    weightGradient(trunk[i]!, activations[i]!, d);
    // Nobody asks for the gradient of the observation.
    if (i > 0) dHidden = inputGradient(trunk[i]!, d);
  }
  return gradient;
}

/** @param y what the activation gave */
function throughActivation(g: OnnxGraph, activation: NetworkShape['activation'], y: string, d: string): string {
  if (activation === 'relu') return g.op('Where', [g.op('Greater', [y, g.float(0)]), d, g.float(0)]);
  return g.op('Mul', [d, g.op('Sub', [g.float(1), g.op('Mul', [y, y])])]);
}

/** The way back through the board head, legal squares alone. @returns the gradient at the policy layer's outputs */
function backFromBoard(
  g: OnnxGraph,
  shape: NetworkShape,
  { seen, hidden, legal }: NonNullable<Forward['board']>,
  dLogits: string,
  gradient: Map<string, string>,
): string {
  const { width } = shape.board!;
  const { cells, row, context } = legal!;
  const d = g.reshape(g.op('GatherND', [dLogits, cells]), [-1, 1]); // [n, 1]
  gradient.set('board.out', g.reshape(g.op('Gemm', [hidden, d], { transA: 1 }), [width]));
  const dHidden = g.op('Mul', [d, g.reshape(weight('board.out'), [1, width])]);
  const dSums = throughActivation(g, 'relu', hidden, dHidden);
  gradient.set('board.kernel', g.op('Gemm', [seen, dSums], { transA: 1 }));
  // Each square's part to its row's context: added one after the other, so that the sums are the same every time.
  const none = g.op('ConstantOfShape', [g.op('Shape', [context])]);
  const rows = g.op('Expand', [g.reshape(row, [-1, 1]), g.op('Shape', [dSums])]);
  const dContext = g.op('ScatterElements', [none, rows, dSums], { axis: 0, reduction: 'add' });
  return g.op('Concat', [dLogits, dContext], { axis: 1 });
}

/** Adam [10] for the tensors of one group. @param scale multiplies the gradient first */
function adam(
  g: OnnxGraph,
  group: 'trunk' | 'value',
  scale: string,
  scalar: (name: string) => string,
): (name: string, dims: readonly number[], gradient: string) => void {
  const number = (name: keyof AdamScalars) => scalar(`${group}.${name}`);
  const [keep1, keep2, rate, epsilon] = [number('keep1'), number('keep2'), number('rate'), number('epsilon')];
  const add1 = g.op('Mul', [number('take1'), scale]);
  const add2 = g.op('Mul', [number('take2'), g.op('Mul', [scale, scale])]);
  return (name, dims, gradient) => {
    const next = (kind: 'weights' | 'first' | 'second', op: string, inputs: string[]) => {
      g.output(`next.${kind}.${name}`, 'float32', dims);
      return g.op(op, inputs, {}, `next.${kind}.${name}`);
    };
    const old = (kind: 'first' | 'second') => g.input(`${kind}.${name}`, 'float32', dims);
    const first = next('first', 'Add', [g.op('Mul', [old('first'), keep1]), g.op('Mul', [gradient, add1])]);
    const square = g.op('Mul', [gradient, gradient]);
    const second = next('second', 'Add', [g.op('Mul', [old('second'), keep2]), g.op('Mul', [square, add2])]);
    const below = g.op('Add', [g.op('Sqrt', [second]), epsilon]);
    next('weights', 'Sub', [weight(name), g.op('Div', [g.op('Mul', [first, rate]), below])]);
  };
}
