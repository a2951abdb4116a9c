import { expect, it } from 'vitest';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { CarelessPlayer } from './careless.js';
import { RandomAgent } from './random.js';
import { createAgent } from './spec.js';

const pack = await loadGame('connect-four');
const { game } = pack;

/** How often each column is chosen first. */
async function firstMoves(mistakes: number, times: number): Promise<number[]> {
  const agent = await createAgent(`scripted:middle?mistakes=${mistakes}`, pack);
  const env = new TurnEnv(game);
  env.start({ seed: 1 });
  const counts = new Array<number>(game.actions).fill(0);
  for (let i = 0; i < times; i++) {
    agent.reset(i);
    counts[agent.act(env.view())]!++;
  }
  return counts;
}

it('plays a share of its decisions uniformly', async () => {
  expect(await firstMoves(0, 50)).toEqual([0, 0, 0, 50, 0, 0, 0]);
  const counts = await firstMoves(0.7, 1000);
  // Each other column: a seventh of 0.7.
  for (const [column, count] of counts.entries()) if (column !== 3) expect(Math.abs(count - 100)).toBeLessThan(40);
  expect(Math.abs(counts[3]! - 400)).toBeLessThan(60);
});

it('says its probabilities where its bot does', () => {
  const env = new TurnEnv(game);
  env.start({ seed: 1 });
  const bot = new RandomAgent();
  bot.probabilities = (_, out) => {
    out.fill(0)[3] = 1;
  };
  const out = new Float32Array(game.actions);
  new CarelessPlayer('careless', bot, 0.7).probabilities!(env.view(), out);
  expect(out[3]).toBeCloseTo(0.4);
  expect(out[0]).toBeCloseTo(0.1);
  expect(new CarelessPlayer('x', { name: 'x', reset() {}, act: () => 0 }, 0.5).probabilities).toBeUndefined();
});

it('is refused where the share is none', async () => {
  await expect(createAgent('scripted:middle?mistakes=2', pack)).rejects.toThrow(/mistakes must be a number 0..1/);
});
