/** The rules of the invalid-action test. */
import { expect, it } from 'vitest';
import { createAgent } from '../../../agents/spec/load.js';
import { SeededChance } from '../../../env/chance.js';
import { loadGame } from '../../../env/load-game.js';
import { TurnEnv } from '../../../env/turn-env.js';
import { rewards } from '../../../test/by-text.js';
import { game } from '../game.js';

it('has as many valid numbers as it says, the one to name among them, all others equally often', () => {
  const count = new Array<number>(70).fill(0);
  const mask = new Uint8Array(70);
  const chance = new SeededChance(3, game.streams);
  const state = game.newState(game.options.parse({ length: 4000 }), chance);
  for (let i = 0; i < 3999; i++) {
    expect(state.legal(mask)).toBe(15);
    const { target } = state.view(0) as { target: number };
    expect(mask[target]).toBe(1);
    mask.forEach((one, k) => (count[k]! += one));
    state.apply(target, chance);
    expect(rewards(state)).toEqual([1]);
  }
  // 3,999 times 15 of 70: 857 each, give or take 26.
  expect(Math.min(...count)).toBeGreaterThan(857 - 6 * 26);
  expect(Math.max(...count)).toBeLessThan(857 + 6 * 26);
});

it('pays only the right number, and ends truncated after its length', async () => {
  const bot = await createAgent('scripted:copy', await loadGame('invalid-actions'));
  const sum = (choose: (env: TurnEnv) => number, options = {}) => {
    const env = new TurnEnv(game, { options });
    env.start({ seed: 1 });
    let total = 0;
    while (!env.over) {
      env.play(choose(env));
      total += env.rewards[0]!;
    }
    expect([env.decisions, env.state.truncated]).toEqual([100, true]);
    return total;
  };
  expect(sum((env) => bot.act(env.view()))).toBe(100);
  const wrong = (env: TurnEnv) => env.mask.findIndex((ok, i) => ok === 1 && i !== bot.act(env.view()));
  expect(sum(wrong)).toBe(0);
  expect(sum(wrong, { masked: false })).toBe(0);
});

it('leaves at least two numbers', () => {
  expect(game.options.safeParse({ dim: 10, invalid: 8 }).success).toBe(true);
  expect(game.options.safeParse({ dim: 10, invalid: 9 }).success).toBe(false);
  expect(game.options.safeParse({ dim: 10 }).success).toBe(false);
});
