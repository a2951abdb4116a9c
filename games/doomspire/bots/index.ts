/** The players of Lords of Doomspire: bots by plan, and what a search of it uses. */

import type { GamePlayers } from '../../../agents/bots/game-players.js';
import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import type { Position } from '../state.js';
import { evaluate, READING, readingFeatures, writeReading } from './evaluate.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { limits, plans, units } from './plans.js';
import { potential } from './potential.js';

const bots = botsByPlan({
  plans,
  planner: (weights) => new Planner(weights),
  reading: {
    size: 4 * READING,
    about: `how each seat stands: ${readingFeatures.join(', ')}`,
    write: writeReading,
  },
  features,
  variant: ({ tables }: Position) => (tables.airef ? 'airef' : 'rulebook'),
  units,
  limits,
});

export const players: GamePlayers = {
  bots,
  // By games won: bench/results/tournaments.md.
  panel: ['random', 'merchant', 'settler', 'fame', 'raider', 'warrior', 'mixed', 'stranger', 'tuned'],
  rollout: 'mixed',
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  // Measured: bench/results/doomspire-bots.md.
  rounds: 2,
  margin: 0.01,
  potential,
};
