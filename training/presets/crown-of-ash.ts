/**
 * Presets of Crown of Ash. Cards and fighters lie face down when it counts, so entropy stays higher than in open games;
 * imitating the strongest scripted bot first saves most of the time. The presets are for four seats; with
 * `--options players=1,ai=hard` they train against the AI deck instead.
 */
import type { GamePresets } from './game-presets.js';

const ppo = {
  learningRate: { from: 4e-4, to: 5e-5 },
  entropy: { from: 0.03, to: 0.01 },
  epochs: 3,
  minibatch: 2048,
  targetKl: 0.03,
  valueOnlyUpdates: 2,
};

export const crownOfAsh: GamePresets = {
  quickstart: {
    minutes: 4,
    games: 64,
    decisionsPerUpdate: 16_384,
    network: { trunk: [128, 128] },
    evaluation: { against: ['random', 'scripted:regent'], every: 25, blocks: 20, reportBlocks: 25 },
    checkpointEvery: 10,
    phases: [
      {
        algorithm: 'imitation',
        agent: 'scripted:regent',
        decisions: 2_000_000,
        minutes: 1.5,
        dagger: { from: 0, to: 0.5 },
        epochs: 2,
        minibatch: 256,
      },
      {
        algorithm: 'ppo',
        decisions: 0,
        ...ppo,
        learningRate: { from: 5e-4, to: 1e-4 },
        minibatch: 1024,
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
    minutes: 57,
    games: 128,
    decisionsPerUpdate: 32_768,
    network: { trunk: [256, 256] },
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
    checkpointEvery: 6,
    phases: [
      {
        algorithm: 'imitation',
        agent: 'scripted:regent',
        decisions: 2_000_000,
        minutes: 1.5,
        dagger: { from: 0, to: 0.5 },
        smoothing: 0.05,
        opponents: [{ agent: 'random', share: 0.02 }],
        epochs: 2,
        minibatch: 512,
      },
      {
        algorithm: 'ppo',
        decisions: 0,
        ...ppo,
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
