/** A network as a graph that runs it forward, and what that is shown of some rows. */
import type { ActionFeatures } from '../action-head.js';
import { OnnxGraph, ROWS } from '../engines/onnx-graph.js';
import { featureSize, maskedWidth, type NetworkShape, type Outputs } from '../network.js';
import { inSlots } from './action-slots.js';
import { Tape, type Value } from './tape.js';
import { learnedTensors, SLOTS, tapeForward } from './tape-network.js';

/** An input of a graph, row-major. */
export interface GraphInput {
  data: Float32Array | Int32Array;
  dims: readonly number[];
}

/**
 * The heads that have an array to be written to.
 * @throws RangeError when one of them reads features of actions, and there are none
 */
export function headsWanted(
  shape: NetworkShape,
  out: Outputs,
  mask: Uint8Array | undefined,
  features: ActionFeatures | undefined,
): string[] {
  const wanted = shape.heads.flatMap(({ name }) => (out[name] ? [name] : []));
  const lacking = featureSize(shape) > 0 && !(mask && features);
  const reader = lacking && shape.heads.find(({ name, actions }) => actions && wanted.includes(name));
  if (reader) throw new RangeError(`the head ${reader.name} needs the legal actions and their features`);
  return wanted;
}

/** What a graph is shown of some rows, by the names of its inputs. @param observation normalised already */
export function seen(
  shape: NetworkShape,
  rows: number,
  observation: Float32Array,
  mask: Uint8Array | undefined,
  known: ActionFeatures | undefined,
  order?: Int32Array,
): Record<string, GraphInput> {
  const read = { observation: { data: observation, dims: [rows, shape.inputs] } };
  const size = featureSize(shape);
  if (size === 0 || !mask || !known) return read;
  const actions = maskedWidth(shape);
  const { count, features, slot, action, used } = inSlots(rows, mask, actions, known, size, order);
  return {
    ...read,
    features: { data: features, dims: [rows, count, size] },
    slot: { data: slot, dims: [rows, actions, 1] },
    slotAction: { data: action, dims: [rows, count, 1] },
    used: { data: used, dims: [rows, count, 1] },
  };
}

/** The network on a tape, its tensors and what it is shown as inputs. */
export function laidOut(
  shape: NetworkShape,
  name: string,
  learned: boolean,
): { tape: Tape; tensors: Map<string, Value>; outputs: Map<string, Value> } {
  const tape = new Tape(new OnnxGraph(name));
  const tensors = new Map(
    learnedTensors(shape).map(({ name, shape }) => [name, tape.input(name, shape, 'float32', learned)]),
  );
  const observation = tape.input('observation', [ROWS, shape.inputs]);
  const [size, width] = [featureSize(shape), maskedWidth(shape)];
  const actions =
    size > 0
      ? {
          features: tape.input('features', [ROWS, SLOTS, size]),
          slot: tape.input('slot', [ROWS, width, 1], 'int32'),
          action: tape.input('slotAction', [ROWS, SLOTS, 1], 'int32'),
          used: tape.input('used', [ROWS, SLOTS, 1]),
        }
      : undefined;
  return { tape, tensors, outputs: tapeForward(tape, shape, tensors, { observation, actions }) };
}

/** With the inputs that these heads need. */
export function forwardGraph(shape: NetworkShape, wanted: readonly string[]): Uint8Array {
  const heads = shape.heads.filter(({ name }) => wanted.includes(name));
  const actions = heads.some((head) => head.actions) ? shape.actions : undefined;
  const { tape, outputs } = laidOut({ ...shape, heads, actions }, 'forward', false);
  for (const name of wanted) tape.output(outputs.get(name)!, `out.${name}`);
  return tape.graph.encode();
}
