import { expect, it } from 'vitest';
import { pig } from '../../test/paths.js';
import { loadGame } from '../load-game.js';
import { checkModule } from './check-module.js';
import { checkNames } from './names.js';

it('a check tells which of the checks it is at, all the time', async () => {
  const { game } = await loadGame(pig);
  const told: number[] = [];
  const onProgress = (at: number) => told.push(at);
  const { checks } = await checkModule(game, { module: pig, games: 8, seconds: 60, onProgress });
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  expect(told.length).toBeGreaterThan(2);
  // Before all checks the games are played, to see whether they end at all.
  const checking = told.filter((at) => checkNames[at] !== 'length');
  expect(checking).toEqual([...checking].sort((a, b) => a - b));
  for (const at of told) expect(checkNames[at]).toBeDefined();
});
