/** The example of PPO in one file: short enough to be read, and right. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { game as cartpole } from '../games/cartpole/game.js';
import { game as kuhn } from '../games/kuhn/game.js';
import { judge, type Progress, ppo, settings } from './examples/ppo.js';

const source = readFileSync(new URL('./examples/ppo.ts', import.meta.url), 'utf8');

it('has at most 300 lines, and imports public entries alone', () => {
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(300);
  for (const [, module] of source.matchAll(/from '([^']+)'/g))
    expect(module).toMatch(/^(node:url|tabletop-gym(\/[a-z]+)?)$/);
});

it('solves CartPole', async () => {
  const told: Progress[] = [];
  const policy = await ppo(cartpole, settings.cartpole!, '1', (at) => told.push(at));
  expect(judge(cartpole, policy)).toBeGreaterThanOrEqual(475);
  expect(told.at(-1)!.decisions).toBeGreaterThanOrEqual(settings.cartpole!.decisions);
  for (const { episodeReturn } of told)
    if (!Number.isNaN(episodeReturn)) expect(episodeReturn).toBeLessThanOrEqual(500);
});

it('comes near to an equilibrium of Kuhn poker, and without the entropy bonus stays far from it', async () => {
  const learned = judge(kuhn, await ppo(kuhn, settings.kuhn!, '1'));
  expect(learned).toBeLessThan(0.25);
  expect(judge(kuhn, await ppo(kuhn, { ...settings.kuhn!, entropy: 0 }, '1'))).toBeGreaterThan(2 * learned);
});

it('does the same with the same seed', async () => {
  const short = { ...settings.kuhn!, decisions: 4096 };
  const [one, two, other] = [await ppo(kuhn, short, 'a'), await ppo(kuhn, short, 'a'), await ppo(kuhn, short, 'b')];
  const value = (policy: typeof one) => judge(kuhn, policy);
  expect(value(one)).toBe(value(two));
  expect(value(one)).not.toBe(value(other));
});
