/** Settings of afterstate learning, for any game: the values of positions, learned from nothing but the rules. */
import type { ConfigInput } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { unadvised } from './unadvised.js';

/**
 * @param base the preset whose options and opponents in evaluations it has
 * @param own what is otherwise for the game
 */
export const fromTheRules = (base: ConfigInput, own: ConfigInput = {}): ConfigInput =>
  mergeConfig(
    {
      ...unadvised(base),
      minutes: 4,
      decisionsPerUpdate: 4096,
      network: { trunk: [96, 32] },
      returns: { winWeight: 0.5 },
      evaluation: { ...base.evaluation, lookahead: 0, temperature: 0, every: 25, blocks: 20, reportBlocks: 50 },
      checkpointEvery: 25,
      phases: [{ algorithm: 'afterstate', decisions: 0 }],
    },
    own,
  );
