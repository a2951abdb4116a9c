/** The players of Crown of Ash: bots by plan, and what a search of it uses. */
import type { Position } from '../../../env/games/crown-of-ash/state.js';
import type { GamePlayers } from '../game-players.js';
import { planBots } from '../plan-bot.js';
import { evaluate } from './evaluate.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';
import { potential } from './potential.js';

const planned = planBots(plans, (weights) => {
  const planner = new Planner(weights);
  return (position: Position) => planner.choose(position);
});

export const players: GamePlayers = {
  ...planned,
  rollout: 'regent',
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  rounds: 2,
  margin: 0.05,
  potential,
};
