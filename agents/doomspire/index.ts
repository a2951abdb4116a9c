/** The players of Lords of Doomspire: bots by plan, and what a search of it uses. */
import type { Position } from '../../env/games/doomspire/state.js';
import { planBots } from '../plan-bot.js';
import type { GamePlayers } from '../scripted.js';
import { evaluate, evaluationFeatures, evaluationInputs, FEATURES } from './evaluate.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';

const standings = new Float64Array(4 * FEATURES);

const bots = planBots(
  plans,
  (weights) => {
    const planner = new Planner(weights);
    return (position: Position) => planner.choose(position);
  },
  {
    size: 4 * FEATURES,
    about: `how each seat stands: ${evaluationFeatures.join(', ')}`,
    write(position, seat, out, offset) {
      evaluationInputs(position, standings);
      for (let k = 0; k < 4; k++) {
        const from = ((seat + k) & 3) * FEATURES;
        for (let f = 0; f < FEATURES; f++) out[offset + k * FEATURES + f] = standings[from + f]!;
      }
    },
  },
);

export const doomspirePlayers: GamePlayers = {
  bots,
  rollout: 'mixed',
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  rounds: 2,
  margin: 0.05,
};
