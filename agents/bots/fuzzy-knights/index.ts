/** The players of Fuzzy Knights: bots by plan, and what a search of it uses. */
import type { Position } from '../../../env/games/fuzzy-knights/state.js';
import type { GamePlayers } from '../game-players.js';
import { planBots } from '../plan-bot.js';
import { evaluate } from './evaluate.js';
import { plans } from './plans.js';
import { potential } from './potential.js';
import { choose } from './scores.js';
import { STANDING, standingNames, writeStanding } from './standing.js';

const planned = planBots(plans, (weights) => (position: Position) => choose(position, weights), {
  size: 4 * STANDING,
  about: `how each seat stands: ${standingNames.join(', ')}`,
  write: writeStanding,
});

export const players: GamePlayers = {
  ...planned,
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  rounds: 2,
  margin: 0.05,
  potential,
};
