import { describe, expect, it } from 'vitest';
import * as peaks from '../../docs/examples/eleven-peaks.js';
import { TurnEnv } from '../../env/turn-env.js';
import { byWorth } from './by-worth.js';

describe('a planner by worth', () => {
  const position = { legalActions: [1, 4, 6, 9], count: 3 };
  const by = (worths: Record<number, number>) =>
    byWorth<typeof position, { plus: number }>((_, action, { plus }) => worths[action]! + plus)({ plus: 2 });

  it('takes the listed action of most worth, the lowest of several', () => {
    expect(by({ 1: 0, 4: 3, 6: 3, 9: 8 }).choose(position)).toBe(4);
    expect(by({ 1: -9, 4: -9, 6: -3, 9: 0 }).choose(position)).toBe(6);
  });

  it('refuses worths that are no numbers, which would choose anything', () => {
    const broken = by({ 1: 0, 4: Number.NaN, 6: 3, 9: 8 });
    expect(() => broken.choose(position)).toThrow(/^a bot finds action 4 worth NaN: .* must be a number$/);
    expect(() => broken.actionValues(position, new Float64Array(10))).toThrow('worth NaN');
  });

  it('says what it makes of each', () => {
    const out = new Float64Array(10).fill(-Infinity);
    by({ 1: 0, 4: 3, 6: 5, 9: 8 }).actionValues(position, out);
    expect([...out.entries()].filter(([, worth]) => worth > -Infinity)).toEqual([
      [1, 2],
      [4, 5],
      [6, 7],
    ]);
  });
});

it("bots of one's own game weigh its actions, and have weights to tune", () => {
  const env = new TurnEnv(peaks.game);
  const bot = peaks.bots['rule-of-28']!();
  bot.reset(1);
  env.start({ seed: 1 });
  const out = new Float64Array(peaks.game.actions);
  while (!env.over) {
    const view = env.view();
    const action = bot.act(view);
    if (view.legal > 1) {
      bot.actionValues!(view, out);
      expect(out[action]).toBe(Math.max(...out));
    }
    env.play(action);
  }
  expect(bot.tuning.parameters.map(({ name }) => name)).toContain('camp.2');
  expect(bot.tuning.features).toEqual(['taken']);
});
