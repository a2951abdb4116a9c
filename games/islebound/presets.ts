/**
 * Presets of Islebound. One seat, so there are no opponents to draw: the rival is part of the game, and every measure is
 * the share of games won against it (the agent named in `evaluation.against` finds no seat). Little is hidden but the
 * next card and die, so entropy is low. The quickstart imitates the strongest bot written by hand; `standard` trains its
 * weights, then a network on top.
 */

import { botFirst } from '../../training/presets/bot-first.js';
import type { GamePresets } from '../../training/presets/game-presets.js';
import { imitation, quickPpo, quickstart } from '../../training/presets/imitate-first.js';
import { mergeConfig } from '../../training/run/merge-config.js';

const entropy = { from: 0.02, to: 0.005 };

export const presets = {
  quickstart: {
    ...quickstart,
    evaluation: { against: ['random'], every: 20, blocks: 100, reportBlocks: 200 },
    phases: [
      {
        ...imitation,
        agent: 'scripted:mixed',
        decisions: 1_500_000,
        minutes: 1.5,
      },
      {
        ...quickPpo,
        entropy,
        shaping: { from: 0.5, to: 0 },
        snapshots: { share: 0 },
      },
    ],
  },
  standard: mergeConfig(botFirst('scripted:mixed', {}, { bot: 12, network: 45 }), {
    evaluation: { against: ['random'], every: 20, blocks: 200, reportBlocks: 500 },
    phases: [
      { algorithm: 'imitation' },
      { algorithm: 'ppo', entropy: { from: 0.01, to: 0.002 }, snapshots: { share: 0 } },
    ],
  }),
} satisfies GamePresets;
