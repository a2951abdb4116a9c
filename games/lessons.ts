/** What the page that trains a network offers to learn (training/demo/), in this order, and how each is measured. */
import { botMakers } from '../env/game-package.js';
import type { Lesson } from '../training/demo/session.js';
import * as connectFour from './connect-four/index.js';
import * as ticTacToe from './tic-tac-toe/index.js';

const { tactical } = botMakers(connectFour);

export const lessons: Readonly<Record<string, Lesson>> = {
  'connect-four': { game: connectFour.game, rivals: { tactical: tactical! }, opening: 4, decisions: 300_000 },
  'tic-tac-toe': { game: ticTacToe.game, rivals: {}, opening: 0, decisions: 100_000 },
};
