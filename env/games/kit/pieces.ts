/**
 * The observation as pieces: name, shape, meaning and the function that writes it stand together. Where each begins follows
 * from the order, which is a promise to trained policies.
 */
import type { ObservationPiece } from '../../game.js';

/**
 * Writes what a seat may know; the place is all zeros before. Seats are written from that seat's point of view.
 * @param at index in `out` where the piece begins
 */
type Write<P> = (position: P, seat: number, out: Float32Array, at: number) => void;

/** Pieces that one pass writes: they lie one behind the other from `at` on. */
export interface Piece<P> {
  readonly pieces: readonly ObservationPiece[];
  readonly write: Write<P>;
}

/** Makes one piece. @param about one sentence: what the numbers are and how they are scaled */
type Define<P> = (name: string, shape: readonly number[], about: string, write: Write<P>) => Piece<P>;

export interface Observation<P> {
  readonly pieces: readonly ObservationPiece[];
  /** Number of values. */
  readonly size: number;
  /** Writes all of it, `size` values from `offset` on. */
  observe(position: P, seat: number, out: Float32Array, offset: number): void;
}

/** The observation of a game whose positions are `P`: `observationOf<P>()((piece) => [piece('dice', [2], ...), ...])`. */
export const observationOf =
  <P>() =>
  (define: (piece: Define<P>) => readonly Piece<P>[]): Observation<P> =>
    place(define((name, shape, about, write) => ({ pieces: [{ name, shape, about }], write })));

/** Places the pieces one behind the other. */
function place<P>(list: readonly Piece<P>[]): Observation<P> {
  const pieces: ObservationPiece[] = [];
  const starts: number[] = [];
  let size = 0;
  for (const part of list) {
    starts.push(size);
    pieces.push(...part.pieces);
    size += part.pieces.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
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
