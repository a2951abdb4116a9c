/** A run from elsewhere may name agents that are programs: they are not started because its files say so. */
import { mayBeStored } from '../../agents/spec/load.js';
import { refuseUnlessOwn } from '../../checkpoints/own-runs.js';
import { agentsOf, type Config } from './config.js';

/**
 * Refuses a config that names code of others, unless this user made or trusts the folder that it lies in.
 * @throws UserError that says how to go on
 */
export function refuseForeignCode(folder: string, config: Config): void {
  const { advisor, agent, evaluation } = config;
  const named = [...agentsOf(config), advisor, agent, ...evaluation.against];
  const foreign = named.find((spec) => spec !== null && runsCode(spec));
  if (foreign) refuseUnlessOwn(folder, `the agent ${foreign}`);
}

/** A spec that is not understood runs nothing. */
function runsCode(spec: string): boolean {
  try {
    return !mayBeStored(spec);
  } catch {
    return false;
  }
}
