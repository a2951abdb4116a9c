/** A position of Connect Four as plain JSON, and back. */
import { z } from 'zod';
import { type CellState, readView, sound } from '../cells.js';
import { type ConnectFourOptions, optionsSchema } from './options.js';
import { makesFour } from './rules.js';
import { ACTOR, ASK, BOARD, COLUMNS, DISCS, HEIGHTS, ROWS, WINNER } from './state.js';

const viewSchema = z.strictObject({
  game: z.literal('connect-four'),
  seat: z.int().min(0).max(1),
  options: optionsSchema,
  /** The discs of each column from the left, the lowest first: X is seat 0, O seat 1. */
  columns: z.array(z.string().regex(/^[XO]{0,6}$/)).length(COLUMNS),
});

export function view(cells: Int16Array, seat: number): z.infer<typeof viewSchema> {
  const columns = Array.from({ length: COLUMNS }, (_, column) => {
    let discs = '';
    for (let row = 0; row < cells[HEIGHTS + column]!; row++) discs += '.XO'[cells[BOARD + row * COLUMNS + column]!];
    return discs;
  });
  return { game: 'connect-four', seat, options: { askForced: cells[ASK] === 1 }, columns };
}

/** Fills `cells`; the rest follows from the board. */
export function parseView<S extends CellState<Int16Array>>(
  json: unknown,
  blank: (options: ConnectFourOptions) => S,
): S {
  const given = readView(viewSchema, json);
  const state = blank(given.options);
  const { cells } = state;
  for (const [column, discs] of given.columns.entries())
    for (const [row, sign] of [...discs].entries()) cells[BOARD + row * COLUMNS + column] = 1 + 'XO'.indexOf(sign);
  settle(cells);
  return sound(state, 'columns');
}

/** Writes heights, discs, winner and actor from the board. */
export function settle(cells: Int16Array): void {
  cells[WINNER] = -1;
  cells[DISCS] = 0;
  let ahead = 0;
  for (let column = 0; column < COLUMNS; column++) {
    let height = 0;
    for (let row = 0; row < ROWS; row++) {
      const sign = cells[BOARD + row * COLUMNS + column]!;
      if (sign === 0) continue;
      height = row + 1;
      cells[DISCS]!++;
      ahead += sign === 1 ? 1 : -1;
      if (makesFour(cells, column, row, sign)) cells[WINNER] = sign - 1;
    }
    cells[HEIGHTS + column] = height;
  }
  cells[ACTOR] = cells[WINNER]! >= 0 || cells[DISCS] === ROWS * COLUMNS ? -1 : ahead > 0 ? 1 : 0;
}
