/** Connect Four as a `Game`: seven columns, six rows. */
import type { Chance } from '../../chance.js';
import type { Game } from '../../game.js';
import { CellState, outOfRange } from '../cells.js';
import { enumerate } from './enumerate.js';
import { observation, observe } from './observe.js';
import { type ConnectFourOptions, optionsSchema } from './options.js';
import { drop, makesFour, onlyColumn } from './rules.js';
import * as S from './state.js';
import { boardText } from './text.js';
import { parseView, settle, view } from './view.js';

/** A position that can be played. */
export class ConnectFourState extends CellState {
  constructor() {
    super(new Int16Array(S.CELLS), 'connect-four 1');
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
  /** Each round both players drop a disc. */
  get round(): number {
    return 1 + ((this.cells[S.DISCS]! - (this.over ? 1 : 0)) >> 1);
  }
  get over(): boolean {
    return this.cells[S.ACTOR]! < 0;
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    if (this.over) {
      mask.fill(0);
      return 0;
    }
    let n = 0;
    for (let column = 0; column < S.COLUMNS; column++) {
      mask[column] = this.cells[S.HEIGHTS + column]! < S.ROWS ? 1 : 0;
      n += mask[column]!;
    }
    return n;
  }
  apply(action: number, _chance: Chance): void {
    const { cells } = this;
    drop(cells, action);
    if (cells[S.ASK] === 1) return;
    // Only when six columns are full is the rest forced.
    while (!this.over) {
      const only = onlyColumn(cells);
      if (only < 0) return;
      drop(cells, only);
    }
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
    return this.over ? (this.cells[S.WINNER]! >= 0 ? 'four in a row' : 'draw') : '';
  }
  actionText(action: number): string {
    return `column ${action + 1}`;
  }
  text(seat: number): string {
    return boardText(this.cells, seat);
  }
  view(seat: number): unknown {
    return view(this.cells, seat);
  }
  actionJson(action: number): { kind: string; args: Record<string, unknown> } {
    return { kind: 'drop', args: { column: action + 1 } };
  }
  fault(cells: Int16Array): string {
    const wrong = outOfRange(cells, [
      ['askForced', S.ASK, 0, 1],
      ...Array.from({ length: S.ROWS * S.COLUMNS }, (_, i) => [`field ${i}`, S.BOARD + i, 0, 2] as const),
    ]);
    if (wrong) return wrong;
    const again = cells.slice();
    settle(again);
    if (again.some((cell, i) => cell !== cells[i])) return 'turn, winner or heights do not fit';
    const board = [...cells.subarray(S.BOARD)];
    for (let field = S.COLUMNS; field < board.length; field++)
      if (board[field] !== 0 && board[field - S.COLUMNS] === 0) return 'a disc hangs in the air';
    const ahead = board.filter((c) => c === 1).length - board.filter((c) => c === 2).length;
    const won = (sign: number) =>
      board.some((c, field) => c === sign && makesFour(cells, field % S.COLUMNS, Math.floor(field / S.COLUMNS), sign));
    // Whoever has four in a row dropped the last disc.
    const fits = won(1) ? ahead === 1 && !won(2) : won(2) ? ahead === 0 : ahead === 0 || ahead === 1;
    return fits ? '' : `X has ${ahead} discs more than O, or both have four in a row`;
  }
}

function blank(options: ConnectFourOptions): ConnectFourState {
  const state = new ConnectFourState();
  state.cells[S.ASK] = options.askForced ? 1 : 0;
  state.cells[S.WINNER] = -1;
  return state;
}

export const game: Game<ConnectFourOptions, ConnectFourState> = {
  id: 'connect-four',
  version: '2',
  title: 'Connect Four',
  summary: 'Drop discs into seven columns; four in a row win.',
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
  maxDecisions: () => S.ROWS * S.COLUMNS,
  newState: (options) => blank(options),
  enumerate,
  parseView: (json) => parseView(json, blank),
};
export default game;
