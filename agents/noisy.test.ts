import { describe, expect, it } from 'vitest';
import type { Agent, View } from '../env/agent.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { MistakenAgent, SoftmaxAgent, type ValuingAgent } from './noisy.js';
import { RandomAgent } from './random.js';
import { createAgent } from './spec/load.js';

/** A bot with the same values of five actions everywhere, and a view in which the third is not legal. */
const values = [1, 2, 9, 0, 2];
const bot: ValuingAgent = {
  name: 'fixed',
  reset() {},
  act: () => 1,
  actionValues: (_, out) => out.set(values),
};
const view = { mask: Uint8Array.of(1, 1, 0, 1, 1), legal: 4 } as View;

const probabilities = (agent: Agent): number[] => {
  const out = new Float32Array(5);
  agent.probabilities!(view, out);
  return [...out];
};

describe('a softmax over action values', () => {
  it.each([0.3, 1, 10])('draws by softmax(action value / %s) over the legal actions', (temperature) => {
    const player = new SoftmaxAgent('soft', bot, temperature, 5);
    const weights = values.map((value, a) => (a === 2 ? 0 : Math.exp(value / temperature)));
    const total = weights.reduce((sum, weight) => sum + weight);
    const wanted = weights.map((weight) => weight / total);
    for (const [a, p] of probabilities(player).entries()) expect(p).toBeCloseTo(wanted[a]!, 6);
    player.reset('seed');
    const counts = new Float64Array(5);
    for (let i = 0; i < 4000; i++) counts[player.act(view)]!++;
    for (let a = 0; a < 5; a++) expect(Math.abs(counts[a]! / 4000 - wanted[a]!)).toBeLessThan(0.03);
  });

  it('is the bot where nothing comes near its choice, and shares where two are worth the same', () => {
    expect(probabilities(new SoftmaxAgent('hard', bot, 0.001, 5))).toEqual([0, 0.5, 0, 0, 0.5]);
  });

  it('draws the same after the same seed', () => {
    const player = new SoftmaxAgent('soft', bot, 1, 5);
    const draws = (seed: string) => {
      player.reset(seed);
      return Array.from({ length: 40 }, () => player.act(view));
    };
    const first = draws('a');
    expect(draws('b')).not.toEqual(first);
    expect(draws('a')).toEqual(first);
  });

  it.each([0, -1, Number.NaN, Infinity])('refuses a temperature of %s', (temperature) => {
    expect(() => new SoftmaxAgent('soft', bot, temperature, 5)).toThrow(RangeError);
  });
});

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

describe('mistakes', () => {
  it('plays a share of its decisions uniformly', async () => {
    expect(await firstMoves(0, 50)).toEqual([0, 0, 0, 50, 0, 0, 0]);
    const counts = await firstMoves(0.7, 1000);
    // Each other column: a seventh of 0.7.
    for (const [column, count] of counts.entries()) if (column !== 3) expect(Math.abs(count - 100)).toBeLessThan(40);
    expect(Math.abs(counts[3]! - 400)).toBeLessThan(60);
  });

  it('has probabilities where its bot has them', () => {
    const env = new TurnEnv(game);
    env.start({ seed: 1 });
    const bot = new RandomAgent();
    bot.probabilities = (_, out) => {
      out.fill(0)[3] = 1;
    };
    const out = new Float32Array(game.actions);
    new MistakenAgent('noisy', bot, 0.7).probabilities!(env.view(), out);
    expect(out[3]).toBeCloseTo(0.4);
    expect(out[0]).toBeCloseTo(0.1);
    expect(new MistakenAgent('x', { name: 'x', reset() {}, act: () => 0 }, 0.5).probabilities).toBeUndefined();
  });

  it('refuses a share above 1', async () => {
    await expect(createAgent('scripted:middle?mistakes=2', pack)).rejects.toThrow(/mistakes must be a number 0..1/);
  });
});
