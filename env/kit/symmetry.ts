/** How a game on a board is turned or mirrored (`Game.symmetries`). */
import type { ObservationPiece, Symmetry } from '../game.js';

/**
 * A symmetry of a board whose squares are numbered as in its planes.
 * @param squares by square: the one that it becomes
 * @param observation pieces that are planes of the board, one behind the other, are turned; others stay as they are
 * @param actions by action id: the id that it becomes; default: actions are squares
 */
export function boardSymmetry(
  name: string,
  squares: readonly number[],
  observation: readonly ObservationPiece[],
  actions: readonly number[] = squares,
): Symmetry {
  const places: number[] = [];
  for (const { shape } of observation) {
    const size = shape.reduce((product, n) => product * n, 1);
    const plane = shape.slice(-2).reduce((product, n) => product * n, 1) === squares.length;
    for (let start = places.length, end = start + size; places.length < end; ) {
      const at = places.length - start;
      places.push(start + (plane ? at - (at % squares.length) + squares[at % squares.length]! : at));
    }
  }
  return { name, actions, observation: places };
}
