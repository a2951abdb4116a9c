/** The players of Lords of Doomspire: bots by plan, and what a search of it uses. */
import type { Position } from '../../env/games/doomspire/state.js';
import { planBots } from '../plan-bot.js';
import type { GamePlayers } from '../scripted.js';
import { evaluate } from './evaluate.js';
import { Planner } from './planner.js';
import { plans } from './plans.js';
import { STANDING, standingFeatures, writeStandings } from './standing.js';

const standings = new Float32Array(4 * STANDING);

const bots = planBots(
  plans,
  (weights) => {
    const planner = new Planner(weights);
    return (position: Position) => planner.choose(position);
  },
  {
    size: 4 * STANDING,
    about: `how each seat stands: ${standingFeatures.join(', ')}`,
    write(position, seat, out, offset) {
      writeStandings(position, standings);
      for (let k = 0; k < 4; k++) {
        const from = ((seat + k) & 3) * STANDING;
        out.set(standings.subarray(from, from + STANDING), offset + k * STANDING);
      }
    },
  },
);

export const doomspirePlayers: GamePlayers = {
  bots,
  rollout: 'mixed',
  evaluate: (state, out) => evaluate(state as unknown as Position, out),
  // Measured: bench/results/doomspire-bots.md.
  rounds: 2,
  farther: 200,
  margin: 0.01,
};
