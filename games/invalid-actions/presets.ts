/** Settings for training, measured by bench/acceptance.ts. */
import type { GamePresets } from '../../training/presets/game-presets.js';
import { oneThread, selfPlay, unmeasured } from '../../training/presets/small.js';
import type { ConfigInput } from '../../training/run/config.js';

/** Few decisions must suffice: one wide layer, large steps, many passes. */
function invalidActionsRun(decisions: number): ConfigInput {
  return {
    ...unmeasured,
    ...oneThread,
    games: 8,
    decisionsPerUpdate: 256,
    network: { trunk: [128], activation: 'tanh' },
    gamma: 0.1,
    phases: [
      { ...selfPlay, decisions, learningRate: 5e-3, entropy: 0, epochs: 8, minibatch: 16, clip: 0.4, targetKl: 1 },
    ],
    checkpointEvery: 100,
  };
}
export const presets = {
  quickstart: invalidActionsRun(2048),
  standard: invalidActionsRun(20_000),
} satisfies GamePresets;
