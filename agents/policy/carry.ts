/**
 * Weights carried over to another observation: where each number of the new one stood in the old one, and the network that
 * says of the new observation what the old network said of the old one.
 */
import type { Migration } from '../../env/migration.js';
import { UserError } from '../../env/user-error.js';
import { actionTensors } from '../network/action-head.js';
import {
  type FeatureShape,
  INPUT_FACTOR,
  INPUT_MEAN,
  type InputShape,
  layers,
  type NetworkShape,
  type Weights,
} from '../network/network.js';
import { inputLimits } from '../network/normalised-input.js';
import { BOARD, type Planes } from './action-features.js';
import { READING } from './advice.js';
import { type PieceShape, type PlacedPiece, placed, shapeText, sizeOf } from './pieces.js';

/** How many numbers of a piece. */
export interface Part {
  piece: string;
  numbers: number;
}

/** One observation told in terms of another. */
export interface Carried {
  /** For each number of the new observation its index in the old one, or -1 where it is new. */
  from: Int32Array;
  /** Numbers of the old observation. */
  size: number;
  old: readonly PlacedPiece[];
  now: readonly PlacedPiece[];
  /** What is new, by the piece as it is now. */
  added: Part[];
  /** What is gone, by the piece as it was. */
  gone: Part[];
}

/**
 * Finds old pieces in new ones: by what the game declares, else by name and shape.
 * @param where what to call the declaration in errors
 * @throws UserError when a piece has another shape and nothing is declared for it, or what is declared cannot be
 */
export function carryPieces(
  old: readonly PieceShape[],
  now: readonly PieceShape[],
  declared: Migration = {},
  where = 'migrations',
): Carried {
  const before = placed(old);
  const after = placed(now);
  const from = new Int32Array(sizeOf(now)).fill(-1);
  const used = new Uint8Array(sizeOf(old));
  // What an advisor reads is there for policies that have one.
  const there = [READING, ...after.map(({ name }) => name)];
  const unknown = Object.keys(declared).find((name) => !there.includes(name));
  if (unknown !== undefined) throw new UserError(`${where}: there is no piece ${unknown}`);
  for (const piece of after) {
    const mapping = Object.hasOwn(declared, piece.name) ? declared[piece.name] : undefined;
    const names = [mapping?.from ?? piece.name].flat();
    const sources = names.flatMap((name) => before.filter((one) => one.name === name));
    if (sources.length < names.length && mapping) {
      const absent = names.find((name) => !sources.some((one) => one.name === name));
      throw new UserError(`${where}: ${piece.name}: there was no piece ${absent}`);
    }
    const [source] = sources;
    if (!source) continue;
    const length = piece.to - piece.from;
    if (!mapping?.numbers && `${source.shape}` !== `${piece.shape}`)
      throw new UserError(
        `the piece ${piece.name} is ${shapeText(piece.shape)} now, ${source.name} was ${shapeText(source.shape)}: ` +
          `the game must say what became of its numbers (${where})`,
      );
    const places = sources.flatMap((one) => Array.from({ length: one.to - one.from }, (_, i) => one.from + i));
    const numbers = mapping?.numbers ?? Array.from({ length }, (_, i) => i);
    if (numbers.length !== length)
      throw new UserError(`${where}: ${piece.name}: ${numbers.length} numbers, the piece has ${length}`);
    numbers.forEach((index, i) => {
      if (!(Number.isInteger(index) && index >= -1 && index < places.length))
        throw new UserError(`${where}: ${piece.name}: ${names.join(' and ')} had no number ${index}`);
      if (index < 0) return;
      from[piece.from + i] = places[index]!;
      used[places[index]!] = 1;
    });
  }
  const part = (missing: (i: number) => boolean) => (piece: PlacedPiece) => {
    let numbers = 0;
    for (let i = piece.from; i < piece.to; i++) if (missing(i)) numbers++;
    return numbers > 0 ? [{ piece: piece.name, numbers }] : [];
  };
  return {
    from,
    size: sizeOf(old),
    old: before,
    now: after,
    added: after.flatMap(part((i) => from[i]! < 0)),
    gone: before.flatMap(part((i) => used[i] === 0)),
  };
}

/** Features of actions told in terms of older ones. */
export interface CarriedFeatures {
  pieces: FeatureShape[];
  /** For each number of the features now its index in the old ones, or -1 where it is new. */
  from: Int32Array;
  /** Numbers of the old ones. */
  size: number;
}

/**
 * Features of actions: planes of a board are what their pieces of the observation became, all else is as it was.
 * @param old pieces that the network reads
 * @param board where the planes of the game's board stand now, if it has one
 * @throws UserError when a plane is no plane of the old board, or an old one is gone
 */
