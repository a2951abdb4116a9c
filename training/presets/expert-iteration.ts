/** Settings of expert iteration, for any game: a network that learns from a search which it guides. */
import type { ConfigInput } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { unadvised } from './unadvised.js';

/**
 * @param base the preset whose network, returns and evaluation it has; no bot advises it, and it looks ahead by its own search
 * @param own what is otherwise for the game
 */
export const searchTeaches = (base: ConfigInput, own: ConfigInput = {}): ConfigInput =>
  mergeConfig(
    {
      ...unadvised(base),
      minutes: 30,
      ...(base.evaluation && { evaluation: { ...base.evaluation, lookahead: 0, every: 20 } }),
      checkpointEvery: 20,
      phases: [{ algorithm: 'expert-iteration', decisions: 0 }],
    },
    own,
  );
