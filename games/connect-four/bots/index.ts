/** The bots of Connect Four: one that looks at the next two discs, one that sees all, and one that only plays the middle. */

import { always, RulePlayer } from '../../../agents/bots/rule-player.js';
import type { Agent, View } from '../../../env/agent.js';
import type { ScriptedBot } from '../../../env/game-package.js';
import { discsOf } from '../exact/solver.js';
import { COLUMNS, makesFour, ROWS, SQUARES } from '../position.js';
import { perfectMove } from './perfect.js';

/** Columns from the middle outwards. */
const middleFirst = [3, 2, 4, 1, 5, 0, 6];

const ME = 1;
const OTHER = 2;

/** The board with my discs as 1 and theirs as 2, in the layout that `makesFour` reads. */
function boardOf(view: View): Int16Array {
  const seen = view.observation();
  const board = new Int16Array(SQUARES);
  for (let i = 0; i < SQUARES; i++) board[i] = seen[i] ? ME : seen[SQUARES + i] ? OTHER : 0;
  return board;
}

/** Row on which a disc comes to lie; `ROWS` where the column is full. */
function rowOf(board: Int16Array, column: number): number {
  let row = 0;
  while (row < ROWS && board[row * COLUMNS + column] !== 0) row++;
  return row;
}

/** Wins, blocks, and does not lay the stone that the other wins on; otherwise the middle. */
function tacticalMove(board: Int16Array, open: readonly number[]): number {
  for (const sign of [ME, OTHER]) {
    const four = open.find((column) => makesFour(board, column, rowOf(board, column), sign));
    if (four !== undefined) return four;
  }
  const gives = (column: number, sign: number) => {
    const above = rowOf(board, column) + 1;
    return above < ROWS && makesFour(board, column, above, sign);
  };
  const safe = open.filter((column) => !gives(column, OTHER));
  // The field above may be where I win: then let the other fill the one below it.
  return safe.find((column) => !gives(column, ME)) ?? safe[0] ?? open[0]!;
}

/** Of moves that are worth the same, the one that `tactical` would make, else the one nearest to the middle. */
function perfectlyAt(board: Int16Array, open: readonly number[]): number {
  const taken = (column: number, row: number) => board[row * COLUMNS + column] !== 0;
  const mine = (column: number, row: number) => board[row * COLUMNS + column] === ME;
  const first = tacticalMove(board, open);
  return perfectMove(discsOf(taken, mine), [first, ...open.filter((column) => column !== first)]);
}

/** A player that looks at the board and at the open columns, the middle first. */
const boardPlayer = (name: string, rule: (board: Int16Array, open: readonly number[]) => number) => (): Agent =>
  new RulePlayer(
    `scripted:${name}`,
    always((view) =>
      rule(
        boardOf(view),
        middleFirst.filter((column) => view.mask[column] === 1),
      ),
    ),
  );

export const bots = {
  tactical: {
    plan: 'wins, blocks, never prepares the other a win, else plays the middle',
    create: boardPlayer('tactical', tacticalMove),
  },
  perfect: {
    plan: 'knows what every position is worth, and never gives it away',
    create: boardPlayer('perfect', perfectlyAt),
  },
  middle: { plan: 'always the column nearest to the middle', create: boardPlayer('middle', (_, open) => open[0]!) },
} satisfies Record<string, ScriptedBot>;
