import { expect, it } from 'vitest';
import { loadGame } from './load-game.js';
import { measureSpeed, type SpeedProgress } from './speed.js';

it('tells how far it is all the time, and how long it still takes', async () => {
  const { game } = await loadGame('tic-tac-toe');
  const told: SpeedProgress[] = [];
  const settings = { decisions: 5000, runs: 2, onProgress: (one: SpeedProgress) => told.push(one) };
  measureSpeed(game, game.options.parse({}), settings);
  expect(told.map(({ part }) => part)).toEqual(
    ['rules and masks', 'with observation'].flatMap((part) => new Array<string>(9).fill(part)),
  );
  expect(told[0]).toMatchObject({ done: 2000, total: 30_000 });
  expect(told.at(-1)).toMatchObject({ done: 30_000, total: 30_000, secondsLeft: 0 });
  for (const { secondsLeft, done } of told.slice(0, -1)) expect(secondsLeft > 0 && done < 30_000).toBe(true);
});
