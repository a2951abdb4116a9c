/** Observations of random play: what a network's input is normalised by before it has played itself. */
import { randomAction } from '../../agents/random.js';
import { createRng } from '../../env/chance.js';
import { VectorEnv, type VectorEnvSettings } from '../../env/vector-env.js';
import type { Decisions } from './batch.js';

/**
 * Plays games of random actions, one after the other.
 * @param rows decisions
 * @returns what the seats saw that decided
 */
export function firstLook(
  settings: Omit<VectorEnvSettings, 'games'>,
  rows: number,
): Pick<Decisions, 'rows' | 'observation'> {
  const env = new VectorEnv({ ...settings, games: 1 });
  const rng = createRng(`${settings.seed}/actions`);
  const observation = new Float32Array(rows * env.observationSize);
  for (let row = 0; row < rows; row++) {
    observation.set(env.observation, row * env.observationSize);
    env.step([randomAction(env.mask, env.legal[0]!, rng)]);
    env.resetEnded();
  }
  return { rows, observation };
}