export function carryFeatures(
  old: readonly FeatureShape[],
  carried: Carried,
  board: Planes | undefined,
): CarriedFeatures {
  const from: number[] = [];
  let size = 0;
  const pieces = old.map((piece) => {
    const begin = from.length;
    if (piece.name !== BOARD) for (let i = 0; i < piece.size; i++) from.push(size + i);
    else {
      if (!board) throw new UserError('it looks at a board, which is not there any more');
      const there = board.planes.map((at) => planeFrom(at, board.squares, carried));
      // They are in the order of the observation.
      const planes = there.filter((at) => at >= 0).sort((a, b) => a - b);
      if (planes.length !== piece.size - 1 || new Set(planes).size < planes.length)
        throw new UserError(`it looks at ${piece.size - 1} planes of a board, of which ${planes.length} are there now`);
      from.push(size, ...there.map((at) => (at < 0 ? -1 : size + 1 + planes.indexOf(at))));
    }
    size += piece.size;
    return { name: piece.name, size: from.length - begin };
  });
  return { pieces, from: Int32Array.from(from), size };
}

/** Where a plane began in the old observation, or -1 where it is new. */
function planeFrom(at: number, squares: number, { from }: Carried): number {
  const first = from[at]!;
  if (from.subarray(at, at + squares).every((j, i) => j === (first < 0 ? -1 : first + i))) return first;
  throw new UserError(`the plane of its board at number ${at} is not one that it looked at, nor a new one`);
}

/** Writes the old observation, as far as the new one tells it; zeros where it does not. @param out length `size` */
export function gather({ from }: Pick<Carried, 'from'>, observation: Float32Array, out: Float32Array): void {
  out.fill(0);
  for (let i = 0; i < from.length; i++) if (from[i]! >= 0) out[from[i]!]! += observation[i]!;
}

/**
 * The network for the new observation. New numbers have no influence; numbers that are gone have the one that they had
 * where they were zero.
 * @param features what became of the features of actions that it reads (`carryFeatures`), if it reads any
 */
export function carryNetwork(
  shape: NetworkShape,
  weights: Weights,
  carried: Carried,
  features?: CarriedFeatures,
): { shape: NetworkShape; weights: Weights } {
  const { from } = carried;
  const { normalise } = shape;
  const made: Weights = { ...weights };
  const zero = zeroInput(shape, weights);
  for (const { name, inputs, outputs, level } of layers(shape)) {
    if (level !== 0) continue;
    const kernel = weights[`${name}.kernel`]!;
    made[`${name}.kernel`] = carryRows(kernel, outputs, from);
    const lost = lostInputs(inputs, from).filter((j) => zero[j] !== 0);
    if (lost.length === 0) continue;
    // A number that is shifted first is not zero where the observation has a zero.
    const bias = weights[`${name}.bias`]!.slice();
    for (const j of lost) for (let k = 0; k < outputs; k++) bias[k]! += zero[j]! * kernel[j * outputs + k]!;
    made[`${name}.bias`] = bias;
  }
  for (const { name, actions } of shape.heads) {
    if (!actions || !features) continue;
    const { kernel } = actionTensors(name);
    made[kernel] = carryRows(weights[kernel]!, actions, features.from);
  }
  if (normalise) {
    made[INPUT_MEAN] = carryMean(weights[INPUT_MEAN]!, from);
    made[INPUT_FACTOR] = Float32Array.from(from, (j) => (j < 0 ? 1 : weights[INPUT_FACTOR]![j]!));
  }
  const input = normalise && { normalise: { ...normalise, pieces: carryInput(carried, normalise) } };
  const read = features && { actions: features.pieces };
  return { shape: { ...shape, inputs: from.length, ...input, ...read }, weights: made };
}

/** Row-major [rows, width] with the rows that are named, zeros for -1. */
function carryRows(matrix: Float32Array, width: number, from: Int32Array): Float32Array {
  const out = new Float32Array(from.length * width);
  from.forEach((j, i) => {
    if (j >= 0) out.set(matrix.subarray(j * width, (j + 1) * width), i * width);
  });
  return out;
}

/** Numbers of the old observation that no new one holds. */
function lostInputs(inputs: number, from: Int32Array): number[] {
  const there = new Set(from);
  return Array.from({ length: inputs }, (_, j) => j).filter((j) => !there.has(j));
}

/** What a network reads where its observation has zeros. */
function zeroInput({ inputs, normalise }: NetworkShape, weights: Weights): Float32Array {
  const out = new Float32Array(inputs);
  if (!normalise) return out;
  const [mean, factor] = [weights[INPUT_MEAN]!, weights[INPUT_FACTOR]!];
  const limits = inputLimits(inputs, normalise);
  return out.map((_, i) => Math.min(limits[i]!, Math.max(-limits[i]!, -mean[i]! * factor[i]!)));
}

/** Numbers that were one are shifted once. */
function carryMean(mean: Float32Array, from: Int32Array): Float32Array {
  const shifted = new Set<number>();
  return Float32Array.from(from, (j) => {
    if (j < 0 || shifted.has(j)) return 0;
    shifted.add(j);
    return mean[j]!;
  });
}

/** Pieces are normalised that were, or were a part of one that was; all, where all were. */
function carryInput({ from, old, now }: Carried, { pieces }: InputShape): InputShape['pieces'] {
  const all = pieces.length === old.length;
  const was = (j: number) => pieces.some((piece) => j >= piece.from && j < piece.to);
  return now
    .filter(({ from: start, to }) => all || from.subarray(start, to).some(was))
    .map(({ name, from, to }) => ({ name, from, to }));
}
