/**
 * Presets for a game nobody has tuned anything for: what positions are worth, learned from the rules alone. It needs no bot,
 * and an hour of another algorithm to be as strong (docs/training.md). Where there is a bot whose weights can be trained,
 * `standard` begins with it.
 *
 * Whom a policy is measured against: random play, which is soon beaten in every game, and the bots that came with the game.
 */
import type { ConfigInput } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { fromTheRules } from './afterstate.js';
import { botFirst } from './bot-first.js';
import type { GamePresets } from './game-presets.js';

/**
 * @param rivals specs of the game's scripted bots
 * @param tunable one of them whose weights can be trained: `standard` begins with it
 */
export const generic = (rivals: readonly string[], tunable?: string): GamePresets => ({
  quickstart: fromTheRules(4, ['random', ...rivals]),
  standard:
    tunable === undefined
      ? fromTheRules(30, ['random', ...rivals])
      : mergeConfig(botFirst(tunable), { evaluation: { against: [...rivals] } }),
  ppo: policyGradient(rivals),
});

/** PPO with nobody to learn from. High entropy, since hidden information needs it (Rudolph et al. 2025, arXiv 2502.08938). */
const policyGradient = (rivals: readonly string[]): ConfigInput => ({
  games: 128,
  decisionsPerUpdate: 16_384,
  network: { trunk: [256, 256] },
  evaluation: { against: ['random', ...rivals], every: 20, blocks: 25, reportBlocks: 100 },
  checkpointEvery: 20,
  phases: [{ algorithm: 'ppo', decisions: 10_000_000, minibatch: 2048, opponents: [{ agent: 'random', share: 0.03 }] }],
});
