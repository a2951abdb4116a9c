/**
 * What became of an observation from one version of a game to the next, so that weights that were trained on the old one
 * can be carried over (`tabletop migrate`).
 */

/**
 * By the name that a piece has now. Pieces that kept their name and shape need no word, unless their numbers moved; a
 * piece that is not here, and was not there, is new.
 */
export type Migration = Readonly<Record<string, CarriedPiece>>;

/** Where the numbers of a piece come from. */
export interface CarriedPiece {
  /** The old piece, or several, counted through one behind the other. Default: the one of the same name. */
  from?: string | readonly string[];
  /**
   * For each number of the piece as it is now: the index of the number within the old piece that it was, or -1 where it is
   * new. Numbers whose sum it was have the same index, also in other pieces. Default: all in their order.
   */
  numbers?: readonly number[];
}

/**
 * `numbers` of a piece of equal rows (seats, knights) whose columns changed: `columns(4, 28, [...range(15), -1])`.
 * @param rows of both pieces
 * @param width columns of the old piece
 * @param list for each column now the old one, or -1
 */
export function columns(rows: number, width: number, list: readonly number[]): number[] {
  return Array.from({ length: rows }, (_, row) => list.map((c) => (c < 0 ? -1 : row * width + c))).flat();
}
