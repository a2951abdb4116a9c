/**
 * What the quickstarts of the larger games share: imitating the strongest scripted bot first saves most of the time, then
 * PPO learns where to leave it. A preset lays its own settings over these.
 */
import type { ConfigInput, PhaseInput } from '../run/config.js';

/** A quickstart of four minutes. */
export const quickstart: ConfigInput = {
  minutes: 4,
  games: 64,
  decisionsPerUpdate: 16_384,
  network: { trunk: [128, 128] },
  checkpointEvery: 10,
};

/** From the bot's own decisions to half of the policy's. */
export const imitation = {
  algorithm: 'imitation',
  dagger: { from: 0, to: 0.5 },
  epochs: 2,
  minibatch: 256,
} satisfies Partial<PhaseInput<'imitation'>>;

/** PPO in what time is left. */
export const ppo = {
  algorithm: 'ppo',
  decisions: 0,
  learningRate: { from: 4e-4, to: 5e-5 },
  epochs: 3,
  minibatch: 2048,
  targetKl: 0.03,
  valueOnlyUpdates: 2,
} satisfies Partial<PhaseInput<'ppo'>>;

/** The same for smaller networks. */
export const quickPpo = { ...ppo, learningRate: { from: 5e-4, to: 1e-4 }, minibatch: 1024 };
