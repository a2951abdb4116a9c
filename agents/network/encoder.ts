/**
 * What a network may make of parts of its observation before the trunk reads it:
 *
 * - planes of a board, stacked, through convolutions: one, then residual blocks of two. What is learned of a square holds
 *   for every square. (He et al. 2015; as in AlphaZero, without batch normalisation: each block begins as the identity.)
 * - pieces that tell the same of several things (units, cards), each thing through the same layers, then pooled: the mean
 *   over all places and the largest of each number. What is learned of a thing holds in every place, and their order does
 *   not matter. Places that are all zero are empty and count as zeros. (Zaheer et al. 2017.)
 *
 * The trunk reads the numbers of the observation that neither takes, in their order, then the board [height, width,
 * filters], then the pooled things of each piece [mean, largest].
 */
import type { TensorShape } from './tensor-shape.js';

/** Numbers from..to-1 of the observation. */
interface Place {
  name: string;
  from: number;
  to: number;
}

/** Planes of one board, [planes, height, width] in each piece. */
export interface PlanesShape {
  pieces: Place[];
  height: number;
  width: number;
  /** Numbers a square after each convolution. */
  filters: number;
  /** Residual blocks after the first convolution. */
  blocks: number;
  /** Squares a side of what a convolution looks at: odd. */
  kernel: number;
}

/** Pieces of which each tells the same of several things, [places, numbers]. */
export interface EntitiesShape {
  /** `places`: how many things. */
  pieces: (Place & { places: number })[];
  /** Widths of the layers that each thing passes through. */
  layers: number[];
}

/** The parts of a shape that are read here. */
export interface Encoded {
  /** Numbers in an observation. */
  inputs: number;
  planes?: PlanesShape | undefined;
  entities?: EntitiesShape | undefined;
}

/** Whether anything is read before the trunk. */
export const hasEncoder = ({ planes, entities }: Pick<Encoded, 'planes' | 'entities'>): boolean =>
  planes !== undefined || entities !== undefined;

/** How many planes a board has. */
export function planeCount({ pieces, height, width }: PlanesShape): number {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0) / (height * width);
}

/** One convolution: its tensors are `<name>.kernel` [kernel, kernel, inputs, filters] and `<name>.bias` [filters]. */
interface Convolution {
  name: string;
  inputs: number;
}

/** Convolutions in their order: the first, then two a block. */
export function convolutions(planes: PlanesShape): Convolution[] {
  const { blocks, filters } = planes;
  return Array.from({ length: 1 + 2 * blocks }, (_, i) => ({
    name: `planes.${i}`,
    inputs: i === 0 ? planeCount(planes) : filters,
  }));
}

/** Layers that each thing of a piece passes through: `<name>.kernel` [inputs, outputs] and `<name>.bias` [outputs]. */
export function entityLayers({ pieces, layers }: EntitiesShape, piece: number) {
  const { from, to, places } = pieces[piece]!;
  return layers.map((outputs, i) => ({
    name: `entities.${piece}.${i}`,
    inputs: i === 0 ? (to - from) / places : layers[i - 1]!,
    outputs,
  }));
}

/** Stretches of the observation that the trunk reads as they are. */
export function plainStretches({ inputs, planes, entities }: Encoded): { from: number; to: number }[] {
  const taken = [...(planes?.pieces ?? []), ...(entities?.pieces ?? [])].sort((a, b) => a.from - b.from);
  const starts = [0, ...taken.map(({ to }) => to)];
  const ends = [...taken.map(({ from }) => from), inputs];
  return starts.map((from, i) => ({ from, to: ends[i]! })).filter(({ from, to }) => to > from);
}

/** How many numbers the trunk reads; without anything before it, the observation. */
export function encodedSize(shape: Encoded): number {
  const { planes, entities } = shape;
  if (!hasEncoder(shape)) return shape.inputs;
  const plain = plainStretches(shape).reduce((sum, { from, to }) => sum + to - from, 0);
  const board = planes ? planes.height * planes.width * planes.filters : 0;
  const pooled = entities ? 2 * entities.layers.at(-1)! * entities.pieces.length : 0;
  return plain + board + pooled;
}

