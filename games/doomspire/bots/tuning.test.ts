import { describe, expect, it } from 'vitest';
import type { PlanBot } from '../../../agents/bots/plan-bot.js';
import { playGame } from '../../../agents/bots/testing/play.js';
import { planShape } from '../../../agents/bots/tuning.js';
import { flattenWeights, initialWeights, viewWeights } from '../../../agents/network/network.js';
import { createRng } from '../../../env/chance.js';
import { game } from '../game.js';
import { bots } from './index.js';

/** A bot with `mixed`'s weights moved at random, differently by position. @param by at most how many units, by each feature */
function moved(seed: string, by: number) {
  const { tuning } = bots.mixed!.create() as PlanBot;
  const { parameters, features } = tuning;
  const shape = planShape(features.length, parameters.length);
  const rng = createRng(seed);
  const flat = flattenWeights(shape, initialWeights(shape, rng)).map(() => 2 * by * (rng.uniform() - 0.5));
  return tuning.create({ features, parameters, shape, weights: viewWeights(shape, flat) }, 'moved');
}

describe.each(['rulebook', 'airef'])('tuned bots of edition %s', (edition) => {
  it('play as before while nothing has moved', () => {
    const mixed = bots.mixed!.create();
    const same = moved('same', 0);
    const four = [same, mixed, mixed, mixed];
    const actions = (agents: typeof four) => {
      const all: number[] = [];
      playGame(game, agents, 'same', { edition, roundCap: 12 }, (_state, action) => all.push(action));
      return all;
    };
    expect(actions(four)).toEqual(actions([mixed, mixed, mixed, mixed]));
  });

  it('choose legally wherever their weights go', () => {
    for (const by of [0.3, 3, 100]) {
      const agents = [0, 1, 2, 3].map((seat) => moved(`wild ${seat}`, by));
      // An illegal choice is thrown.
      expect(playGame(game, agents, `wild ${by}`, { edition, roundCap: 12 }).over).toBe(true);
    }
  });
});
