import { expect, it } from 'vitest';
import { wilson } from '../../eval/statistics.js';
import { addTally, type Tally } from '../collect/measure.js';
import { measured } from './metrics.js';

/** Deals of four games each, of which so many are won. */
function tally(wins: number[]): Tally {
  const played = wins.map(() => 4);
  return { games: 4 * wins.length, wins, played, firsts: 0, endings: [], truncated: 0, returns: wins };
}

it('takes deals, not games, for the unit of its interval', () => {
  // All that differs is luck of the deal: four games of a deal are won or lost together.
  const alike = measured(tally(Array.from({ length: 40 }, (_, deal) => (deal % 2 ? 4 : 0))));
  expect(alike.winRate.mean).toBe(0.5);
  expect(alike.interval).toBe('bootstrap over blocks');
  const games = wilson(80, 160);
  // 160 games that are 40 observations: half as sure.
  expect((alike.winRate.high - alike.winRate.low) / (games.high - games.low)).toBeGreaterThan(1.7);

  // A deal that everybody wins in the same seats says more than four games do.
  const balanced = measured(tally(Array.from({ length: 40 }, (_, deal) => [1, 2, 2, 3, 2][deal % 5]!)));
  expect(balanced.winRate.high - balanced.winRate.low).toBeLessThan(games.high - games.low);
});

it('falls back on games where there are too few deals', () => {
  const few = measured(tally([4, 0, 2]));
  expect(few.interval).toBe('Wilson over games');
  expect(few.winRate).toEqual(wilson(6, 12));
});

it('adds the parts that threads have played of the same deals', () => {
  const part = (wins: number[], played: number[]): Tally => ({
    ...{ games: played.reduce((a, b) => a + b), wins, played },
    ...{ firsts: 1, endings: [], truncated: 0, returns: wins.map((won) => won / 2) },
  });
  const sum = addTally(part([1, 0], [1, 2]), part([1, 1], [1, 0]));
  expect(sum).toEqual({
    games: 4,
    wins: [2, 1],
    played: [2, 2],
    firsts: 2,
    endings: [],
    truncated: 0,
    returns: [1, 0.5],
  });
  expect(measured(sum)).toMatchObject({ winRate: { mean: 0.75 }, meanReturn: 1.5 / 4 });
});
