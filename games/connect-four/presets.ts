/** Settings for training, measured by bench/acceptance.ts. */
import type { GamePresets } from '../../training/presets/game-presets.js';
import { tenBlocks } from '../../training/presets/gpu.js';
import type { ConfigInput } from '../../training/run/config.js';

function connectFourRun(decisions: number, trunk: number[]): ConfigInput {
  return {
    games: 128,
    decisionsPerUpdate: 8192,
    network: { trunk },
    evaluation: { against: ['random', 'scripted:tactical'], every: 20, blocks: 50, reportBlocks: 100 },
    phases: [
      {
        algorithm: 'ppo',
        decisions,
        learningRate: { from: 7e-4, to: 0 },
        entropy: { from: 0.05, to: 0.01 },
        targetKl: 0.03,
        opponents: [{ agent: 'random', share: 0.03 }],
        snapshots: { share: 0.1 },
      },
    ],
  };
}
export const presets = {
  quickstart: connectFourRun(400_000, [128, 128]),
  standard: connectFourRun(2_000_000, [256, 256]),
  // A larger network, and searches of few simulations that are all learned from, several times each. The numbers in
  // bench/results/expert-iteration.md come from these settings. Up to 24 of the 42 discs are dropped at random, so that
  // the network also learns positions that good play never reaches. The last policy is kept, because results against
  // random players and `tactical` do not distinguish the later ones.
  'expert-iteration': {
    network: { trunk: [512, 512, 512] },
    evaluation: { every: 0 },
    checkpointEvery: 50,
    phases: [
      {
        algorithm: 'expert-iteration',
        shards: 2,
        games: 128,
        simulations: 32,
        learned: 1,
        considered: 7,
        opening: 24,
        window: { from: 4, to: 60 },
        reuse: 8,
        minibatch: 512,
      },
    ],
  },
  gpu: { network: tenBlocks(['all']) },
} satisfies GamePresets;
