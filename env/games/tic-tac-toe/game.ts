/** Tic-tac-toe as a `Game`. */
import type { Chance } from '../../chance.js';
import type { Game } from '../../game.js';
import { CellState, outOfRange } from '../cells.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { optionsSchema, type TicTacToeOptions } from './options.js';
import { empty, lines, mark } from './rules.js';
import * as S from './state.js';
import { boardText } from './text.js';
import { parseView, settle, view } from './view.js';

/** A position that can be played. */
export class TicTacToeState extends CellState {
  constructor() {
    super(new Int16Array(S.CELLS), 'tic-tac-toe 1');
  }
  get players(): number {
    return 2;
  }
  get actor(): number {
    return this.cells[S.ACTOR]!;
  }
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Each round both players mark a square. */
  get round(): number {
    return 1 + ((S.SQUARES - empty(this.cells) - (this.over ? 1 : 0)) >> 1);
  }
  get over(): boolean {
    return this.cells[S.ACTOR]! < 0;
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    mask.fill(0);
    if (this.over) return 0;
    let n = 0;
    for (let i = 0; i < S.SQUARES; i++) {
      if (this.cells[S.BOARD + i] !== 0) continue;
      mask[i] = 1;
      n++;
    }
    return n;
  }
  apply(action: number, _chance: Chance): void {
    const { cells } = this;
    mark(cells, action);
    if (!this.over && cells[S.ASK] === 0 && empty(cells) === 1) mark(cells, cells.indexOf(0, S.BOARD) - S.BOARD);
  }
  observe(seat: number, out: Float32Array, offset: number): void {
    observe(this.cells, seat, out, offset);
  }
  rewards(out: Float64Array): void {
    out.fill(0);
  }
  places(out: Uint8Array): void {
    const winner = this.cells[S.WINNER]!;
    out[0] = winner === 1 ? 1 : 0;
    out[1] = winner === 0 ? 1 : 0;
  }
  ending(): string {
    return this.over ? (this.cells[S.WINNER]! >= 0 ? 'three in a row' : 'draw') : '';
  }
  actionText(action: number): string {
    return S.squareNames[action]!;
  }
  text(seat: number): string {
    return boardText(this.cells, seat);
  }
  view(seat: number): unknown {
    return view(this.cells, seat);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return { kind: 'mark', args: { square: S.squareNames[action] } };
  }
  fault(cells: Int16Array): string {
    const wrong = outOfRange(cells, [
      ['askForced', S.ASK, 0, 1],
      ...S.squareNames.map((name, i) => [name, S.BOARD + i, 0, 2] as const),
    ]);
    if (wrong) return wrong;
    const again = cells.slice();
    settle(again);
    if (again[S.WINNER] !== cells[S.WINNER] || again[S.ACTOR] !== cells[S.ACTOR]) return 'turn or winner do not fit';
    const board = [...cells.subarray(S.BOARD)];
    const ahead = board.filter((c) => c === 1).length - board.filter((c) => c === 2).length;
    const won = (sign: number) => lines.some((line) => line.every((i) => board[i] === sign));
    // Whoever has three in a row marked last.
    const fits = won(1) ? ahead === 1 && !won(2) : won(2) ? ahead === 0 : ahead === 0 || ahead === 1;
    return fits ? '' : `X has ${ahead} marks more than O, or both have three in a row`;
  }
}

function blank(options: TicTacToeOptions): TicTacToeState {
  const state = new TicTacToeState();
  state.cells[S.ASK] = options.askForced ? 1 : 0;
  state.cells[S.WINNER] = -1;
  return state;
}

export const game: Game<TicTacToeOptions, TicTacToeState> = {
  id: 'tic-tac-toe',
  version: '1',
  title: 'Tic-tac-toe',
  summary: 'Three in a row on nine squares; a draw when both play well.',
  seats: { min: 2, max: 2 },
  information: 'perfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: S.ACTIONS,
  observation,
  prompts: S.promptNames,
  streams: S.streamNames,
  options: optionsSchema,
  players: () => 2,
  maxDecisions: () => S.SQUARES,
  newState: (options) => blank(options),
  enumerate,
  parseView(json) {
    let state!: TicTacToeState;
    const cells = parseView(json, (options) => (state = blank(options)).cells);
    const wrong = state.fault(cells);
    if (wrong) throw new Error(`board: ${wrong}`);
    return state;
  },
};
export default game;
