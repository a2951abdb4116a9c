/** Settings of evolution, for any game: the weights of a bot against that bot, or a network against itself. */
import type { ConfigInput, PhaseInput } from '../run/config.js';
import { unadvised } from './unadvised.js';

/** Training by evolution, for any length of time. */
const phase = {
  algorithm: 'evolution',
  decisions: 0,
  snapshots: { share: 0 },
} satisfies PhaseInput<'evolution'>;

/**
 * The weights of a bot, which plays in all other seats as it is.
 * @param agent its spec
 */
export const botEvolution = (agent: string): ConfigInput => ({
  minutes: 30,
  agent,
  network: { trunk: [] },
  // Winning counts; places tell more of a lost game than nothing.
  returns: { winWeight: 0.9, capped: 'half' },
  evaluation: { against: [agent], every: 10, blocks: 50, reportBlocks: 250 },
  checkpointEvery: 10,
  phases: [{ ...phase, opponents: [{ agent, share: 0, allSeats: 1 }] }],
});

/** A network against itself. @param base the preset whose network, returns and evaluation it has */
export const networkEvolution = (base: ConfigInput): ConfigInput => ({
  ...unadvised(base),
  minutes: 30,
  checkpointEvery: 10,
  // Networks ask for larger changes than bots: one weight of many does little.
  phases: [{ ...phase, gamesEach: 64, noise: 1, learningRate: { from: 0.1, to: 0.02 } }],
});
