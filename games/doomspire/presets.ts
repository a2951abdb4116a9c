/**
 * Presets of Lords of Doomspire. Nothing much is hidden in this game, so entropy is low. The quickstart imitates the
 * strongest scripted bot first, which saves most of the time, and always plays some games against random players alone,
 * because a policy that only meets strong ones forgets (or never learns) how to finish off the others. The longer ones
 * train that bot's own weights, then a network on top of it.
 */

import { botFirst } from '../../training/presets/bot-first.js';
import type { GamePresets } from '../../training/presets/game-presets.js';
import { imitation, quickPpo, quickstart } from '../../training/presets/imitate-first.js';
import { mergeConfig } from '../../training/run/merge-config.js';

/** Most of all the bot that results are measured against; some of other kinds, so that the result beats those too. */
const rivals = {
  'scripted:mixed': 0.6,
  'scripted:warrior': 0.08,
  'scripted:fame': 0.06,
  'scripted:raider': 0.06,
  'scripted:merchant': 0.05,
};

export const presets = {
  quickstart: {
    ...quickstart,
    returns: { winWeight: 0.3 },
    evaluation: { against: ['random', 'scripted:mixed'], every: 25, blocks: 8, reportBlocks: 8 },
    phases: [
      {
        ...imitation,
        agent: 'scripted:mixed',
        decisions: 3_000_000,
        minutes: 2,
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.3 }],
      },
      {
        ...quickPpo,
        entropy: 0.003,
        shaping: { from: 0.6, to: 0 },
        opponents: [
          { agent: 'scripted:mixed', share: 0.1, allSeats: 0.05 },
          { agent: 'random', share: 0.05, allSeats: 0.3 },
        ],
        snapshots: { share: 0.05 },
      },
    ],
  },
  standard: mergeConfig(botFirst('scripted:mixed', rivals, { bot: 25, network: 32 }), {
    evaluation: { against: ['random', 'scripted:mixed'] },
  }),
  overnight: mergeConfig(botFirst('scripted:mixed', rivals, { bot: 75, network: 400 }), {
    evaluation: { against: ['random', 'scripted:mixed'], every: 40, reportBlocks: 300 },
    // A long way at the rate of the short one changes more than the policy is worth.
    phases: [{ algorithm: 'imitation' }, { algorithm: 'ppo', learningRate: { from: 4e-4, to: 2e-5 } }],
  }),
} satisfies GamePresets;
