/** The players of Fuzzy Knights: bots by plan, and what a search of it uses. */

import type { GamePlayers } from '../../../agents/bots/game-players.js';
import { botsByPlan } from '../../../agents/bots/plan-bot.js';
import type { Position } from '../state.js';
import { evaluate } from './evaluate.js';
import { features } from './features.js';
import { planner } from './planner.js';
import { limits, plans, units } from './plans.js';
import { potential } from './potential.js';
import { STANDING, standingNames, writeStanding } from './standing.js';

const bots = botsByPlan({
  plans,
  planner,
  reading: {
    size: 4 * STANDING,
    about: `how each seat stands: ${standingNames.join(', ')}`,
    write: writeStanding,
  },
  features,
  units,
  limits,
});

export const players: GamePlayers = {
  bots,
  // By games won: bench/results/tournaments.md.
  panel: ['random', 'raider', 'mayor', 'captain', 'marshal', 'tuned'],
  rollout: 'marshal',
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  rounds: 2,
  margin: 0.05,
  potential,
};
