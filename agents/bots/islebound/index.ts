/** The players of Islebound: bots by plan, and what a search of it uses. */
import type { Position } from '../../../env/games/islebound/state.js';
import type { GamePlayers } from '../game-players.js';
import { planBots } from '../plan-bot.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';
import { potential } from './potential.js';

const planned = planBots(plans, (weights) => {
  const planner = new Planner(weights);
  return (position: Position) => planner.choose(position);
});

export const players: GamePlayers = {
  ...planned,
  rollout: 'mixed',
  margin: 0.05,
  potential,
};
