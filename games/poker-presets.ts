/**
 * Settings for training the poker games. They need a high entropy that stays (0.2): without it the last policy is far from an
 * equilibrium. They are learned from self-play alone and judged by `tabletop exploit`; a win rate against random players says
 * little about that, so no checkpoint is picked by it. Measured by bench/acceptance.ts.
 */

import { oneThread, selfPlay, tanh64, unmeasured } from '../training/presets/small.js';
import type { ConfigInput } from '../training/run/config.js';

export function poker(decisions: number, valueWeight: number): ConfigInput {
  return {
    ...unmeasured,
    ...oneThread,
    games: 64,
    decisionsPerUpdate: 1024,
    network: tanh64,
    phases: [
      {
        ...selfPlay,
        decisions,
        learningRate: { from: 1e-3, to: 0 },
        entropy: 0.2,
        minibatch: 256,
        targetKl: 1,
        // Rewards are chips: the weight of the value loss makes up for their size.
        valueWeight,
      },
    ],
    checkpointEvery: 50,
  };
}
