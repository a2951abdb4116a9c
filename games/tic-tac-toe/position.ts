/** A position of tic-tac-toe and its rules: who has marked which square. */
import { i16 } from '../../env/kit/fields.js';
import { smallPositions } from '../../env/kit/position.js';
import type { TicTacToeOptions } from './options.js';

export const SQUARES = 9;
export const signs = ['.', 'X', 'O'] as const;

export const fields = {
  askForced: i16.flag('The last square is asked too.'),
  actor: i16('Seat to act; none when over.', { max: 1, none: -1, start: 0 }),
  winner: i16('Seat that has three in a row; none while nobody has.', { max: 1, none: -1 }),
  board: i16([SQUARES], 'Each square: 0 empty, 1 X, seat 0, 2 O. Row by row from the top left.', { names: signs }),
};

/** The three squares of each row, column and diagonal. */
export const lines: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

export class Position extends smallPositions({ kind: 'tic-tac-toe 1', fields }) {
  get players(): number {
    return 2;
  }
  get options(): TicTacToeOptions {
    return { askForced: this.askForced };
  }
  get over(): boolean {
    return this.actor < 0;
  }

  /** Number of empty squares. */
  empty(): number {
    const { board } = this;
    let count = 0;
    for (let i = 0; i < SQUARES; i++) if (board[i] === 0) count++;
    return count;
  }

  /** The seat to act marks a square. */
  mark(square: number): void {
    const { board, actor } = this;
    const sign = actor + 1;
    board[square] = sign;
    for (const [a, b, c] of lines) if (board[a] === sign && board[b] === sign && board[c] === sign) this.winner = actor;
    this.actor = this.winner >= 0 || this.empty() === 0 ? -1 : 1 - actor;
  }

  private count(sign: number): number {
    return this.board.filter((cell) => cell === sign).length;
  }
  private won(sign: number): boolean {
    return lines.some((line) => line.every((i) => this.board[i] === sign));
  }

  /** Winner and actor as they follow from the board. */
  settle(): void {
    this.winner = this.won(1) ? 0 : this.won(2) ? 1 : -1;
    this.actor = this.winner >= 0 || this.count(0) === 0 ? -1 : this.count(1) > this.count(2) ? 1 : 0;
  }

  override fault(): string {
    const again = this.clone();
    again.settle();
    if (again.winner !== this.winner || again.actor !== this.actor) return 'turn or winner do not fit';
    const ahead = this.count(1) - this.count(2);
    // Whoever has three in a row marked last.
    const fits = this.won(1) ? ahead === 1 && !this.won(2) : this.won(2) ? ahead === 0 : ahead === 0 || ahead === 1;
    return fits ? '' : `X has ${ahead} marks more than O, or both have three in a row`;
  }
}
