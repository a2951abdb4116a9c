/** Settings of afterstate learning, for any game: the values of positions, learned from nothing but the rules. */
import type { ConfigInput } from '../run/config.js';

/**
 * A few games against weak play bring positions that games among equals never come to; without them a policy may not
 * know how to win against a beginner (bench/results/afterstate.md, users' games).
 */
const strangers = { agent: 'random', share: 0, allSeats: 0.05 };

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
  phases: [{ algorithm: 'afterstate', decisions: 0, snapshots: { share: 0 }, opponents: [strangers] }],
});
