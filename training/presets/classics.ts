/**
 * Presets of the small games with known answers. Their results are measured by bench/acceptance.ts.
 *
 * The poker games need a high entropy that stays (0.2): without it the last policy is far from an equilibrium. They are
 * learned from self-play alone and judged by `tabletop exact`; how often a policy beats random players says little of
 * that, so no checkpoint is picked by it. The games of one seat have nobody to be measured against.
 */
import type { ConfigInput, PhaseInput } from '../run/config.js';
import type { GamePresets } from './game-presets.js';

const tanh64: ConfigInput['network'] = { trunk: [64, 64], activation: 'tanh' };

/** The last policy is the one that is kept. */
const unmeasured: ConfigInput = { evaluation: { every: 0, reportBlocks: 0 } };

/** PPO with the current policy in all seats. */
const selfPlay = { algorithm: 'ppo', snapshots: { share: 0 } } as const;

/** Small networks: threads would wait for each other longer than they work. */
const oneThread: ConfigInput = { workers: 0, learnerThreads: 1 };

function poker(decisions: number, valueWeight: number): ConfigInput {
  return {
    ...unmeasured,
    ...oneThread,
    games: 64,
    decisionsPerUpdate: 1024,
    network: tanh64,
    phases: [
      {
        ...selfPlay,
        decisions,
        learningRate: { from: 1e-3, to: 0 },
        entropy: 0.2,
        minibatch: 256,
        targetKl: 1,
        // Rewards are chips: the weight of the value loss makes up for their size.
        valueWeight,
      },
    ],
    checkpointEvery: 50,
  };
}

export const kuhn: GamePresets = { quickstart: poker(120_000, 0.25), standard: poker(500_000, 0.25) };
export const leduc: GamePresets = { quickstart: poker(300_000, 0.01), standard: poker(1_000_000, 0.01) };

function ticTacToeRun(ppo: Partial<PhaseInput<'ppo'>>, evaluation: ConfigInput['evaluation']): ConfigInput {
  return {
    ...oneThread,
    games: 64,
    decisionsPerUpdate: 4096,
    network: { trunk: [128, 128] },
    evaluation: { against: ['random', 'scripted:perfect'], reportBlocks: 100, ...evaluation },
    phases: [
      {
        algorithm: 'ppo',
        learningRate: { from: 1e-3, to: 0 },
        minibatch: 512,
        targetKl: 0.05,
        snapshots: { share: 0.1 },
        ...ppo,
      },
    ],
  };
}
export const ticTacToe: GamePresets = {
  quickstart: ticTacToeRun(
    { decisions: 400_000, entropy: { from: 0.1, to: 0.01 }, opponents: [{ agent: 'random', share: 0.15 }] },
    { every: 10, blocks: 50 },
  ),
  // Is to answer every move, the strange ones too. So all moves stay possible to the end; random players, who let traps
  // pass that a better one would spring, leave half-way; and the last policy is kept: nobody wins against
  // `scripted:perfect`, so the best of several would be the one that beats random players most often.
  standard: ticTacToeRun(
    {
      decisions: 2_500_000,
      entropy: { from: 0.15, to: 0.05 },
      opponents: [{ agent: 'random', share: { from: 0.15, to: 0, until: 0.5 } }],
    },
    { every: 0 },
  ),
};

function connectFourRun(decisions: number, trunk: number[]): ConfigInput {
  return {
    games: 128,
    decisionsPerUpdate: 8192,
    network: { trunk },
    evaluation: { against: ['random', 'scripted:tactical'], every: 20, blocks: 50, reportBlocks: 100 },
    phases: [
      {
        algorithm: 'ppo',
        decisions,
        learningRate: { from: 7e-4, to: 0 },
        entropy: { from: 0.05, to: 0.01 },
        targetKl: 0.03,
        opponents: [{ agent: 'random', share: 0.03 }],
        snapshots: { share: 0.1 },
      },
    ],
  };
}
export const connectFour: GamePresets = {
  quickstart: connectFourRun(400_000, [128, 128]),
  standard: connectFourRun(2_000_000, [256, 256]),
  // A larger network, and searches of few simulations of which all are learned from, several times each: from these
  // settings come the numbers of bench/results/expert-iteration.md. Up to 24 of the 42 discs are dropped at random: it is
  // to answer positions that good play never leads to as well. The last policy is kept: random players and `tactical`
  // cannot tell the later ones apart.
  'expert-iteration': {
    network: { trunk: [512, 512, 512] },
    evaluation: { every: 0 },
    checkpointEvery: 50,
    phases: [
      {
        algorithm: 'expert-iteration',
        shards: 2,
        games: 128,
        simulations: 32,
        learned: 1,
        considered: 7,
        opening: 24,
        window: { from: 4, to: 60 },
        reuse: 8,
        minibatch: 512,
      },
    ],
  },
};

/**
 * The RL Zoo's settings for CartPole-v1 with a longer view (gamma 0.99 instead of 0.98, lambda 0.95 instead of 0.8),
 * rollouts of 64 instead of 32, smaller minibatches and a KL stop: with gamma 0.98 games reached the limit later, and fell
 * short of it again. Returns of up to 100 (discounted) want a small weight of the value loss where both heads share a
 * trunk.
 */
function cartpoleRun(decisions: number): ConfigInput {
  return {
    ...unmeasured,
    ...oneThread,
    games: 8,
    decisionsPerUpdate: 512,
    network: tanh64,
    gamma: 0.99,
    phases: [
      {
        ...selfPlay,
        decisions,
        learningRate: { from: 1e-3, to: 0 },
        entropy: 0,
        epochs: 10,
        minibatch: 64,
        targetKl: 0.03,
        lambda: 0.95,
        valueWeight: 0.001,
      },
    ],
    checkpointEvery: 50,
  };
}
export const cartpole: GamePresets = { quickstart: cartpoleRun(100_000), standard: cartpoleRun(300_000) };

/** So few decisions are to be made the most of: one wide layer, large steps, many passes. */
function invalidActionsRun(decisions: number): ConfigInput {
  return {
    ...unmeasured,
    ...oneThread,
    games: 8,
    decisionsPerUpdate: 256,
    network: { trunk: [128], activation: 'tanh' },
    gamma: 0.1,
    phases: [
      { ...selfPlay, decisions, learningRate: 5e-3, entropy: 0, epochs: 8, minibatch: 16, clip: 0.4, targetKl: 1 },
    ],
    checkpointEvery: 100,
  };
}
export const invalidActions: GamePresets = {
  quickstart: invalidActionsRun(2048),
  standard: invalidActionsRun(20_000),
};
