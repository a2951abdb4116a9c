/** The players of Islebound: bots by plan, and what a search of it uses. */
import type { GamePlayers } from '../../../agents/bots/game-players.js';
import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { limits, plans, units } from './plans.js';
import { potential } from './potential.js';

export const players: GamePlayers = {
  bots: botsByPlan({ plans, planner: (weights) => new Planner(weights), features, units, limits }),
  // By games won: bench/results/tournaments.md.
  panel: ['random', 'builder', 'trader', 'raider', 'diplomat', 'mixed', 'tuned'],
  rollout: 'mixed',
  margin: 0.05,
  potential,
};
