/**
 * Presets of Crown of Ash. Cards and fighters lie face down when it counts, so entropy stays higher than in open games;
 * imitating the strongest scripted bot first saves most of the time. The presets are for four seats; with
 * `--options players=1,ai=hard` they train against the AI deck instead.
 */
import type { GamePresets } from './game-presets.js';
import { imitation, ppo, quickPpo, quickstart, standard } from './imitate-first.js';

const entropy = { from: 0.03, to: 0.01 };

export const crownOfAsh: GamePresets = {
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
  standard: {
    ...standard,
    minutes: 57,
    // The policy begins as strong as the bot and learns where to leave it (docs/training.md, advice).
    advisor: 'scripted:regent',
    returns: { winWeight: 0.5 },
    evaluation: {
      against: ['scripted:warlord', 'scripted:regent'],
      temperature: 0,
      every: 24,
      blocks: 40,
      reportBlocks: 100,
    },
    phases: [
      {
        ...imitation,
        agent: 'scripted:regent',
        decisions: 2_000_000,
        minutes: 1.5,
        smoothing: 0.05,
        opponents: [{ agent: 'random', share: 0.02 }],
        minibatch: 512,
      },
      {
        ...ppo,
        entropy,
        shaping: { from: 0.5, to: 0, until: 0.4 },
        opponents: [
          { agent: 'scripted:regent', share: 0.1, allSeats: 0.2 },
          { agent: 'scripted:warlord', share: 0.04, allSeats: 0.05 },
          { agent: 'scripted:builder', share: 0.02 },
          { agent: 'random', share: 0.01 },
        ],
        snapshots: { share: 0.08, every: 12 },
      },
    ],
  },
};
