/**
 * How a network reads the pieces of an observation, from their names: normalised, as planes of a board, thing by thing, or as
 * they were in earlier decisions.
 */
import type { ObservationPiece } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { MEMORY_PIECE } from '../memory/memory-observer.js';
import { type AttentionShape, MOST_ATTENDED } from '../network/encoder.js';
import type { NetworkShape } from '../network/network.js';
import { type PieceShape, type PlacedPiece, placed, sizeOf } from './pieces.js';

/** What is named of a game's pieces; `all` stands for every one that will do. */
export interface NetworkReads {
  /** Normalised by their running mean and deviation, and cut off at `clip` deviations. */
  normalise?: { pieces: readonly string[]; clip: number };
  /** Planes of one board: convolutions of 3 x 3 squares, in residual blocks. */
  planes?: { pieces: readonly string[]; filters: number; blocks: number };
  /** Things that all pass through the same layers, and may look at each other after that. */
  entities?: { pieces: readonly string[]; layers: readonly number[]; attention?: AttentionShape };
  /** As they were in so many earlier decisions of the seat, beside what they are now. */
  memory?: { pieces: readonly string[]; decisions: number; units: number };
}

/** Squares a side of what a convolution looks at. */
const KERNEL = 3;

/** Stands for every piece that will do. */
const ALL = 'all';

/**
 * The parts of a network's shape that read pieces in such ways.
 * @param pieces of the observation, in their order
 * @throws UserError when there is no such piece, or it cannot be read in that way
 */
export function readsOf(
  game: { id: string; observation: readonly Pick<ObservationPiece, 'name'>[] },
  pieces: readonly PieceShape[],
  { normalise, planes, entities, memory }: NetworkReads,
): Pick<NetworkShape, 'normalise' | 'planes' | 'entities' | 'memory'> {
  const every = placed(pieces);
  const named = (setting: string, wanted: readonly string[], all: readonly PlacedPiece[]): PlacedPiece[] => {
    const unknown = wanted.find((name) => name !== ALL && !every.some((piece) => piece.name === name));
    if (unknown !== undefined)
      throw new UserError(
        `network.${setting}: ${game.id} observes no piece ${unknown}; it has ${every.map(({ name }) => name).join(', ')}`,
      );
    return wanted.includes(ALL) ? [...all] : every.filter(({ name }) => wanted.includes(name));
  };
  const place = ({ name, from, to }: PlacedPiece) => ({ name, from, to });
  const found: ReturnType<typeof readsOf> = {};
  if (normalise && normalise.pieces.length > 0)
    found.normalise = { pieces: named('normalise', normalise.pieces, every).map(place), clip: normalise.clip };
  if (planes && planes.pieces.length > 0) {
    const chosen = named('planes', planes.pieces, largestBoard(every));
    if (chosen.length === 0)
      throw new UserError(`network.planes: ${game.id} observes no board: no piece has two sizes`);
    const flat = chosen.find(({ shape }) => shape.length < 2);
    if (flat) throw new UserError(`network.planes: the piece ${flat.name} is a list, not planes of a board`);
    const sizes = [...new Set(chosen.map((piece) => boardOf(piece).join(' x ')))];
    if (sizes.length > 1)
      throw new UserError(`network.planes: these pieces are of boards of ${sizes.join(' and ')}; name those of one`);
    const [height, width] = boardOf(chosen[0]!);
    const { filters, blocks } = planes;
    found.planes = { pieces: chosen.map(place), height, width, filters, blocks, kernel: KERNEL };
  }
  if (entities && entities.pieces.length > 0) {
    const taken = found.planes?.pieces.map(({ name }) => name) ?? [];
    const free = every.filter(({ name, shape }) => shape.length >= 2 && !taken.includes(name));
    const chosen = named('entities', entities.pieces, free);
    const flat = chosen.find(({ shape }) => shape.length < 2);
    if (flat || chosen.length === 0)
      throw new UserError(
        `network.entities: ${flat ? `the piece ${flat.name}` : `what is left of ${game.id}`} does not tell the same of several things: it has one size`,
      );
    const twice = chosen.find(({ name }) => taken.includes(name));
    if (twice)
      throw new UserError(`network.entities: the piece ${twice.name} is read by network.planes; name it in one`);
    const { layers, attention } = entities;
    const many = attention && chosen.find(({ shape }) => shape[0]! > MOST_ATTENDED);
    if (many)
      throw new UserError(
        `network.entityAttention: the piece ${many.name} has ${many.shape[0]} places, and at most ${MOST_ATTENDED} can look at each other; leave it out of network.entities`,
      );
    found.entities = {
      pieces: chosen.map((piece) => ({ ...place(piece), places: piece.shape[0]! })),
      layers: [...layers],
      ...(attention && { attention }),
    };
  }
  if (memory && memory.pieces.length > 0) {
    const own = every.filter(({ name }) => game.observation.some((piece) => piece.name === name));
    const of = named('memory', memory.pieces, own);
    const shown = of.find((piece) => !own.includes(piece));
    if (shown)
      throw new UserError(`network.memory: ${shown.name} is no piece of the game's own observation; leave it out`);
    if (every.some(({ name }) => name === MEMORY_PIECE))
      throw new UserError(`network.memory: ${game.id} has a piece ${MEMORY_PIECE} itself; give it another name`);
    const [from, { decisions, units }] = [sizeOf(pieces), memory];
    const size = of.reduce((sum, piece) => sum + piece.to - piece.from, 0);
    const piece = { name: MEMORY_PIECE, from, to: from + decisions * size };
    found.memory = { piece, decisions, units, of: of.map(place) };
  }
  const apart = [...(found.planes?.pieces ?? []), ...(found.entities?.pieces ?? [])];
  const both = found.normalise?.pieces.find(({ name }) => apart.some((piece) => piece.name === name));
  if (both)
    throw new UserError(
      `network.normalise: the piece ${both.name} is read by network.planes or entities; name it in one`,
    );
  return found;
}

const boardOf = ({ shape }: PlacedPiece): [height: number, width: number] => [shape.at(-2)!, shape.at(-1)!];

/** The pieces that are planes of one board: of the size that most numbers have. */
function largestBoard(every: readonly PlacedPiece[]): PlacedPiece[] {
  const boards = new Map<string, PlacedPiece[]>();
  for (const piece of every.filter(({ shape }) => shape.length >= 2)) {
    const key = `${boardOf(piece)}`;
    boards.set(key, [...(boards.get(key) ?? []), piece]);
  }
  const size = (list: readonly PlacedPiece[]) => list.reduce((sum, { from, to }) => sum + to - from, 0);
  return [...boards.values()].sort((a, b) => size(b) - size(a))[0] ?? [];
}
