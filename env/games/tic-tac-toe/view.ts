/** A position of tic-tac-toe as plain JSON, and back. */
import { z } from 'zod';
import { readView } from '../cells.js';
import { optionsSchema, type TicTacToeOptions } from './options.js';
import { lines } from './rules.js';
import { ACTOR, ASK, BOARD, SQUARES, WINNER } from './state.js';

const signs = ['.', 'X', 'O'] as const;

const viewSchema = z.strictObject({
  game: z.literal('tic-tac-toe'),
  seat: z.int().min(0).max(1),
  options: optionsSchema,
  /** Row by row from the top left. */
  board: z.array(z.enum(signs)).length(SQUARES),
});

export function view(cells: Int16Array, seat: number): z.infer<typeof viewSchema> {
  const board = Array.from(cells.subarray(BOARD, BOARD + SQUARES), (sign) => signs[sign]!);
  return { game: 'tic-tac-toe', seat, options: { askForced: cells[ASK] === 1 }, board };
}

/** Fills `cells`; who won and who is to act follow from the board. Whether it can come up is for the caller to check. */
export function parseView(json: unknown, blank: (options: TicTacToeOptions) => Int16Array): Int16Array {
  const given = readView(viewSchema, json);
  const cells = blank(given.options);
  for (const [i, sign] of given.board.entries()) cells[BOARD + i] = signs.indexOf(sign);
  settle(cells);
  return cells;
}

/** Writes winner and actor from the board. */
export function settle(cells: Int16Array): void {
  const board = cells.subarray(BOARD, BOARD + SQUARES);
  const count = (sign: number) => board.filter((cell) => cell === sign).length;
  cells[WINNER] = -1;
  for (const line of lines)
    for (const sign of [1, 2]) if (line.every((i) => board[i] === sign)) cells[WINNER] = sign - 1;
  cells[ACTOR] = cells[WINNER]! >= 0 || count(0) === 0 ? -1 : count(1) > count(2) ? 1 : 0;
}
