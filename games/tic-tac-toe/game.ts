/** Tic-tac-toe as a `Game`. */
import type { Chance, Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { shown } from '../../env/kit/state.js';
import { boardSymmetry } from '../../env/kit/symmetry.js';
import { enumerate } from './enumerate.js';
import { optionsSchema, type TicTacToeOptions } from './options.js';
import { Position, SQUARES } from './position.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { showing } from './show/showing.js';

/** A position that can be played. */
export class TicTacToeState extends shown(Position, showing) implements State {
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Each round both players mark a square. */
  get round(): number {
    return 1 + ((SQUARES - this.empty() - (this.over ? 1 : 0)) >> 1);
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    mask.fill(0);
    if (this.over) return 0;
    const { board } = this;
    let n = 0;
    for (let i = 0; i < SQUARES; i++) {
      if (board[i] !== 0) continue;
      mask[i] = 1;
      n++;
    }
    return n;
  }
  apply(action: number, _chance: Chance): void {
    this.mark(action);
    if (!this.over && !this.askForced && this.empty() === 1) this.mark(this.board.indexOf(0));
  }
  rewards(out: Float64Array): void {
    out.fill(0);
  }
  places(out: Uint8Array): void {
    out[0] = this.winner === 1 ? 1 : 0;
    out[1] = this.winner === 0 ? 1 : 0;
  }
  ending(): string {
    return this.over ? (this.winner >= 0 ? 'three in a row' : 'draw') : '';
  }
  /** Nothing is hidden. */
  resample(_seat: number, _rng: Rng): void {}
}

function blank({ askForced }: TicTacToeOptions): TicTacToeState {
  const state = new TicTacToeState();
  state.askForced = askForced;
  return state;
}

/** Where the square in a column and row goes when the board is turned or mirrored. */
const turns: Readonly<Record<string, (column: number, row: number) => readonly [column: number, row: number]>> = {
  'turned right': (column, row) => [2 - row, column],
  'turned around': (column, row) => [2 - column, 2 - row],
  'turned left': (column, row) => [row, 2 - column],
  'left and right mirrored': (column, row) => [2 - column, row],
  'top and bottom mirrored': (column, row) => [column, 2 - row],
  'mirrored in the falling diagonal': (column, row) => [row, column],
  'mirrored in the rising diagonal': (column, row) => [2 - row, 2 - column],
};
const symmetries = Object.entries(turns).map(([name, turn]) => {
  const squares = Array.from({ length: SQUARES }, (_, i) => {
    const [column, row] = turn(i % 3, Math.floor(i / 3));
    return 3 * row + column;
  });
  return boardSymmetry(name, squares, showing.sight.pieces);
});

export const game: Game<TicTacToeOptions, TicTacToeState> = {
  id: 'tic-tac-toe',
  version: '1',
  title: 'Tic-tac-toe',
  summary: 'Three in a row on nine squares; a draw when both play well.',
  seats: { min: 2, max: 2 },
  information: 'perfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: showing.actions.count,
  observation: showing.sight.pieces,
  symmetries,
  actionName: showing.actions.nameOf,
  prompts: ['mark'],
  streams: [],
  options: optionsSchema,
  players: () => 2,
  maxDecisions: () => SQUARES,
  newState: blank,
  drawing,
  legend: () => legend,
  whyNot: (s, square) => (s.over || s.board[square] === 0 ? null : 'the square is taken'),
  enumerate,
  parseView: (json) => showing.view.read(json, blank),
  guide: guideOf<Position>(showing.view, showing.actions, [{ uses: [], ask: () => 'which square?' }], () =>
    blank(optionsSchema.parse({})),
  ),
};
