import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { game } from '../game.js';
import { give } from '../test/fixture.js';
import { potential } from './potential.js';

it('rises with renown and goods of the player, falls with those of the rival, and stays small', () => {
  const s = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
  const at = (numbers: Parameters<typeof give>[1]): number => potential(give(s.clone(), numbers));
  expect(potential(s)).toBe(0);
  expect(at({ human: { renown: 5 } })).toBeCloseTo(0.1);
  expect(at({ human: { wood: 2 } })).toBeGreaterThan(0);
  expect(at({ rival: { tokens: 1 } })).toBeLessThan(0);
  expect(at({ rival: { costs: 50, coins: 16 } })).toBeGreaterThan(-1.5);
});
