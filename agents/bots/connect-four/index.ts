/** The players of Connect Four: one that looks at the next two discs, and one that only knows the middle. */
import type { Agent, View } from '../../../env/agent.js';
import { makesFour } from '../../../env/games/connect-four/rules.js';
import { BOARD, CELLS, COLUMNS, ROWS } from '../../../env/games/connect-four/state.js';
import type { GamePlayers } from '../game-players.js';
import { always, RulePlayer } from '../rule-player.js';

/** Columns from the middle outwards. */
const middleFirst = [3, 2, 4, 1, 5, 0, 6];

const ME = 1;
const OTHER = 2;
const FIELDS = ROWS * COLUMNS;

/** The board with my discs as 1 and theirs as 2, in the layout that `makesFour` reads. */
function boardOf(view: View, cells: Int16Array): Int16Array {
  const seen = view.observation();
  for (let i = 0; i < FIELDS; i++) cells[BOARD + i] = seen[i] ? ME : seen[FIELDS + i] ? OTHER : 0;
  return cells;
}

/** Row on which a disc comes to lie; `ROWS` where the column is full. */
function rowOf(cells: Int16Array, column: number): number {
  let row = 0;
  while (row < ROWS && cells[BOARD + row * COLUMNS + column] !== 0) row++;
  return row;
}

/** Wins, blocks, and does not lay the stone that the other wins on; otherwise the middle. */
function tactical(): Agent {
  const cells = new Int16Array(CELLS);
  return new RulePlayer(
    'scripted:tactical',
    always((view) => {
      boardOf(view, cells);
      const open = middleFirst.filter((column) => view.mask[column] === 1);
      for (const sign of [ME, OTHER]) {
        const four = open.find((column) => makesFour(cells, column, rowOf(cells, column), sign));
        if (four !== undefined) return four;
      }
      const gives = (column: number, sign: number) => {
        const above = rowOf(cells, column) + 1;
        return above < ROWS && makesFour(cells, column, above, sign);
      };
      const safe = open.filter((column) => !gives(column, OTHER));
      // The field above may be where I win: then let the other fill the one below it.
      return safe.find((column) => !gives(column, ME)) ?? safe[0] ?? open[0]!;
    }),
  );
}

export const players: GamePlayers = {
  bots: {
    tactical: { plan: 'wins, blocks, never prepares the other a win, else plays the middle', create: tactical },
    middle: {
      plan: 'always the column nearest to the middle',
      create: () =>
        new RulePlayer(
          'scripted:middle',
          always((view) => middleFirst.find((column) => view.mask[column] === 1)!),
        ),
    },
  },
  rollout: 'random',
};
