/** Settings for training, measured by bench/acceptance.ts. */
import type { GamePresets } from '../../training/presets/game-presets.js';
import { oneThread, selfPlay, tanh64, unmeasured } from '../../training/presets/small.js';
import type { ConfigInput } from '../../training/run/config.js';

/**
 * The RL Zoo's settings for CartPole-v1 with a longer view (gamma 0.99 instead of 0.98, lambda 0.95 instead of 0.8),
 * rollouts of 64 instead of 32, smaller minibatches and a KL stop: with gamma 0.98 games reached the limit later, and fell
 * short of it again. Returns of up to 100 (discounted) want a small weight of the value loss where both heads share a
 * trunk.
 */
function cartpoleRun(decisions: number): ConfigInput {
  return {
    ...unmeasured,
    ...oneThread,
    games: 8,
    decisionsPerUpdate: 512,
    network: tanh64,
    gamma: 0.99,
    phases: [
      {
        ...selfPlay,
        decisions,
        learningRate: { from: 1e-3, to: 0 },
        entropy: 0,
        epochs: 10,
        minibatch: 64,
        targetKl: 0.03,
        lambda: 0.95,
        valueWeight: 0.001,
      },
    ],
    checkpointEvery: 50,
  };
}
export const presets = { quickstart: cartpoleRun(100_000), standard: cartpoleRun(300_000) } satisfies GamePresets;
