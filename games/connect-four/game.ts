/** Connect Four as a `Game`: seven columns, six rows. */
import type { Chance, Rng } from '../../env/chance.js';
import type { AuxiliaryTarget, Game, State } from '../../env/game.js';
import { guideOf } from '../../env/kit/guide.js';
import { shown } from '../../env/kit/state.js';
import { boardSymmetry } from '../../env/kit/symmetry.js';
import { enumerate } from './enumerate.js';
import { type ConnectFourOptions, optionsSchema } from './options.js';
import { COLUMNS, Position, ROWS, SQUARES } from './position.js';
import { drawing } from './show/drawing.js';
import { legend } from './show/legend.js';
import { showing } from './show/showing.js';

/** A position that can be played. */
export class ConnectFourState extends shown(Position, showing) implements State {
  get prompt(): number {
    return this.over ? -1 : 0;
  }
  /** Each round both players drop a disc. */
  get round(): number {
    return 1 + ((this.discs - (this.over ? 1 : 0)) >> 1);
  }
  get truncated(): boolean {
    return false;
  }
  legal(mask: Uint8Array): number {
    if (this.over) {
      mask.fill(0);
      return 0;
    }
    const { heights } = this;
    let n = 0;
    for (let column = 0; column < COLUMNS; column++) {
      mask[column] = heights[column]! < ROWS ? 1 : 0;
      n += mask[column]!;
    }
    return n;
  }
  apply(action: number, _chance: Chance): void {
    this.drop(action);
    if (this.askForced) return;
    // Only when six columns are full is the rest forced.
    while (!this.over) {
      const only = this.onlyColumn();
      if (only < 0) return;
      this.drop(only);
    }
  }
  rewards(out: Float64Array): void {
    out.fill(0);
  }
  places(out: Uint8Array): void {
    out[0] = this.winner === 1 ? 1 : 0;
    out[1] = this.winner === 0 ? 1 : 0;
  }
  ending(): string {
    return this.over ? (this.winner >= 0 ? 'four in a row' : 'draw') : '';
  }
  /** Nothing is hidden. */
  resample(_seat: number, _rng: Rng): void {}
}

function blank({ askForced }: ConnectFourOptions): ConnectFourState {
  const state = new ConnectFourState();
  state.askForced = askForced;
  return state;
}

/** Left and right change places. */
const across = (column: number) => COLUMNS - 1 - column;
const squares = Array.from({ length: SQUARES }, (_, square) => square - (square % COLUMNS) + across(square % COLUMNS));
const columns = Array.from({ length: COLUMNS }, (_, column) => across(column));
const mirrored = boardSymmetry('mirrored', squares, showing.sight.pieces, columns);

const discs: AuxiliaryTarget<ConnectFourState> = {
  name: 'discs',
  size: SQUARES,
  loss: 'squared-error',
  about: "Whose disc lies on each square at the end, row by row from the bottom left: 1 mine, -1 theirs, 0 nobody's.",
  write({ board }, seat, out, offset) {
    for (const [square, sign] of board.entries()) out[offset + square] = sign === 0 ? 0 : sign === seat + 1 ? 1 : -1;
  },
};

export const game: Game<ConnectFourOptions, ConnectFourState> = {
  id: 'connect-four',
  version: '2',
  title: 'Connect Four',
  summary: 'Drop discs into seven columns; four in a row win.',
  seats: { min: 2, max: 2 },
  information: 'perfect',
  utility: 'zero-sum',
  scoring: 'places',
  actions: showing.actions.count,
  observation: showing.sight.pieces,
  symmetries: [{ ...mirrored, auxiliary: { [discs.name]: squares } }],
  auxiliary: [discs],
  actionName: showing.actions.nameOf,
  prompts: ['drop'],
  streams: [],
  options: optionsSchema,
  players: () => 2,
  maxDecisions: () => SQUARES,
  newState: blank,
  drawing,
  legend: () => legend,
  whyNot: (s, column) => (s.over || s.heights[column]! < ROWS ? null : 'the column is full'),
  enumerate,
  parseView: (json) => showing.view.read(json, blank),
  guide: guideOf<Position>(showing.view, showing.actions, [{ uses: [], ask: () => 'which column?' }], () =>
    blank(optionsSchema.parse({})),
  ),
};
