import { expect, it } from 'vitest';
import type { Outcome } from '../../eval/outcome.js';
import { wilson } from '../../eval/statistics.js';
import { joinParts } from '../collect/measure.js';
import { wonGames } from '../testing/won-games.js';
import { measured } from './metrics.js';

it('takes deals, not games, for the unit of its interval', () => {
  // All that differs is luck of the deal: four games of a deal are won or lost together.
  const alike = measured(wonGames(Array.from({ length: 40 }, (_, deal) => (deal % 2 ? 4 : 0))));
  expect(alike.winRate.mean).toBe(0.5);
  expect(alike.interval).toBe('bootstrap over blocks');
  const games = wilson(80, 160);
  // 160 games that are 40 observations: half as sure.
  expect((alike.winRate.high - alike.winRate.low) / (games.high - games.low)).toBeGreaterThan(1.7);

  // A deal that everybody wins in the same seats says more than four games do.
  const balanced = measured(wonGames(Array.from({ length: 40 }, (_, deal) => [1, 2, 2, 3, 2][deal % 5]!)));
  expect(balanced.winRate.high - balanced.winRate.low).toBeLessThan(games.high - games.low);
});

it('falls back on games where there are too few deals', () => {
  const few = measured(wonGames([4, 0, 2]));
  expect(few.interval).toBe('Wilson over games');
  expect(few.winRate).toEqual(wilson(6, 12));
});

it('counts a game that was played again once', () => {
  // All games of a deal are the same on every deal.
  const again = wonGames(new Array<number>(40).fill(1)).map((game): Outcome => ({ ...game, line: [0, 7] }));
  const found = measured(again);
  expect(found).toMatchObject({ games: 160, different: 4, interval: 'Wilson over games' });
  expect(found.winRate).toEqual(wilson(1, 4));
  expect(found.endings).toEqual({ fame: 4 });
  expect(measured(wonGames([1, 1]))).not.toHaveProperty('different');
});

it('joins the parts that threads have played of the same deals', () => {
  const outcomes = wonGames([1, 3]);
  const part = (at: number) => ({ outcomes: outcomes.filter((_, i) => i % 3 === at) });
  expect(joinParts([{ ...part(0), told: ['a'] }, part(1), part(2)])).toEqual({ outcomes, told: ['a'] });
});
