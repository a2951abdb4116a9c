/** Settings for training. */
import { fromTheRules } from '../../training/presets/afterstate.js';
import type { GamePresets } from '../../training/presets/game-presets.js';
import { tenBlocks } from '../../training/presets/gpu.js';

const against = ['random', 'scripted:tactical'];

/** What wins at equal minutes: against `tactical` 82 % after four, where PPO has 30 (bench/results/algorithms.md). */
export const presets = {
  quickstart: fromTheRules(2, against),
  standard: fromTheRules(10, against),
  ppo: {
    games: 128,
    decisionsPerUpdate: 8192,
    network: { trunk: [256, 256] },
    evaluation: { against, every: 20, blocks: 50, reportBlocks: 100 },
    phases: [
      {
        algorithm: 'ppo',
        decisions: 2_000_000,
        learningRate: { from: 7e-4, to: 0 },
        entropy: { from: 0.05, to: 0.01 },
        targetKl: 0.03,
        opponents: [{ agent: 'random', share: 0.03 }],
        snapshots: { share: 0.1 },
      },
    ],
  },
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
