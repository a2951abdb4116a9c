/**
 * Presets of Lords of Doomspire. Nothing much is hidden in this game, so entropy is low; imitating the strongest
 * scripted bot first saves most of the time; some games are always played against random players alone, because a policy
 * that only meets strong ones forgets (or never learns) how to finish off the others.
 */
import type { GamePresets } from './game-presets.js';

const ppo = {
  learningRate: { from: 4e-4, to: 5e-5 },
  entropy: 0.003,
  epochs: 3,
  minibatch: 2048,
  targetKl: 0.03,
  valueOnlyUpdates: 2,
};

export const doomspire: GamePresets = {
  quickstart: {
    minutes: 4,
    games: 64,
    decisionsPerUpdate: 16_384,
    network: { trunk: [128, 128] },
    returns: { winWeight: 0.3, cappedFactor: 0.3 },
    evaluation: { against: ['random', 'scripted:mixed'], every: 25, blocks: 8, reportBlocks: 8 },
    checkpointEvery: 10,
    phases: [
      {
        algorithm: 'imitation',
        agent: 'scripted:mixed',
        decisions: 3_000_000,
        minutes: 2,
        dagger: { from: 0, to: 0.5 },
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.3 }],
        epochs: 2,
        minibatch: 256,
      },
      {
        algorithm: 'ppo',
        decisions: 0,
        ...ppo,
        learningRate: { from: 5e-4, to: 1e-4 },
        minibatch: 1024,
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
    minutes: 15,
    games: 128,
    decisionsPerUpdate: 32_768,
    network: { trunk: [256, 256] },
    // The policy begins as strong as the bot; what its value head makes of that: bench/results/lookahead.md.
    advisor: 'scripted:mixed',
    // By places alone it learns to come second, and looking ahead compares chances to win.
    returns: { winWeight: 1, cappedFactor: 0.3 },
    evaluation: {
      against: ['random', 'scripted:mixed'],
      temperature: 0,
      lookahead: 8,
      every: 16,
      blocks: 12,
      reportBlocks: 10,
    },
    checkpointEvery: 6,
    phases: [
      // Values want games, not positions: tens of thousands of the bot, few decisions of each, some beside its path.
      {
        algorithm: 'imitation',
        agent: 'scripted:mixed',
        decisions: 0,
        minutes: 13.5,
        dagger: 0,
        subsample: 0.05,
        // Games are noisy: what comes next says more of a position than who won in the end.
        lambda: 0.7,
        epsilon: 0.1,
        smoothing: 0.02,
        opponents: [{ agent: 'random', share: 0.05, allSeats: 0.15 }],
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
          { agent: 'scripted:mixed', share: 0.15, allSeats: 0.3 },
          { agent: 'scripted:fame', share: 0.03 },
          { agent: 'random', share: 0.02, allSeats: 0.06 },
        ],
        snapshots: { share: 0.05, every: 12 },
      },
    ],
  },
};
