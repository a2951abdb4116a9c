/** The rack of Connect Four as a picture: columns to click, holes with discs before them. */
import type { Drawing, ScenePlace, SceneToken } from '../../../env/scene.js';
import { COLUMNS, makesFour, type Position, ROWS } from '../position.js';

const seats = [
  { name: 'Red X', tone: 'red' },
  { name: 'Yellow O', tone: 'yellow' },
] as const;

const discs: readonly SceneToken[] = [
  { name: 'X', shape: 'disc', tone: 'red', sign: 'X' },
  { name: 'O', shape: 'disc', tone: 'yellow', sign: 'O' },
];

export const drawing: Drawing<Position> = {
  scene({ board: squares, heights, winner }) {
    const places: ScenePlace[] = [];
    for (let column = 0; column < COLUMNS; column++)
      places.push({
        id: `column ${column + 1}`,
        name: `column ${column + 1}`,
        is: heights[column] === ROWS ? 'full' : `${heights[column]} of ${ROWS} discs`,
        at: [column, 0],
        size: [1, ROWS],
        tone: 'blue',
      });
    for (let row = 0; row < ROWS; row++)
      for (let column = 0; column < COLUMNS; column++) {
        const sign = squares[row * COLUMNS + column]!;
        places.push({
          name: `column ${column + 1}, row ${row + 1}`,
          is: sign === 0 ? 'empty' : '',
          at: [column + 0.07, ROWS - 1 - row + 0.07],
          size: [0.86, 0.86],
          shape: 'round',
          tokens: sign === 0 ? [] : [discs[sign - 1]!],
          ...(winner >= 0 && sign === winner + 1 && makesFour(squares, column, row, sign) && { marked: true }),
        });
      }
    const labels = Array.from({ length: COLUMNS }, (_, column) => ({
      at: [column + 0.5, ROWS + 0.2] as [number, number],
      text: `${column + 1}`,
    }));
    return {
      seats: [...seats],
      parts: [{ kind: 'board', title: 'Board', size: [COLUMNS, ROWS], places, labels, quiet: true }],
    };
  },
  concerns: (_, action) => [`column ${action + 1}`],
};
