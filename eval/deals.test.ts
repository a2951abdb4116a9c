import { expect, it } from 'vitest';
import { pig } from '../test/paths.js';
import { playDeals, returnEstimate, strengthOf, winEstimate } from './deals.js';
import { evaluate } from './evaluate.js';

it('plays the games of an evaluation, deal by deal', async () => {
  const options = { players: 3, rounds: 6 };
  const request = { game: pig, options, agent: 'scripted:bold', seed: 'x', workers: 0 };
  const deals = await playDeals({ ...request, against: 'random', deals: 30 });
  const whole = await evaluate({ ...request, against: ['random'], blocks: 30 });
  expect(deals).toMatchObject({ games: whole.games, parity: whole.parity, byRewards: false });
  expect(winEstimate(deals).mean).toBeCloseTo(whole.winRate.mean, 12);
  expect(returnEstimate(deals).mean).toBeCloseTo(whole.meanReturn.mean, 12);
  expect(strengthOf(deals)).toBe(deals.wins);
});

it('compares returns in a game of rewards, and scores on the same deals in a game of one seat', async () => {
  const kuhn = await playDeals({ game: 'kuhn', agent: 'random', against: 'random', deals: 4, seed: 1, workers: 0 });
  expect(strengthOf(kuhn)).toBe(kuhn.returns);
  const request = { game: 'cartpole', agent: 'scripted:balance', against: 'random', deals: 3, seed: 1, workers: 0 };
  const solo = await playDeals(request);
  // The pole stands until games are cut, which nobody wins; returns tell who is better.
  expect(solo).toMatchObject({ games: 3, wins: [0, 0, 0], returns: [500, 500, 500], parity: 0.5 });
  expect(strengthOf(solo)).toBe(solo.returns);
});

it('says what was stopped in one line', async () => {
  const signal = AbortSignal.abort();
  const request = { game: 'kuhn', agent: 'random', against: 'random', deals: 4, seed: 1, workers: 0, signal };
  await expect(playDeals(request)).rejects.toThrow('stopped after 0 of 8 games (nothing was kept)');
});
