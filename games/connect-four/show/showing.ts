/** What a seat of Connect Four is shown: the board, and where a disc would make four. */
import { z } from 'zod';
import { actionsOf } from '../../../env/kit/actions.js';
import { fail, part, viewOf } from '../../../env/kit/json.js';
import { observationOf } from '../../../env/kit/pieces.js';
import { optionsSchema } from '../options.js';
import { COLUMNS, lines, type Position, ROWS, SQUARES, signs } from '../position.js';

const plane = [ROWS, COLUMNS];
// What is on each square: 0, MINE or THEIRS. The sum of four squares says how many discs each side has there.
const owners = new Uint8Array(SQUARES);
const MINE = 1;
const THEIRS = 5;

const sight = observationOf<Position>()((piece) => [
  piece.group(
    {
      mine: [plane, '1 where my discs are, row by row from the bottom left.', [0, 1]],
      theirs: [plane, '1 where the discs of the other are.', [0, 1]],
      'my fours': [plane, '1 where a disc of mine would make four, now or later.', [0, 1]],
      'their fours': [plane, '1 where a disc of the other would make four.', [0, 1]],
    },
    ({ theirs, 'my fours': myFours, 'their fours': theirFours }) =>
      ({ board }, seat, out, start) => {
        for (let square = 0; square < SQUARES; square++) {
          const sign = board[square]!;
          const mine = sign === seat + 1;
          owners[square] = sign === 0 ? 0 : mine ? MINE : THEIRS;
          if (sign > 0) out[start + square + (mine ? 0 : theirs)] = 1;
        }
        // Hot: a search that learns asks at every position it judges. Whoever has three discs of a line lacks the fourth.
        for (let i = 0; i < lines.length; i += 4) {
          const sum = owners[lines[i]!]! + owners[lines[i + 1]!]! + owners[lines[i + 2]!]! + owners[lines[i + 3]!]!;
          if (sum !== 3 * MINE && sum !== 3 * THEIRS) continue;
          let free = i;
          while (owners[lines[free]!] !== 0) free++;
          out[start + lines[free]! + (sum === 3 * MINE ? myFours : theirFours)] = 1;
        }
      },
  ),
]);

const actions = actionsOf<Position>()((action) => ({
  DROP: action(
    { column: COLUMNS },
    (_, { column }) => `column ${column + 1}`,
    (_, { column }) => ({ column: column + 1 }),
  ),
}));

/** Signs of the squares from one on, each so many further than the last. */
const along = ({ board }: Position, from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, i) => signs[board[from + i * step]!]!);

const view = viewOf(
  { game: 'connect-four', options: optionsSchema },
  {
    /** The discs of each column from the left, the lowest first: X is seat 0, O seat 1. */
    columns: part(
      z.array(z.string().regex(/^[XO]{0,6}$/)).length(COLUMNS),
      (s: Position) => Array.from(s.heights, (height, column) => along(s, column, COLUMNS, height).join('')),
      ({ board }, columns) => {
        for (const [column, discs] of columns.entries())
          for (const [row, sign] of [...discs].entries()) board[row * COLUMNS + column] = signs.indexOf(sign as 'X');
      },
    ),
  },
  (s: Position) => {
    s.settle();
    const wrong = s.fault();
    if (wrong) fail('columns', wrong);
  },
);

function text(s: Position, seat: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) => `  ${along(s, row * COLUMNS, 1, COLUMNS).join(' ')}`).reverse();
  const turn = s.over ? 'the game is over' : `${'XO'[s.actor]} to move`;
  return [`You are ${'XO'[seat]}, ${turn}`, ...rows, '  1 2 3 4 5 6 7'].join('\n');
}

export const showing = { sight, actions, view, text };
