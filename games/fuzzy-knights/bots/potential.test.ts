import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { game } from '../game.js';
import { potential } from './potential.js';

it('rises with what a seat owns and with every rival that is out', () => {
  const s = game.newState(game.options.parse({ players: 3 }), new SeededChance(1, game.streams));
  const first = potential(s, 0);
  for (const seat of [0, 1, 2]) expect(potential(s, seat)).toBeCloseTo(1 / 3);
  s.treasury[0]! += 20;
  expect(potential(s, 0)).toBeGreaterThan(first + 0.1);
  expect(potential(s, 1)).toBeLessThan(first);
  const before = potential(s, 1);
  s.out[2] = 1;
  expect(potential(s, 2)).toBe(0);
  expect(potential(s, 1)).toBeGreaterThan(before + 0.2);
});
