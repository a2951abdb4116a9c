/**
 * Presets of Islebound. One seat, so there are no opponents to draw: the rival is part of the game, and every measure is
 * the share of games won against it (the agent named in `evaluation.against` finds no seat). Little is hidden but the
 * next card and die, so entropy is low; imitating the strongest scripted bot first saves most of the time.
 */
import type { GamePresets } from './game-presets.js';

const ppo = {
  learningRate: { from: 4e-4, to: 5e-5 },
  entropy: { from: 0.02, to: 0.005 },
  epochs: 3,
  minibatch: 2048,
  targetKl: 0.03,
  valueOnlyUpdates: 2,
};

export const islebound: GamePresets = {
  quickstart: {
    minutes: 4,
    games: 64,
    decisionsPerUpdate: 16_384,
    network: { trunk: [128, 128] },
    evaluation: { against: ['random'], every: 20, blocks: 100, reportBlocks: 200 },
    checkpointEvery: 10,
    phases: [
      {
        algorithm: 'imitation',
        agent: 'scripted:mixed',
        decisions: 1_500_000,
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
        snapshots: { share: 0 },
      },
    ],
  },
  standard: {
    minutes: 57,
    games: 128,
    decisionsPerUpdate: 32_768,
    network: { trunk: [256, 256] },
    // The policy begins as strong as the bot and learns where to leave it (docs/training.md, advice).
    advisor: 'scripted:mixed',
    evaluation: { against: ['random'], temperature: 0, every: 20, blocks: 200, reportBlocks: 500 },
    checkpointEvery: 6,
    phases: [
      {
        algorithm: 'imitation',
        agent: 'scripted:mixed',
        decisions: 1_000_000,
        minutes: 0.7,
        dagger: { from: 0, to: 0.5 },
        smoothing: 0.05,
        epochs: 2,
        minibatch: 512,
      },
      {
        algorithm: 'ppo',
        decisions: 0,
        ...ppo,
        shaping: { from: 0.5, to: 0, until: 0.4 },
        snapshots: { share: 0 },
      },
    ],
  },
};
