/**
 * A network as files hold it: as networks are now, or as they were before they read features of actions. The policy of those
 * could have a board instead, whose hidden units read planes of the observation at the square that an action stands for.
 * That is the special case in which the features of an action are 1 and the planes there, and none of an action that is no
 * square: such a network is read as one with the piece `board` (agents/policy/action-features.ts), and says exactly the same.
 */
import { z } from 'zod';
import { actionTensors } from './action-head.js';
import { type Head, type NetworkShape, networkProblem, POLICY, type Weights, weightShapes } from './network.js';
import { headSchema, networkFields, place, size } from './schema.js';

/** Where the squares of a board stand in the observation and in the policy's outputs. */
interface Board {
  name: typeof BOARD;
  squares: number;
  /** Where each plane begins in the observation. */
  planes: number[];
  /** Output that stands for the first square. */
  output: number;
  /** Hidden units a square. */
  width: number;
}

/** Named its tensors, and names the piece of features. */
const BOARD = 'board';

/** What `storedNetworkSchema` checks. */
export interface StoredNetwork extends Omit<NetworkShape, 'heads'> {
  heads: (Head & { board?: Board | undefined })[];
}

const boardSchema = z.strictObject({
  name: z.literal(BOARD),
  squares: size,
  planes: z.array(place).min(1).max(1000),
  output: place,
  width: size,
});

/** Checks a shape whole: what passes can be read (`currentShape`) and computed. */
export const storedNetworkSchema: z.ZodType<StoredNetwork> = z
  .strictObject({
    ...networkFields,
    heads: z
      .array(headSchema.extend({ board: boardSchema.optional() }))
      .min(1)
      .max(16),
  })
  .superRefine((stored, context) => {
    const message = boardProblem(stored) ?? networkProblem(currentShape(stored));
    if (message) context.addIssue({ code: 'custom', message });
  });

function boardOf({ heads }: StoredNetwork): Board | undefined {
  return heads.find(({ name }) => name === POLICY)?.board;
}

function boardProblem(stored: StoredNetwork): string | undefined {
  const { inputs, heads, actions, normalise } = stored;
  const other = heads.find(({ name, board }) => board && name !== POLICY);
  if (other) return `its head ${other.name} has a board, which only a policy can have`;
  const board = boardOf(stored);
  if (!board) return undefined;
  const { squares, planes, output } = board;
  if (actions || heads.some((head) => head.actions)) return 'it has both a board and features of actions';
  if (heads.some(({ name }) => name === BOARD)) return 'its board and a head have the same name';
  if (planes.some((at, i) => at < (i === 0 ? 0 : planes[i - 1]! + squares) || at + squares > inputs))
    return 'a plane of its board lies outside the observation, or over another';
  if (output + squares > heads.find(({ name }) => name === POLICY)!.width)
    return 'its board has more squares than outputs';
  const read = normalise?.pieces.find(({ from, to }) => planes.some((at) => at < to && at + squares > from));
  return read && `its board is normalised (${read.name}), which features of actions are not: train it again`;
}

/** The network that it is read as. */
export function currentShape(stored: StoredNetwork): NetworkShape {
  const board = boardOf(stored);
  if (!board) return stored;
  return {
    ...stored,
    actions: [{ name: BOARD, size: 1 + board.planes.length }],
    heads: stored.heads.map(({ board: own, ...head }) => (own ? { ...head, actions: own.width } : head)),
  };
}

/** Names and shapes of the tensors that the file has, in their order. */
export function storedTensors(stored: StoredNetwork): { name: string; shape: number[] }[] {
  const board = boardOf(stored);
  const tensors = weightShapes(currentShape(stored));
  if (!board) return tensors;
  const { kernel, out } = actionTensors(POLICY);
  return tensors.map((tensor) => {
    if (tensor.name === kernel) return { name: `${BOARD}.kernel`, shape: [board.planes.length, board.width] };
    return tensor.name === out ? { ...tensor, name: `${BOARD}.out` } : tensor;
  });
}

/** The weights of `currentShape`. @param weights those of `storedTensors` */
export function currentWeights(stored: StoredNetwork, weights: Weights): Weights {
  const board = boardOf(stored);
  if (!board) return weights;
  const { kernel, out } = actionTensors(POLICY);
  const { [`${BOARD}.kernel`]: planes, [`${BOARD}.out`]: parts, ...others } = weights;
  // That an action is a square added nothing.
  const whole = new Float32Array((1 + board.planes.length) * board.width);
  whole.set(planes!, board.width);
  return { ...others, [kernel]: whole, [out]: parts! };
}
