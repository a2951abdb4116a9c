import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { game } from '../game.js';
import { potential } from './potential.js';

it('rises with what a seat has, and adds up to nothing', () => {
  const s = game.newState(game.options.parse({ players: 4 }), new SeededChance(1, game.streams));
  const first = [0, 1, 2, 3].map((seat) => potential(s, seat));
  expect(Math.abs(first.reduce((a, b) => a + b))).toBeLessThan(1e-9);
  s.vp[2] = 12;
  s.gold[2]! += 4;
  expect(potential(s, 2)).toBeGreaterThan(first[2]! + 0.4);
  expect(potential(s, 0)).toBeLessThan(first[0]!);
});
