/** The rules of Connect Four over the cells of a position. */
import { ACTOR, BOARD, COLUMNS, DISCS, HEIGHTS, ROWS, WINNER } from './state.js';

/** One step along a row, a column and the two diagonals: columns, rows. */
const directions = [1, 0, 0, 1, 1, 1, 1, -1];

/** The seat to act drops a disc into a column that is not full. */
export function drop(cells: Int16Array, column: number): void {
  const actor = cells[ACTOR]!;
  const row = cells[HEIGHTS + column]!++;
  cells[BOARD + row * COLUMNS + column] = actor + 1;
  cells[DISCS]!++;
  if (makesFour(cells, column, row, actor + 1)) {
    cells[WINNER] = actor;
    cells[ACTOR] = -1;
  } else cells[ACTOR] = cells[DISCS] === ROWS * COLUMNS ? -1 : 1 - actor;
}

/** Whether a disc with this sign at this field is one of four in a row. */
export function makesFour(cells: Int16Array, column: number, row: number, sign: number): boolean {
  for (let d = 0; d < directions.length; d += 2) {
    const dx = directions[d]!;
    const dy = directions[d + 1]!;
    if (1 + run(cells, column, row, dx, dy, sign) + run(cells, column, row, -dx, -dy, sign) >= 4) return true;
  }
  return false;
}

/** Discs with this sign in one direction, the first field apart. */
function run(cells: Int16Array, column: number, row: number, dx: number, dy: number, sign: number): number {
  let count = 0;
  for (let x = column + dx, y = row + dy; x >= 0 && x < COLUMNS && y >= 0 && y < ROWS; x += dx, y += dy) {
    if (cells[BOARD + y * COLUMNS + x] !== sign) break;
    count++;
  }
  return count;
}

/** The only column that is not full; -1 where there are more or none. */
export function onlyColumn(cells: Int16Array): number {
  let only = -1;
  for (let column = 0; column < COLUMNS; column++) {
    if (cells[HEIGHTS + column] === ROWS) continue;
    if (only >= 0) return -1;
    only = column;
  }
  return only;
}
