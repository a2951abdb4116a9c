/**
 * What a network may make of parts of its observation before the trunk reads it:
 *
 * - planes of a board, stacked, through convolutions: one, then residual blocks of two. What is learned of a square holds
 *   for every square. (He et al. 2015; as in AlphaZero, without batch normalisation: each block begins as the identity.)
 * - pieces that tell the same of several things (units, cards), each thing through the same layers, then pooled: the mean
 *   over all places and the largest of each number. What is learned of a thing holds in every place, and their order does
 *   not matter. Places that are all zero are empty and count as zeros. (Zaheer et al. 2017.) Before they are pooled, the
 *   things of a piece may look at each other: blocks of self-attention of several heads, each added to what was there
 *   before, then the activation, so that with relu each begins as the identity. Empty places neither look nor are looked
 *   at, and stay zeros. (Vaswani et al. 2017; Lee et al. 2019, without layer normalisation and dense layers of their own.)
 * - what was seen in earlier decisions, one after the other, through a gated recurrent unit: the last state of it. (Cho et al.
 *   2014.) Decisions that are all zero did not happen, and change nothing.
 *
 * The trunk reads the numbers of the observation that none of them takes, in their order, then the board [height, width,
 * filters], then the pooled things of each piece [mean, largest], then the memory.
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
  /** How the things of a piece look at each other after those layers; undefined: they do not. */
  attention?: AttentionShape | undefined;
}

/** Scaled dot-product self-attention. */
export interface AttentionShape {
  /** They share the width of the last layer equally. */
  heads: number;
  /** One after the other. */
  blocks: number;
}

/** Earlier decisions of the seat, [decisions, numbers], oldest first. */
export interface MemoryShape {
  /** Where they stand in the observation. */
  piece: Place;
  /** How many at most; zeros before the first. */
  decisions: number;
  /** Numbers in the state of the recurrent unit. */
  units: number;
  /** What is remembered of each: these pieces of the observation, one behind the other. */
  of: Place[];
}

/** The parts of a shape that are read here. */
export interface Encoded {
  /** Numbers in an observation. */
  inputs: number;
  planes?: PlanesShape | undefined;
  entities?: EntitiesShape | undefined;
  memory?: MemoryShape | undefined;
}

/** Whether anything is read before the trunk. */
export const hasEncoder = ({ planes, entities, memory }: Omit<Encoded, 'inputs'>): boolean =>
  planes !== undefined || entities !== undefined || memory !== undefined;

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

/** The tensors of each block of attention over a piece, [width, width] each; heads lie side by side in their columns. */
export function attentionBlocks({ attention }: EntitiesShape, piece: number) {
  return Array.from({ length: attention?.blocks ?? 0 }, (_, i) => {
    const name = `entities.${piece}.attention.${i}`;
    return { query: `${name}.query`, key: `${name}.key`, value: `${name}.value`, output: `${name}.output` };
  });
}

/** Tensors of the recurrent unit; each holds its three gates side by side: update, reset, candidate. */
export const MEMORY = { kernel: 'memory.kernel', recurrent: 'memory.recurrent', bias: 'memory.bias' };

/** How many numbers are remembered of a decision. */
export const rememberedSize = ({ piece, decisions }: MemoryShape): number => (piece.to - piece.from) / decisions;

/** What is read apart, in its order. */
export function readApart({ planes, entities, memory }: Omit<Encoded, 'inputs'>): Place[] {
  const pieces = [...(planes?.pieces ?? []), ...(entities?.pieces ?? []), ...(memory ? [memory.piece] : [])];
  return pieces.sort((a, b) => a.from - b.from);
}

/** Stretches of the observation that the trunk reads as they are. */
export function plainStretches(shape: Encoded): { from: number; to: number }[] {
  const { inputs } = shape;
  const taken = readApart(shape);
  const starts = [0, ...taken.map(({ to }) => to)];
  const ends = [...taken.map(({ from }) => from), inputs];
  return starts.map((from, i) => ({ from, to: ends[i]! })).filter(({ from, to }) => to > from);
}

/** How many numbers the trunk reads; without anything before it, the observation. */
export function encodedSize(shape: Encoded): number {
  const { planes, entities, memory } = shape;
  if (!hasEncoder(shape)) return shape.inputs;
  const plain = plainStretches(shape).reduce((sum, { from, to }) => sum + to - from, 0);
  const board = planes ? planes.height * planes.width * planes.filters : 0;
  const pooled = entities ? 2 * entities.layers.at(-1)! * entities.pieces.length : 0;
  return plain + board + pooled + (memory?.units ?? 0);
}

