/** Settings of afterstate learning, for any game: the values of positions, learned from nothing but the rules. */
import type { ConfigInput } from '../run/config.js';

/**
 * @param minutes of the whole run
 * @param against specs of agents in evaluations
 */
export const fromTheRules = (minutes: number, against: readonly string[]): ConfigInput => ({
  minutes,
  decisionsPerUpdate: 1024,
  network: { trunk: [96, 32] },
  returns: { winWeight: 0.5 },
  evaluation: { against: [...against], temperature: 0, every: 100, blocks: 20, reportBlocks: 50 },
  checkpointEvery: 100,
  phases: [{ algorithm: 'afterstate', decisions: 0, snapshots: { share: 0 } }],
});
