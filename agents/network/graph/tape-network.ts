/** A network on a tape: what its heads give for some rows, and so the gradient by its weights. */
import { contextWidth, type Head, layers, type NetworkShape, type TensorShape, weightShapes } from '../network.js';
import type { Tape, Value } from './tape.js';

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
  const dense = (name: string, x: Value) =>
    tape.add(tape.product(x, tensors.get(`${name}.kernel`)!), tensors.get(`${name}.bias`)!);
  const levels = [observation];
  for (const i of shape.trunk.keys()) {
    const sums = dense(`trunk.${i}`, levels[i]!);
    levels.push(shape.activation === 'relu' ? tape.relu(sums) : tape.tanh(sums));
  }
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
