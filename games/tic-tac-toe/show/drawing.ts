/** The board of tic-tac-toe as a picture. */
import type { Drawing, SceneToken } from '../../../env/scene.js';
import { lines, type Position, SQUARES } from '../position.js';
import { squareNames } from './showing.js';

const seats = [
  { name: 'X', tone: 'blue' },
  { name: 'O', tone: 'orange' },
] as const;

const tokens: readonly SceneToken[] = [
  { name: 'X', shape: 'cross', tone: 'blue' },
  { name: 'O', shape: 'ring', tone: 'orange' },
];

export const drawing: Drawing<Position> = {
  scene({ board, winner }) {
    const won = lines.filter((line) => winner >= 0 && line.every((i) => board[i] === winner + 1)).flat();
    const places = Array.from({ length: SQUARES }, (_, i) => ({
      id: squareNames[i]!,
      name: squareNames[i]!,
      is: board[i] === 0 ? 'empty' : '',
      at: [i % 3, Math.floor(i / 3)] as [number, number],
      tokens: board[i] === 0 ? [] : [tokens[board[i]! - 1]!],
      ...(won.includes(i) && { marked: true }),
    }));
    return { seats: [...seats], parts: [{ kind: 'board', title: 'Board', size: [3, 3], places, quiet: true }] };
  },
  concerns: (_, action) => [squareNames[action]!],
};
