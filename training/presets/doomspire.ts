/**
 * Presets of Lords of Doomspire. Nothing much is hidden in this game, so entropy is low; imitating the strongest
 * scripted bot first saves most of the time; some games are always played against random players alone, because a policy
 * that only meets strong ones forgets (or never learns) how to finish off the others.
 */
import type { GamePresets } from './game-presets.js';
import { imitation, imitationForValues, ppo, quickPpo, quickstart, standard } from './imitate-first.js';

export const doomspire: GamePresets = {
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
  standard: {
    ...standard,
    minutes: 15,
    // The policy begins as strong as the bot; what its value head makes of that: bench/results/lookahead.md.
    advisor: 'scripted:mixed',
    // By places alone it learns to come second, and looking ahead compares chances to win.
    returns: { winWeight: 1 },
    evaluation: {
      against: ['random', 'scripted:mixed'],
      temperature: 0,
      lookahead: 8,
      every: 16,
      blocks: 12,
      reportBlocks: 10,
    },
    phases: [
      {
        ...imitationForValues,
        agent: 'scripted:mixed',
        minutes: 13.5,
        subsample: 0.05,
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.15 }],
      },
      {
        ...ppo,
        learningRate: { from: 1e-4, to: 3e-5 },
        entropy: 0.001,
        epochs: 2,
        opponents: [
          { agent: 'scripted:mixed', share: 0.15, allSeats: 0.3 },
          { agent: 'scripted:fame', share: 0.03 },
          { agent: 'random', share: 0.02, allSeats: 0.06 },
        ],
        snapshots: { share: 0.05, every: 12 },
      },
    ],
  },
};
