/**
 * The observation as pieces: name, shape, meaning and the function that writes it stand together. Where each begins follows
 * from the order, which is a promise to trained policies.
 */
import type { ObservationPiece } from '../game.js';

/**
 * Writes what a seat may know; the place is all zeros before. Seats are written from that seat's point of view.
 * @param at index in `out` where the piece begins
 */
type Write<P> = (position: P, seat: number, out: Float32Array, at: number) => void;

/** One piece, or several that one pass writes. */
export interface PieceWriter<P> {
  readonly pieces: readonly ObservationPiece[];
  readonly write: Write<P>;
}

type Values = number | readonly number[];

/** Makes pieces. */
interface Define<P> {
  /** One. @param about one sentence: what the numbers are and how they are scaled */
  (name: string, shape: readonly number[], about: string, write: Write<P>): PieceWriter<P>;
  /** One, as its value or the list of all of them. Shorter to write, slower to run. */
  values(
    name: string,
    shape: readonly number[],
    about: string,
    values: (position: P, seat: number) => Values,
  ): PieceWriter<P>;
  /**
   * One that tells the same of each seat, the viewer's first, then in turn order; zeros for seats that are not in the game.
   * @param shape the first size is the most seats of a game
   */
  seats(
    name: string,
    shape: readonly number[],
    about: string,
    values: (position: P, seat: number) => Values,
  ): PieceWriter<P>;
  /**
   * Several that one pass writes, which is faster than a function for each.
   * @param writer is told once where each piece lies, counted from the `at` of its function
   */
  group<Name extends string>(
    pieces: { readonly [K in Name]: readonly [shape: readonly number[], about: string] },
    writer: (starts: { readonly [K in Name]: number }) => Write<P>,
  ): PieceWriter<P>;
}

export interface Observation<P> {
  readonly pieces: readonly ObservationPiece[];
  /** Number of values. */
  readonly size: number;
  /** Writes all of it, `size` values from `offset` on. */
  observe(position: P, seat: number, out: Float32Array, offset: number): void;
}

const sizeOf = (pieces: readonly Pick<ObservationPiece, 'shape'>[]): number =>
  pieces.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);

function exactly(wanted: number, name: string, given: Values): readonly number[] {
  const values = typeof given === 'number' ? [given] : given;
  if (values.length !== wanted) throw new Error(`piece ${name}: ${values.length} values, ${wanted} wanted`);
  return values;
}

/** The observation of a game whose positions are `P`: `observationOf<P>()((piece) => [piece('dice', [2], ...), ...])`. */
export const observationOf =
  <P>() =>
  (define: (piece: Define<P>) => readonly PieceWriter<P>[]): Observation<P> => {
    const one: (...of: Parameters<Define<P>>) => PieceWriter<P> = (name, shape, about, write) => ({
      pieces: [{ name, shape, about }],
      write,
    });
    const group: Define<P>['group'] = (named, writer) => {
      const pieces: ObservationPiece[] = [];
      const starts: Record<string, number> = {};
      for (const [name, [shape, about]] of Object.entries<readonly [readonly number[], string]>(named)) {
        starts[name] = sizeOf(pieces);
        pieces.push({ name, shape, about });
      }
      return { pieces, write: writer(starts as never) };
    };
    const values: Define<P>['values'] = (name, shape, about, list) => {
      const size = sizeOf([{ shape }]);
      return one(name, shape, about, (s, seat, out, at) => out.set(exactly(size, name, list(s, seat)), at));
    };
    const seats: Define<P>['seats'] = (name, shape, about, list) => {
      const width = sizeOf([{ shape: shape.slice(1) }]);
      return one(name, shape, `${about} Me first, then in turn order.`, (s, me, out, at) => {
        const { players } = s as { players: number };
        for (let i = 0; i < players; i++) out.set(exactly(width, name, list(s, (me + i) % players)), at + i * width);
      });
    };
    return place(define(Object.assign(one, { values, seats, group })));
  };

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
  return {
    pieces,
    size,
    observe(position, seat, out, offset) {
      out.fill(0, offset, offset + size);
      for (let i = 0; i < writers.length; i++) writers[i]!(position, seat, out, offset + starts[i]!);
    },
  };
}
