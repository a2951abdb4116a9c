/**
 * One gradient step as one ONNX model: gather the rows, forward, loss, backward, clipping, Adam. Weights and moments
 * are flat vectors, which stay where the model runs; so does the batch.
 */

import { BETA1, BETA2 } from '../../../agents/network/adam.js';
import { OnnxGraph } from '../../../agents/network/engines/onnx-graph.js';
import { Tape, type Value } from '../../../agents/network/graph/tape.js';
import { learnedTensors, SLOTS, tapeForward, tensorsOf } from '../../../agents/network/graph/tape-network.js';
import { countNumbers, featureSize, maskedWidth, type NetworkShape } from '../../../agents/network/network.js';
import type { NamedLoss } from '../loss-table.js';
import { tapeLoss } from './tape-losses.js';

/** Rows of the flat vectors when their squares are summed: two short sums in place of a long one. */
const FOLDS = 256;

/** Numbers in the flat vectors: the learned ones, then zeros up to a multiple of `FOLDS`. */
export function flatLength(shape: NetworkShape): number {
  return FOLDS * Math.ceil(countNumbers(learnedTensors(shape)) / FOLDS);
}

/** Which steps a model takes. */
export interface StepKind {
  loss: NamedLoss;
  /** Columns of the batch that are there, by name, as `deviceColumns` names them. */
  columns: ReadonlySet<string>;
  /** Whether every number moves, by the same rate; else each section has its own. */
  uniform: boolean;
  /** Heads whose outputs are wanted: `seen.<head>` [rows, width]. */
  seen: readonly string[];
}

/** A model, and what it says. */
export interface StepModel {
  bytes: Uint8Array;
  /** Names of the numbers in its output `sums`, each added to the one of the same place in the input. */
  sums: readonly string[];
}

/** Length of the gradient before clipping, among the sums. */
export const GRADIENT_NORM = 'gradientNorm';

/** What a step by one rate for all is told beside the rows: numbers [1]. */
export const uniformInputs = ['rate', 'small'] as const;
/** What a step by sections is told: a number of each section [sections]. */
export const sectionInputs = ['moves', 'rates', 'smalls'] as const;

/** Names of the columns of a batch on the device, and the shape of a row of each. */
function deviceColumns(shape: NetworkShape): Record<string, { dims: (number | string)[]; type: 'float32' | 'int32' }> {
  const [actions, size] = [maskedWidth(shape), featureSize(shape)];
  const float = (...dims: (number | string)[]) => ({ dims, type: 'float32' as const });
  const whole = (...dims: (number | string)[]) => ({ dims, type: 'int32' as const });
  const targets = shape.heads.flatMap(({ name, width }) => [
    [`target.${name}`, float(width)],
    [`share.${name}`, float(width)],
  ]);
  return {
    observation: float(shape.inputs),
    mask: float(actions),
    action: float(1),
    logProb: float(1),
    advantage: float(1),
    ...(size > 0 && {
      features: float(SLOTS, size),
      slot: whole(actions, 1),
      slotAction: whole(SLOTS, 1),
      used: float(SLOTS, 1),
    }),
    ...Object.fromEntries(targets),
  };
}

