/**
 * The observation as pieces: name, shape, meaning and the function that writes it stand together. Where each begins follows
 * from the order, which is a promise to trained policies.
 */
import { z } from 'zod';
import type { ObservationPiece } from '../game.js';
import { UserError } from '../user-error.js';

/**
 * Writes what a seat may know; the place is all zeros before. Seats are written from that seat's point of view.
 * @param at index in `out` where the piece begins
 */
type Write<P> = (position: P, seat: number, out: Float32Array, at: number) => void;

/** One piece, or several that one pass writes. */
export interface PieceWriter<P> {
  readonly pieces: readonly ObservationPiece[];
  readonly write: Write<P>;
  /** Its first size is that of the seats (`piece.seats`). */
  readonly bySeat?: boolean;
}

/**
 * What a piece, or its row for a seat, holds: the list of its numbers; or a single one, and the function is called for each
 * number of the piece with its place: the row and the column, or of a list its index.
 */
type Values<P> = (position: P, seat: number, row: number, column: number) => number | readonly number[];

type Range = NonNullable<ObservationPiece['range']>;

/** Makes pieces. */
interface Define<P> {
  /**
   * One.
   * @param about one sentence: what the numbers are and how they are scaled
   * @param range the least and the greatest of them, where it is known
   */
  (name: string, shape: readonly number[], about: string, write: Write<P>, range?: Range): PieceWriter<P>;
  /** One, number by number: `(s, me, row, column) => ...`. Or as the list of all of them, which is slower to run. */
  values(name: string, shape: readonly number[], about: string, values: Values<P>, range?: Range): PieceWriter<P>;
  /**
   * One that tells the same of each seat, the viewer's first, then in turn order; zeros for seats that are not in the game.
   * @param shape the first size is the most seats of a game
   * @param values of one seat, as in `values`: `(s, seat, row, column) => ...`
   */
  seats(name: string, shape: readonly number[], about: string, values: Values<P>, range?: Range): PieceWriter<P>;
  /**
   * Several that one pass writes, which is faster than a function for each.
   * @param writer is told once where each piece lies, counted from the `at` of its function
   */
  group<Name extends string>(
    pieces: { readonly [K in Name]: readonly [shape: readonly number[], about: string, range?: Range] },
    writer: (starts: { readonly [K in Name]: number }) => Write<P>,
  ): PieceWriter<P>;
}

export interface Observation<P> {
  readonly pieces: readonly ObservationPiece[];
  /** Those whose first size is that of the seats. */
  readonly bySeat: readonly ObservationPiece[];
  /** Number of values. */
  readonly size: number;
  /** Writes all of it, `size` values from `offset` on. */
  observe(position: P, seat: number, out: Float32Array, offset: number): void;
}

const sizeOf = (pieces: readonly Pick<ObservationPiece, 'shape'>[]): number =>
  pieces.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);

/**
 * Writes the numbers of a shape, or of one for each seat, in loops without a list in between. Uses nothing but what it is
 * given: see `writer`.
 */
const looping =
  <P>(values: Values<P>, size: number, columns: number, bySeat: boolean, check: (given: number) => void): Write<P> =>
  (position, me, out, from) => {
    const seats = bySeat ? (position as { players: number }).players : 1;
    for (let k = 0, at = from; k < seats; k++, at += size) {
      const seat = bySeat ? (me + k) % seats : me;
      const first = values(position, seat, 0, 0);
      if (typeof first !== 'number') {
        check(first.length);
        for (let i = 0; i < size; i++) out[at + i] = first[i]!;
        continue;
      }
      out[at] = first;
      for (let i = 1, row = 0, column = 1; i < size; i++, column++) {
        if (column >= columns) {
          row++;
          column = 0;
        }
        out[at + i] = values(position, seat, row, column) as number;
      }
    }
  };

let compiled = 0;

