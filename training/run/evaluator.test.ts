import { expect, it } from 'vitest';
import type { Weights } from '../../agents/network/network.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import type { Collector } from '../collect/collector.js';
import { wonGames } from '../testing/won-games.js';
import { parseConfig } from './config.js';
import { Evaluator } from './evaluator.js';
import type { TrainingState } from './state.js';

it('says how many games are over, of those against all agents', async () => {
  const collector = {
    spec: { variants: [kuhn.options.parse({})] },
    async measure(_weights: Weights, _job: unknown, onGames: (games: number) => void) {
      onGames(5);
      onGames(20);
      return { outcomes: wonGames([1, 1, 1, 1, 1]) };
    },
  } as unknown as Collector;
  const evaluation = { against: ['random', 'scripted:honest'], every: 1, blocks: 10 };
  const config = parseConfig({ game: 'kuhn', evaluation, phases: [{ algorithm: 'ppo', decisions: 100 }] });
  const state = { decisions: 0, phases: [{ updates: 0, from: 0 }] } as unknown as TrainingState;
  const told: [number, number][] = [];
  const note = (games: number, of: number) => told.push([games, of]);
  await new Evaluator(config, kuhn, collector).measure('evaluation', 'evaluation', { weights: {} }, state, false, note);
  expect(told).toEqual([
    [5, 40],
    [20, 40],
    [25, 40],
    [40, 40],
  ]);
});
