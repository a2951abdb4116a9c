import { expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { game } from '../../../env/games/islebound/game.js';
import * as S from '../../../env/games/islebound/state.js';
import { potential } from './potential.js';

it('rises with renown and goods of the player, falls with those of the rival, and stays small', () => {
  const s = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
  const at = (numbers: Record<number, number>): number => {
    const other = s.clone();
    for (const [index, n] of Object.entries(numbers)) other.g[Number(index)] = n;
    return potential(other);
  };
  expect(potential(s)).toBe(0);
  expect(at({ [S.H_RENOWN]: 5 })).toBeCloseTo(0.1);
  expect(at({ [S.H_WOOD]: 2 })).toBeGreaterThan(0);
  expect(at({ [S.A_TOKENS]: 1 })).toBeLessThan(0);
  expect(at({ [S.A_COSTS]: 50, [S.A_COINS]: 16 })).toBeGreaterThan(-1.5);
});