/** The tensors of what is read before the trunk, in their order; updated with the trunk. */
export function encoderTensors({ planes, entities, memory }: Encoded): TensorShape[] {
  const section = 'trunk';
  const board = !planes
    ? []
    : convolutions(planes).flatMap(({ name, inputs }) => [
        { name: `${name}.kernel`, shape: [planes.kernel, planes.kernel, inputs, planes.filters], section },
        { name: `${name}.bias`, shape: [planes.filters], section },
      ]);
  const width = entities?.layers.at(-1);
  const things = (entities?.pieces ?? []).flatMap((_, piece) => [
    ...entityLayers(entities!, piece).flatMap(({ name, inputs, outputs }) => [
      { name: `${name}.kernel`, shape: [inputs, outputs], section },
      { name: `${name}.bias`, shape: [outputs], section },
    ]),
    ...attentionBlocks(entities!, piece).flatMap((block) =>
      Object.values(block).map((name) => ({ name, shape: [width!, width!], section })),
    ),
  ]);
  const recurrent = !memory
    ? []
    : [
        { name: MEMORY.kernel, shape: [rememberedSize(memory), 3 * memory.units], section },
        { name: MEMORY.recurrent, shape: [memory.units, 3 * memory.units], section },
        { name: MEMORY.bias, shape: [3 * memory.units], section },
      ];
  return [...board, ...things, ...recurrent];
}

/**
 * Tensors that begin as zeros: the second convolution of each block and the output of each attention, so that these begin
 * as the identity.
 */
export const startsEmpty = (tensor: string): boolean => {
  const [kind, i] = tensor.split('.');
  if (tensor.endsWith('.bias')) return true;
  return kind === 'planes' ? Number(i) > 0 && Number(i) % 2 === 0 : isAttention(tensor) && tensor.endsWith('.output');
};

const isAttention = (tensor: string): boolean => tensor.split('.')[2] === 'attention';

/** Length of each output's vector of starting weights: more where an activation follows. */
export const startingGain = (tensor: string): number =>
  tensor === MEMORY.recurrent || isAttention(tensor) ? 1 : Math.SQRT2;

/** Most squares a side, and most numbers of one kind. */
const MOST_SIDE = 64;
const MOST_BLOCKS = 64;
const MOST_WIDTH = 4096;
/** Most places of a piece whose things look at each other: each looks at each, once a head. */
export const MOST_ATTENDED = 512;
const MOST_HEADS = 32;
const MOST_ATTENTIONS = 8;
/** Each is a step of its own in the graphs of engines. */
export const MOST_DECISIONS = 64;

/** The first thing wrong with what a shape says of it, or undefined. */
export function encoderProblem(
  shape: Encoded & { normalise?: { pieces: readonly Place[] } | undefined },
): string | undefined {
  const { inputs, planes, entities, memory, normalise } = shape;
  const count = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most;
  const read = readApart(shape);
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
  return (entities && attentionProblem(entities)) ?? (memory && memoryProblem(shape, memory));
}

function attentionProblem({ pieces, layers, attention }: EntitiesShape): string | undefined {
  if (!attention) return undefined;
  const { heads, blocks } = attention;
  const count = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most;
  const width = layers.at(-1)!;
  if (!count(blocks, MOST_ATTENTIONS)) return `it has ${blocks} blocks of attention: 1 to ${MOST_ATTENTIONS} wanted`;
  if (!count(heads, MOST_HEADS)) return `its attention has ${heads} heads: 1 to ${MOST_HEADS} wanted`;
  if (width % heads !== 0) return `its attention has ${heads} heads, which do not share ${width} numbers equally`;
  const many = pieces.find(({ places }) => places > MOST_ATTENDED);
  if (many) return `the piece ${many.name} has ${many.places} places: attention looks at ${MOST_ATTENDED} at most`;
  return undefined;
}

function memoryProblem({ inputs }: Encoded, { piece, decisions, units, of }: MemoryShape): string | undefined {
  if (!(Number.isInteger(decisions) && decisions >= 1 && decisions <= MOST_DECISIONS))
    return `it remembers ${decisions} decisions: 1 to ${MOST_DECISIONS} wanted`;
  if (!(Number.isInteger(units) && units >= 1 && units <= MOST_WIDTH)) return `its memory has ${units} units`;
  const misplaced = of.find(({ from, to }, i) => !(from >= (of[i - 1]?.to ?? 0) && to > from && to <= inputs));
  if (misplaced) return `the piece ${misplaced.name} that it remembers lies outside the observation, or over another`;
  const size = of.reduce((sum, { from, to }) => sum + to - from, 0);
  if (size * decisions !== piece.to - piece.from)
    return `the piece ${piece.name} does not hold ${decisions} decisions of ${size} numbers`;
  return undefined;
}

/** What is read before the trunk, in a few words; empty: nothing. */
export function encoderText({ planes, entities, memory }: Encoded): string[] {
  const names = (pieces: readonly Place[]) => pieces.map(({ name }) => name).join(' and ');
  const many = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const board = planes && [
    `${many(planeCount(planes), 'plane')} of ${planes.height} x ${planes.width} through ${many(planes.blocks, 'block')} of ${planes.filters}`,
  ];
  const looking = entities?.attention && many(entities.attention.blocks, 'block');
  const attended = looking ? ` and ${looking} of attention of ${many(entities!.attention!.heads, 'head')}` : '';
  const things = entities && [`each of ${names(entities.pieces)} through ${entities.layers.join('-')}${attended}`];
  const remembered = memory && [`${memory.decisions} decisions remembered by ${memory.units} units`];
  return [...(board ?? []), ...(things ?? []), ...(remembered ?? [])];
}