/**
 * Makes what writes the numbers of a shape. Observations are most of what training takes, and numbers that a call returns
 * take memory. V8 builds a function into a loop that calls no other one, so each piece has a loop compiled for it alone,
 * from a text of its own; where that is forbidden, as on some pages, all have the same.
 */
function writer<P>(name: string, shape: readonly number[], values: Values<P>, bySeat = false): Write<P> {
  const size = sizeOf([{ shape }]);
  const check = (given: number) => {
    if (given !== size) throw new UserError(`piece ${name}: ${given} values, ${size} wanted`);
  };
  let make = looping<P>;
  try {
    // A page that tells zod to write no code (export/web/no-eval.ts) means us too.
    if (!z.config().jitless) make = new Function(`return /* ${compiled++} */ ${looping}`)() as typeof looping<P>;
  } catch {
    // It is forbidden.
  }
  return make(distinct(name, size, values), size, shape.length > 1 ? shape.at(-1)! : 1, bySeat, check);
}

/**
 * A function that looks at no place gives all numbers of a piece the same value, unless it gives a list: whoever writes
 * `(s, i) => ...` takes the seat for the place.
 */
function distinct<P>(name: string, size: number, values: Values<P>): Values<P> {
  if (size === 1 || values.length > 2) return values;
  return (position, seat, row, column) => {
    const given = values(position, seat, row, column);
    if (typeof given === 'number')
      throw new UserError(
        `piece ${name}: its function gives ${size} numbers the same value; write (s, seat, row, column) => ..., or give a list`,
      );
    return given;
  };
}

/** The observation of a game whose positions are `P`: `observationOf<P>()((piece) => [piece('dice', [2], ...), ...])`. */
export const observationOf =
  <P>() =>
  (define: (piece: Define<P>) => readonly PieceWriter<P>[]): Observation<P> => {
    const one: (...of: Parameters<Define<P>>) => PieceWriter<P> = (name, shape, about, write, range) => ({
      pieces: [{ name, shape, about, ...(range && { range }) }],
      write,
    });
    const group: Define<P>['group'] = (named, writer) => {
      const pieces: ObservationPiece[] = [];
      const starts: Record<string, number> = {};
      for (const [name, [shape, about, range]] of Object.entries<readonly [readonly number[], string, Range?]>(named)) {
        starts[name] = sizeOf(pieces);
        pieces.push({ name, shape, about, ...(range && { range }) });
      }
      return { pieces, write: writer(starts as never) };
    };
    const values: Define<P>['values'] = (name, shape, about, each, range) =>
      one(name, shape, about, writer(name, shape, each), range);
    const seats: Define<P>['seats'] = (name, shape, about, each, range) => ({
      ...one(name, shape, `${about} Me first, then in turn order.`, writer(name, shape.slice(1), each, true), range),
      bySeat: true,
    });
    return place(define(Object.assign(one, { values, seats, group })));
  };

/** What writes the pieces of an observation, by these; for who measures them. */
const known = new WeakMap<readonly ObservationPiece[], readonly PieceWriter<never>[]>();
export const writersOf = (pieces: readonly ObservationPiece[]): readonly PieceWriter<never>[] =>
  known.get(pieces) ?? [];

/** Places the pieces one behind the other. */
function place<P>(list: readonly PieceWriter<P>[]): Observation<P> {
  const pieces: ObservationPiece[] = [];
  const starts: number[] = [];
  let size = 0;
  for (const part of list) {
    starts.push(size);
    pieces.push(...part.pieces);
    size += sizeOf(part.pieces);
  }
  const writers = list.map(({ write }) => write);
  known.set(pieces, list);
  return {
    pieces,
    bySeat: list.flatMap(({ bySeat, pieces: own }) => (bySeat ? own : [])),
    size,
    observe(position, seat, out, offset) {
      out.fill(0, offset, offset + size);
      for (let i = 0; i < writers.length; i++) writers[i]!(position, seat, out, offset + starts[i]!);
    },
  };
}
