import { describe, expect, it } from 'vitest';
import type { Agent, View } from '../../env/agent.js';
import { SoftPlayer, type Weighing } from './soft-player.js';

/** A bot that makes the same of five actions everywhere, and a view in which the third is not legal. */
const worths = [1, 2, 9, 0, 2];
const bot: Weighing = {
  name: 'fixed',
  reset() {},
  act: () => 1,
  worths: (_, out) => out.set(worths),
};
const view = { mask: Uint8Array.of(1, 1, 0, 1, 1), legal: 4 } as View;

const probabilities = (agent: Agent): number[] => {
  const out = new Float32Array(5);
  agent.probabilities!(view, out);
  return [...out];
};

describe('a soft player', () => {
  it.each([0.3, 1, 10])('draws by softmax(worth / %s) over the legal actions', (temperature) => {
    const player = new SoftPlayer('soft', bot, temperature, 5);
    const weights = worths.map((worth, a) => (a === 2 ? 0 : Math.exp(worth / temperature)));
    const total = weights.reduce((sum, weight) => sum + weight);
    const wanted = weights.map((weight) => weight / total);
    for (const [a, p] of probabilities(player).entries()) expect(p).toBeCloseTo(wanted[a]!, 6);
    player.reset('seed');
    const counts = new Float64Array(5);
    for (let i = 0; i < 4000; i++) counts[player.act(view)]!++;
    for (let a = 0; a < 5; a++) expect(Math.abs(counts[a]! / 4000 - wanted[a]!)).toBeLessThan(0.03);
  });

  it('is the bot where nothing comes near its choice, and shares where two are worth the same', () => {
    expect(probabilities(new SoftPlayer('hard', bot, 0.001, 5))).toEqual([0, 0.5, 0, 0, 0.5]);
  });

  it('draws the same after the same seed', () => {
    const player = new SoftPlayer('soft', bot, 1, 5);
    const draws = (seed: string) => {
      player.reset(seed);
      return Array.from({ length: 40 }, () => player.act(view));
    };
    const first = draws('a');
    expect(draws('b')).not.toEqual(first);
    expect(draws('a')).toEqual(first);
  });

  it.each([0, -1, Number.NaN, Infinity])('takes no temperature of %s', (temperature) => {
    expect(() => new SoftPlayer('soft', bot, temperature, 5)).toThrow(RangeError);
  });
});