/** The tensors of what is read before the trunk, in their order; updated with the trunk. */
export function encoderTensors({ planes, entities }: Encoded): TensorShape[] {
  const section = 'trunk';
  const board = !planes
    ? []
    : convolutions(planes).flatMap(({ name, inputs }) => [
        { name: `${name}.kernel`, shape: [planes.kernel, planes.kernel, inputs, planes.filters], section },
        { name: `${name}.bias`, shape: [planes.filters], section },
      ]);
  const things = (entities?.pieces ?? []).flatMap((_, piece) =>
    entityLayers(entities!, piece).flatMap(({ name, inputs, outputs }) => [
      { name: `${name}.kernel`, shape: [inputs, outputs], section },
      { name: `${name}.bias`, shape: [outputs], section },
    ]),
  );
  return [...board, ...things];
}

/** Tensors that begin as zeros: the second convolution of each block, so that the block begins as the identity. */
export const startsEmpty = (tensor: string): boolean => {
  const [kind, i, part] = tensor.split('.');
  return part === 'bias' || (kind === 'planes' && Number(i) > 0 && Number(i) % 2 === 0);
};

/** Most squares a side, and most numbers of one kind. */
const MOST_SIDE = 64;
const MOST_BLOCKS = 64;
const MOST_WIDTH = 4096;

/** The first thing wrong with what a shape says of it, or undefined. */
export function encoderProblem(
  shape: Encoded & { normalise?: { pieces: readonly Place[] } | undefined },
): string | undefined {
  const { inputs, planes, entities, normalise } = shape;
  const count = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most;
  const read = [...(planes?.pieces ?? []), ...(entities?.pieces ?? [])].sort((a, b) => a.from - b.from);
  const outside = read.find(({ from, to }, i) => !(from >= (read[i - 1]?.to ?? 0) && to > from && to <= inputs));
  if (outside) return `the piece ${outside.name} that it reads apart lies outside the observation, or over another`;
  const both = normalise?.pieces.find((one) => read.some(({ from, to }) => one.from < to && from < one.to));
  if (both) return `the piece ${both.name} is normalised and read apart: one of both`;
  if (planes) {
    const { pieces, height, width, filters, blocks, kernel } = planes;
    if (pieces.length === 0) return 'its convolutions read no piece';
    if (!count(height, MOST_SIDE) || !count(width, MOST_SIDE)) return `a board of ${height} x ${width} squares is none`;
    const odd = pieces.find(({ from, to }) => (to - from) % (height * width) !== 0);
    if (odd) return `the piece ${odd.name} has no whole planes of ${height} x ${width}`;
    if (!count(filters, MOST_WIDTH)) return `its convolutions have ${filters} filters`;
    if (!(Number.isInteger(blocks) && blocks >= 0 && blocks <= MOST_BLOCKS)) return `it has ${blocks} residual blocks`;
    if (!(count(kernel, 15) && kernel % 2 === 1))
      return `its convolutions look at ${kernel} squares a side: an odd number from 1 to 15 wanted`;
  }
  if (entities) {
    const { pieces, layers } = entities;
    if (pieces.length === 0) return 'its layers for things read no piece';
    const odd = pieces.find(({ from, to, places }) => !(count(places, to - from) && (to - from) % places === 0));
    if (odd) return `the piece ${odd.name} has not as many numbers in each of ${odd.places} places`;
    if (layers.length < 1 || layers.length > 8 || !layers.every((n) => count(n, MOST_WIDTH)))
      return 'things pass through 1 to 8 layers, none of them empty';
  }
  return undefined;
}

/** What is read before the trunk, in a few words; empty: nothing. */
export function encoderText({ planes, entities }: Encoded): string[] {
  const names = (pieces: readonly Place[]) => pieces.map(({ name }) => name).join(' and ');
  const many = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const board = planes && [
    `${many(planeCount(planes), 'plane')} of ${planes.height} x ${planes.width} through ${many(planes.blocks, 'block')} of ${planes.filters}`,
  ];
  const things = entities && [`each of ${names(entities.pieces)} through ${entities.layers.join('-')}`];
  return [...(board ?? []), ...(things ?? [])];
}
