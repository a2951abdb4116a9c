/**
 * Presets of Fuzzy Knights, four players. Nothing is hidden, so entropy is low. Weak play makes long games, and leaving
 * a hero in the open once loses nearly everything, so the quickstart begins by imitating the strongest bot written by
 * hand. That bot fills all other seats of some games, since the result is measured against it. `standard` trains the
 * weights of that bot, then a network on top.
 */

import { botFirst } from '../../training/presets/bot-first.js';
import type { GamePresets } from '../../training/presets/game-presets.js';
import { imitation, ppo, quickstart } from '../../training/presets/imitate-first.js';
import { mergeConfig } from '../../training/run/merge-config.js';

const rivals = {
  'scripted:marshal': 0.65,
  'scripted:captain': 0.08,
  'scripted:raider': 0.06,
  'scripted:mayor': 0.06,
};

export const presets = {
  quickstart: {
    ...quickstart,
    decisionsPerUpdate: 8192,
    returns: { winWeight: 0.3 },
    evaluation: { against: ['random', 'scripted:marshal'], every: 20, blocks: 8, reportBlocks: 8 },
    phases: [
      {
        ...imitation,
        agent: 'scripted:marshal',
        decisions: 1_500_000,
        minutes: 2,
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.1 }],
      },
      {
        ...ppo,
        entropy: 0.004,
        minibatch: 512,
        shaping: { from: 0.5, to: 0 },
        opponents: [
          { agent: 'scripted:marshal', share: 0.1, allSeats: 0.1 },
          { agent: 'random', share: 0.03, allSeats: 0.1 },
        ],
        snapshots: { share: 0.05 },
      },
    ],
  },
  standard: mergeConfig(botFirst('scripted:marshal', rivals, { bot: 25, network: 32 }), {
    evaluation: { blocks: 25, reportBlocks: 100 },
  }),
} satisfies GamePresets;
