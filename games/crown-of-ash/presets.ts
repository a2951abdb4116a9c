/**
 * Presets of Crown of Ash. Cards and fighters lie face down when it counts, so entropy stays higher than in open games.
 * The quickstart imitates the strongest bot written by hand; `standard` trains its weights, then a network on top. The
 * presets are for four seats; with `--options players=1,ai=hard` they train against the AI deck instead.
 */

import { botFirst } from '../../training/presets/bot-first.js';
import type { GamePresets } from '../../training/presets/game-presets.js';
import { imitation, quickPpo, quickstart } from '../../training/presets/imitate-first.js';
import { mergeConfig } from '../../training/run/merge-config.js';

const entropy = { from: 0.03, to: 0.01 };

const rivals = {
  'scripted:regent': 0.65,
  'scripted:builder': 0.08,
  'scripted:warlord': 0.08,
  'scripted:necromancer': 0.06,
};

export const presets = {
  quickstart: {
    ...quickstart,
    evaluation: { against: ['random', 'scripted:regent'], every: 25, blocks: 20, reportBlocks: 25 },
    phases: [
      {
        ...imitation,
        agent: 'scripted:regent',
        decisions: 2_000_000,
        minutes: 1.5,
      },
      {
        ...quickPpo,
        entropy,
        shaping: { from: 0.5, to: 0 },
        opponents: [
          { agent: 'scripted:regent', share: 0.1, allSeats: 0.1 },
          { agent: 'random', share: 0.03 },
        ],
        snapshots: { share: 0.05 },
      },
    ],
  },
  standard: mergeConfig(botFirst('scripted:regent', rivals, { bot: 20, network: 37 }), {
    evaluation: { against: ['scripted:warlord', 'scripted:regent'] },
    phases: [{ algorithm: 'imitation' }, { algorithm: 'ppo', entropy: { from: 0.02, to: 0.005 } }],
  }),
} satisfies GamePresets;
