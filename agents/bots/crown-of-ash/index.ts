/** The players of Crown of Ash: bots by plan, and what a search of it uses. */
import type { Position } from '../../../env/games/crown-of-ash/state.js';
import type { GamePlayers } from '../game-players.js';
import { botsByPlan } from '../plan-bot.js';
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
