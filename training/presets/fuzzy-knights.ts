/**
 * Presets of Fuzzy Knights, four players. Nothing is hidden, so entropy is low. Games are long for who plays badly and
 * nearly everything is lost by leaving a hero in the open once, so training begins with imitating the strongest scripted
 * bot; it fills all other seats of some games, since that is who the result is measured against.
 */
import type { GamePresets } from './game-presets.js';

const ppo = {
  learningRate: { from: 4e-4, to: 5e-5 },
  entropy: 0.004,
  epochs: 3,
  minibatch: 1024,
  targetKl: 0.03,
  valueOnlyUpdates: 2,
};

export const fuzzyKnights: GamePresets = {
  quickstart: {
    minutes: 4,
    games: 64,
    decisionsPerUpdate: 8192,
    network: { trunk: [128, 128] },
    returns: { winWeight: 0.3, cappedFactor: 0.3 },
    evaluation: { against: ['random', 'scripted:marshal'], every: 20, blocks: 8, reportBlocks: 8 },
    checkpointEvery: 10,
    phases: [
      {
        algorithm: 'imitation',
        agent: 'scripted:marshal',
        decisions: 1_500_000,
        minutes: 2,
        dagger: { from: 0, to: 0.5 },
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.1 }],
        epochs: 2,
        minibatch: 256,
      },
      {
        algorithm: 'ppo',
        decisions: 0,
        ...ppo,
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
    minutes: 20,
    games: 128,
    decisionsPerUpdate: 16_384,
    network: { trunk: [256, 256] },
    // The policy begins as strong as the bot; what looking ahead makes of it: bench/results/lookahead.md.
    advisor: 'scripted:marshal',
    // By places alone it learns to come second, and looking ahead compares chances to win.
    returns: { winWeight: 1, cappedFactor: 0.3 },
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
    checkpointEvery: 6,
    phases: [
      // Values want games, not positions: many games of the bot, few decisions of each, some beside its path.
      {
        algorithm: 'imitation',
        agent: 'scripted:marshal',
        decisions: 0,
        minutes: 18.5,
        dagger: 0,
        subsample: 0.04,
        // Games are noisy: what comes next says more of a position than who won in the end.
        lambda: 0.7,
        epsilon: 0.1,
        smoothing: 0.02,
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.05 }],
        learningRate: { from: 1e-3, to: 1e-4 },
        epochs: 2,
        minibatch: 512,
      },
      {
        algorithm: 'ppo',
        decisions: 0,
        ...ppo,
        learningRate: { from: 1e-4, to: 3e-5 },
        entropy: 0.001,
        epochs: 2,
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
