/** Games at random, for tests of the solver. */
import { createRng } from '../../../env/chance.js';
import { COLUMNS, Position } from '../position.js';

/** A game at random that is not over after so many discs; null where it was. */
export function randomGame(seed: string, count: number): { moves: number[]; position: Position } | null {
  const rng = createRng(seed);
  const position = new Position();
  position.actor = 0;
  position.winner = -1;
  const moves: number[] = [];
  while (moves.length < count) {
    const column = rng.int(COLUMNS);
    if (position.heights[column]! >= 6) continue;
    position.drop(column);
    moves.push(column);
    if (position.over) return null;
  }
  return { moves, position };
}
