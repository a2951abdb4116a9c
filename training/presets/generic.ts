/**
 * Presets for a game nobody has tuned anything for. High entropy, since hidden information needs it (Rudolph et al.
 * 2025, arXiv 2502.08938: 0.05-0.2 in every game they tried) and others lose little by it at this budget.
 *
 * Whom a policy is measured against: random play, which is soon beaten in every game, and the bots that came with the game.
 */
import type { ConfigInput } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { botFirst } from './bot-first.js';
import type { GamePresets } from './game-presets.js';

/**
 * @param rivals specs of the game's scripted bots
 * @param tunable one of them whose weights can be trained: `standard` begins with it
 */
export const generic = (rivals: readonly string[], tunable?: string): GamePresets => ({
  quickstart: {
    network: { trunk: [128, 128] },
    decisionsPerUpdate: 8192,
    evaluation: { against: ['random', ...rivals], every: 10, blocks: 20, reportBlocks: 50 },
    phases: [{ algorithm: 'ppo', decisions: 400_000 }],
  },
  standard:
    tunable === undefined
      ? fromNothing(rivals)
      : mergeConfig(botFirst(tunable), { evaluation: { against: [...rivals] } }),
});

/** Nobody to learn from. */
const fromNothing = (rivals: readonly string[]): ConfigInput => ({
  games: 128,
  decisionsPerUpdate: 16_384,
  network: { trunk: [256, 256] },
  evaluation: { against: ['random', ...rivals], every: 20, blocks: 25, reportBlocks: 100 },
  checkpointEvery: 20,
  phases: [{ algorithm: 'ppo', decisions: 10_000_000, minibatch: 2048, opponents: [{ agent: 'random', share: 0.03 }] }],
});
