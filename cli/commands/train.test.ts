import { describe, expect, it } from 'vitest';
import { measuringText, trainConfig, trainText, unfinishedText } from './train.js';

describe('what train says in the end', () => {
  const result = {
    game: 'fuzzy-knights',
    options: {},
    from: null,
    segments: [],
    runDir: 'runs/a',
    finished: true,
    decisions: 1000,
    games: 3,
    updates: 2,
    reports: {},
    best: null,
  };
  it.each([
    [0, 2, ['evaluate policy:runs/a', 'export runs/a']],
    [8, 2, ['evaluate policy+lookahead:8:runs/a', 'export runs/a --lookahead 8']],
    [4, 1, ["evaluate 'policy+lookahead:4:runs/a?rounds=1'", 'export runs/a --lookahead 4 --rounds 1']],
  ])('is what to do next, as it was measured: %i samples, %i rounds', (lookahead, rounds, commands) => {
    const next = trainText({ ...result, lookahead, rounds })
      .split('\n')
      .slice(-2);
    expect(next.map((line) => line.slice(line.indexOf('tabletop') + 'tabletop '.length))).toEqual(commands);
  });
});

it('trains for as many minutes as are asked for, the bot that comes first included', async () => {
  const whole = await trainConfig('doomspire', { preset: 'standard', set: [] });
  const first = (config: typeof whole) => config.bot!.minutes as number;
  expect(first(whole)).toBeGreaterThan(1);
  const five = await trainConfig('doomspire', { preset: 'standard', minutes: 5, set: [] });
  expect(first(five) + five.minutes).toBeCloseTo(5);
  expect(first(five) / five.minutes).toBeCloseTo(first(whole) / whole.minutes);
  const own = await trainConfig('doomspire', { preset: 'standard', minutes: 5, set: ['bot.minutes=2'] });
  expect([first(own), own.minutes]).toEqual([2, 5]);
  const none = await trainConfig('doomspire', { preset: 'standard', minutes: 5, set: ['bot=null'] });
  expect([none.bot, none.minutes]).toEqual([null, 5]);
});

it('says where a share of games won tells nothing, since most were cut', () => {
  const measured = (truncatedShare: number) => {
    const estimate = { mean: 0, low: 0, high: 0.1 };
    const interval = 'Wilson over games' as const;
    return {
      games: 40,
      winRate: estimate,
      interval,
      parity: 0.25,
      meanReturn: 0.5,
      firstRate: 0.95,
      truncatedShare,
      endings: {},
    };
  };
  expect(unfinishedText({ random: measured(0.5) })).toBe(null);
  expect(unfinishedText({ random: measured(0.98), 'scripted:a': measured(0) })).toBe(
    'most games are cut at their cap, and nobody wins those: 98% against random, where it came first in 95%. If it stays so, ' +
      'allow longer games by an option of the game, or try --set returns.capped=loss',
  );
});

it('says how far a measurement is, the time left first', () => {
  const progress = {
    ...{ phase: 'ppo', update: 16, decisions: 524_288, games: 600, decisionsPerSecond: 9000, winRates: {}, earned: {} },
    ...{ progress: 0.25, secondsLeft: 100, metrics: { decisions: 524_288, seconds: 60 } },
  };
  expect(measuringText(progress, { games: 120, of: 300, secondsLeft: 95 })).toBe(
    '1m35s left | measuring: 120 of 300 games | ppo 25% | 524.3k decisions',
  );
});
