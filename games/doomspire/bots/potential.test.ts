import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { game } from '../game.js';
import { potential } from './potential.js';

it('is equal for all seats at first, and rises with what a seat has', () => {
  const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
  const first = [0, 1, 2, 3].map((seat) => potential(state, seat));
  expect(Math.max(...first)).toBeLessThan(0.3);
  state.fame[2] = 15;
  expect(potential(state, 2)).toBeGreaterThan(first[2]! + 0.4);
  state.knightTile[6] = 27;
  const near = potential(state, 2);
  state.knightTile[6] = 63;
  expect(near).toBeGreaterThan(potential(state, 2) + 0.05);
  expect(potential(state, 1)).toBe(first[1]);
});
