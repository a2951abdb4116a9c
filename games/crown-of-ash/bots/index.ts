/** The players of Crown of Ash: bots by plan, and what a search of it uses. */

import type { GamePlayers } from '../../../agents/bots/game-players.js';
import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import type { Position } from '../state.js';
import { evaluate } from './evaluate.js';
import { features } from './features.js';
import { Planner } from './planner.js';
import { limits, plans, units } from './plans.js';
import { potential } from './potential.js';

export const players: GamePlayers = {
  bots: botsByPlan({ plans, planner: (weights) => new Planner(weights), features, units, limits }),
  // By games won: bench/results/tournaments.md.
  panel: ['random', 'necromancer', 'builder', 'warlord', 'regent', 'tuned'],
  rollout: 'regent',
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  rounds: 2,
  margin: 0.05,
  potential,
};
