import { expect, it } from 'vitest';
import type { Weights } from '../../agents/network/network.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import type { Collector } from '../collect/collector.js';
import type { Tally } from '../collect/measure.js';
import { parseConfig } from './config.js';
import { Evaluator, type Judged, replaces } from './evaluator.js';
import type { TrainingState } from './state.js';

/** A measurement with these scores by deal. */
const judged = (deals: number[]): Judged => ({
  line: {
    ...{
      decisions: 1,
      kind: 'evaluation',
      phase: 'ppo',
      name: 'evaluation',
      update: 1,
      seed: '1/measure',
      against: {},
    },
    score: deals.reduce((a, b) => a + b, 0) / deals.length,
  },
  deals,
});
const best = (deals: number[]) => ({ score: judged(deals).line.score, deals });

it('takes as good for good enough where no confidence is asked for', () => {
  expect(replaces(judged([0, 1]), best([1, 0]), 0)).toBe(true);
  expect(replaces(judged([0, 0.75]), best([1, 0]), 0)).toBe(false);
});

it('asks a paired test where one is: what is won on the same deals counts, not luck of the deals', () => {
  const luck = [0, 1, 0.25, 0.75, 0, 1, 0.5, 0.5];
  // A little better on each deal.
  const steady = luck.map((share, deal) => share + (deal % 2 ? 0.05 : 0.1));
  // As much better in the mean, on one deal alone.
  const once = luck.map((share, deal) => share + (deal === 0 ? 0.6 : 0));
  expect(replaces(judged(steady), best(luck), 0.95)).toBe(true);
  expect(replaces(judged(once), best(luck), 0.95)).toBe(false);
  expect(replaces(judged(once), best(luck), 0.8)).toBe(true);
  // Equals stay behind.
  expect(replaces(judged(luck), best(luck), 0.01)).toBe(false);
  expect(replaces(judged(luck), best(steady), 0.01)).toBe(false);
});

it('says how many games are over, of those against all agents', async () => {
  const tally: Tally = {
    ...{ games: 20, wins: new Array(10).fill(1), played: new Array(10).fill(2), firsts: 10, truncated: 0, endings: {} },
    returns: new Array(10).fill(0),
  };
  const collector = {
    async measure(_weights: Weights, _job: unknown, onGames: (games: number) => void) {
      onGames(5);
      onGames(20);
      return tally;
    },
  } as unknown as Collector;
  const evaluation = { against: ['random', 'scripted:honest'], every: 1, blocks: 10 };
  const config = parseConfig({ game: 'kuhn', evaluation, phases: [{ algorithm: 'ppo', decisions: 100 }] });
  const state = { decisions: 0, phases: [{ updates: 0, from: 0 }] } as unknown as TrainingState;
  const told: [number, number][] = [];
  const note = (games: number, of: number) => told.push([games, of]);
  await new Evaluator(config, kuhn, collector).measure('evaluation', 'evaluation', {} as Weights, state, false, note);
  expect(told).toEqual([
    [5, 40],
    [20, 40],
    [25, 40],
    [40, 40],
  ]);
});
