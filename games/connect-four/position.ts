/** A position of Connect Four and its rules: what stands in each column, whose turn it is. */
import { i16 } from '../../env/kit/fields.js';
import { smallPositions } from '../../env/kit/position.js';
import type { ConnectFourOptions } from './options.js';

export const COLUMNS = 7;
export const ROWS = 6;
export const SQUARES = ROWS * COLUMNS;
export const signs = ['.', 'X', 'O'] as const;

const fields = {
  askForced: i16.flag('As the option says.'),
  actor: i16('Seat to act; none when over.', { max: 1, none: -1, start: 0 }),
  winner: i16('Seat that has four in a row; none while nobody has.', { max: 1, none: -1 }),
  discs: i16('Discs on the board.', { max: SQUARES }),
  heights: i16([COLUMNS], 'Discs in each column.', { max: ROWS }),
  board: i16([ROWS, COLUMNS], 'Each square: empty, X of seat 0, O of seat 1. Row by row from the bottom left.', {
    names: signs,
  }),
};

/** One step along a row, a column and the two diagonals: columns, rows. */
const directions = [1, 0, 0, 1, 1, 1, 1, -1];

/** The squares of each line of four, one line behind the other. */
export const lines = Uint8Array.from(
  Array.from({ length: SQUARES }, (_, square) => [square % COLUMNS, Math.floor(square / COLUMNS)] as const).flatMap(
    ([x, y]) =>
      [0, 1, 2, 3].flatMap((d) => {
        const [dx, dy] = [directions[2 * d]!, directions[2 * d + 1]!];
        const ends = x + 3 * dx < COLUMNS && y + 3 * dy < ROWS && y + 3 * dy >= 0;
        return ends ? [0, 1, 2, 3].map((i) => (y + i * dy) * COLUMNS + x + i * dx) : [];
      }),
  ),
);

/** Whether a disc with this sign on this square is one of four in a row. @param board as the field of a position */
export function makesFour(board: Int16Array, column: number, row: number, sign: number): boolean {
  for (let d = 0; d < directions.length; d += 2) {
    const dx = directions[d]!;
    const dy = directions[d + 1]!;
    if (1 + run(board, column, row, dx, dy, sign) + run(board, column, row, -dx, -dy, sign) >= 4) return true;
  }
  return false;
}

/** Discs with this sign in one direction, the first square apart. */
function run(board: Int16Array, column: number, row: number, dx: number, dy: number, sign: number): number {
  let count = 0;
  for (let x = column + dx, y = row + dy; x >= 0 && x < COLUMNS && y >= 0 && y < ROWS; x += dx, y += dy) {
    if (board[y * COLUMNS + x] !== sign) break;
    count++;
  }
  return count;
}

export class Position extends smallPositions({ kind: 'connect-four 1', fields }) {
  get players(): number {
    return 2;
  }
  get options(): ConnectFourOptions {
    return { askForced: this.askForced };
  }
  get over(): boolean {
    return this.actor < 0;
  }

  /** The seat to act drops a disc into a column that is not full. */
  drop(column: number): void {
    const { actor, board } = this;
    const row = this.heights[column]!++;
    board[row * COLUMNS + column] = actor + 1;
    this.discs++;
    if (makesFour(board, column, row, actor + 1)) {
      this.winner = actor;
      this.actor = -1;
    } else this.actor = this.discs === SQUARES ? -1 : 1 - actor;
  }

  /** The only column that is not full; -1 where there are more or none. */
  onlyColumn(): number {
    const { heights } = this;
    let only = -1;
    for (let column = 0; column < COLUMNS; column++) {
      if (heights[column] === ROWS) continue;
      if (only >= 0) return -1;
      only = column;
    }
    return only;
  }

  private count(sign: number): number {
    return this.board.filter((cell) => cell === sign).length;
  }
  private won(sign: number): boolean {
    const { board } = this;
    return board.some((s, at) => s === sign && makesFour(board, at % COLUMNS, Math.floor(at / COLUMNS), sign));
  }

  /** Heights, discs, winner and actor as they follow from the board. */
  settle(): void {
    const { board, heights } = this;
    heights.fill(0);
    for (const [at, sign] of board.entries()) if (sign > 0) heights[at % COLUMNS] = Math.floor(at / COLUMNS) + 1;
    this.discs = SQUARES - this.count(0);
    this.winner = this.won(1) ? 0 : this.won(2) ? 1 : -1;
    this.actor = this.winner >= 0 || this.discs === SQUARES ? -1 : this.count(1) > this.count(2) ? 1 : 0;
  }

  override fault(): string {
    const { board } = this;
    const again = this.clone();
    again.settle();
    if (again.hash() !== this.hash()) return 'turn, winner or heights do not fit';
    if (board.some((sign, at) => sign > 0 && at >= COLUMNS && board[at - COLUMNS] === 0))
      return 'a disc hangs in the air';
    const ahead = this.count(1) - this.count(2);
    const [x, o] = [this.won(1), this.won(2)];
    // Whoever has four in a row dropped the last disc.
    const fits = x ? ahead === 1 && !o : o ? ahead === 0 : ahead === 0 || ahead === 1;
    return fits ? '' : `X has ${ahead} discs more than O, or both have four in a row`;
  }
}
