/**
 * Presets of Fuzzy Knights, four players. Nothing is hidden, so entropy is low. Games are long for who plays badly and
 * nearly everything is lost by leaving a hero in the open once, so training begins with imitating the strongest scripted
 * bot; it fills all other seats of some games, since that is who the result is measured against.
 */
import type { GamePresets } from './game-presets.js';
import { imitation, imitationForValues, ppo, quickstart, standard } from './imitate-first.js';

export const fuzzyKnights: GamePresets = {
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
  standard: {
    ...standard,
    minutes: 20,
    decisionsPerUpdate: 16_384,
    // The policy begins as strong as the bot; what looking ahead makes of it: bench/results/lookahead.md.
    advisor: 'scripted:marshal',
    // By places alone it learns to come second, and looking ahead compares chances to win.
    returns: { winWeight: 1 },
    evaluation: {
      against: ['scripted:marshal'],
      temperature: 0,
      // A game takes two cores six seconds so, fourteen with two rounds.
      lookahead: 4,
      rounds: 1,
      every: 100,
      blocks: 4,
      reportBlocks: 6,
    },
    phases: [
      {
        ...imitationForValues,
        agent: 'scripted:marshal',
        minutes: 18.5,
        subsample: 0.04,
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.05 }],
      },
      {
        ...ppo,
        learningRate: { from: 1e-4, to: 3e-5 },
        entropy: 0.001,
        epochs: 2,
        minibatch: 1024,
        opponents: [
          { agent: 'scripted:marshal', share: 0.15, allSeats: 0.25 },
          { agent: 'scripted:captain', share: 0.05 },
          { agent: 'scripted:raider', share: 0.03 },
          { agent: 'random', share: 0.02, allSeats: 0.04 },
        ],
        snapshots: { share: 0.08, every: 12 },
      },
    ],
  },
};