/** Writes the model of a step. */
export function stepModel(shape: NetworkShape, { loss, columns, uniform, seen }: StepKind): StepModel {
  const tape = new Tape(new OnnxGraph('step'));
  const length = flatLength(shape);
  const flat = (name: string, learned = false) => tape.input(name, [length], 'float32', learned);
  const [weights, first, second] = [flat('weights', true), flat('first'), flat('second')];
  const rows = tape.input('rows', ['minibatch'], 'int32');
  const known = new Map(
    Object.entries(deviceColumns(shape))
      .filter(([name]) => columns.has(name))
      .map(([name, { dims, type }]) => [name, tape.rowsOf(tape.input(name, ['batch', ...dims], type), rows)]),
  );
  const column = (name: string) => known.get(name)!;
  const actions = columns.has('features')
    ? { features: column('features'), slot: column('slot'), action: column('slotAction'), used: column('used') }
    : undefined;
  const tensors = tensorsOf(tape, learnedTensors(shape), weights);
  const outputs = tapeForward(tape, shape, tensors, { observation: column('observation'), actions });

  const targets = shape.heads.flatMap(({ name }) => (columns.has(`target.${name}`) ? [name] : []));
  const batch = {
    ...{ mask: known.get('mask'), action: known.get('action') },
    ...{ logProb: known.get('logProb'), advantage: known.get('advantage') },
    targets: new Map(targets.map((name) => [name, column(`target.${name}`)])),
    shares: new Map(targets.map((name) => [name, known.get(`share.${name}`)])),
  };
  const number = (name: string) => tape.input(name, [1]);
  const [scale, limit] = [number('scale'), number('limit')];
  const told = { clip: number('clip'), entropy: number('entropy') };
  const { loss: sum, sums } = tapeLoss(tape, shape, loss, batch, outputs, told);
  const [gradient] = tape.gradients(tape.times(sum, scale), [weights]);

  const rates = uniform ? uniformRates(tape) : sectionRates(tape, length);
  const moving = rates.moves ? tape.times(gradient!, rates.moves) : gradient!;
  const squares = tape.rowSum(tape.square(tape.reshaped(moving, [FOLDS, length / FOLDS])));
  const norm = tape.apply('Sqrt', [tape.total(squares)], [1]);
  const clip = tape.where(tape.compare('Greater', norm, limit), tape.apply('Div', [limit, norm], [1]), tape.number(1));
  const step = adam(tape, { weights, first, second }, tape.times(moving, clip), rates);
  for (const [name, value] of Object.entries(step)) tape.output(value, `next.${name}`);

  const named: Record<string, Value> = { ...sums, [GRADIENT_NORM]: norm };
  const count = Object.keys(named).length;
  const before = tape.input('sums', [count]);
  tape.output(tape.add(before, tape.joined(Object.values(named), count)), 'next.sums');
  for (const head of seen) tape.output(outputs.get(head)!, `seen.${head}`);
  return { bytes: tape.graph.encode(), sums: Object.keys(named) };
}

/** What a number's step depends on; [1] or [length]. */
interface Rates {
  /** 1 for those that move, 0 for others; undefined: all move. */
  moves: Value | undefined;
  rate: Value;
  small: Value;
}

function uniformRates(tape: Tape): Rates {
  const [rate, small] = uniformInputs.map((name) => tape.input(name, [1]));
  return { moves: undefined, rate: rate!, small: small! };
}

/** `section` [length], whole numbers: the section that each number belongs to; the last is that of the zeros at the end. */
function sectionRates(tape: Tape, length: number): Rates {
  const section = tape.input('section', [length], 'int32');
  const [moves, rate, small] = sectionInputs.map((name) => tape.rowsOf(tape.input(name, ['sections']), section));
  return { moves: moves!, rate: rate!, small: small! };
}

/**
 * A step of Adam on everything that moves, as adam.ts has it. With c = sqrt(1 - beta2^t): `rate` is the learning rate times
 * c / (1 - beta1^t), `small` is epsilon times c.
 */
function adam(
  tape: Tape,
  { weights, first, second }: Record<'weights' | 'first' | 'second', Value>,
  gradient: Value,
  { moves, rate, small }: Rates,
): Record<'weights' | 'first' | 'second', Value> {
  const towards = (moment: Value, beta: number, x: Value) => {
    const taken = tape.times(tape.subtract(x, moment), tape.number(1 - beta));
    return tape.add(moment, moves ? tape.times(taken, moves) : taken);
  };
  const m = towards(first, BETA1, gradient);
  const v = towards(second, BETA2, tape.times(gradient, gradient));
  const root = tape.add(tape.apply('Sqrt', [v], v.dims), small);
  const change = tape.times(tape.apply('Div', [m, root], m.dims), rate);
  return { weights: tape.subtract(tape.still(weights), change), first: m, second: v };
}
