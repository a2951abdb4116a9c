/**
 * First a bot, then a network on top of it. Evolution trains the bot's weights. The network begins as that bot, with
 * enough noise to explore actions that are nearly as good, and learns the values of its games. PPO then learns where to
 * depart from the bot. See docs/training.md, advice.
 */
import type { ConfigInput, PhaseInput } from '../run/config.js';

/** Minutes of a run: the bot's weights, then the network. */
export interface Minutes {
  bot: number;
  network: number;
}

/** Temperature with which the network first plays its bot, in units of the bot's action values. */
const SOFT = 0.3;

/** An hour in all, with reports. */
const HOUR: Minutes = { bot: 20, network: 38 };

/** Share of deals in which a bot plays all other seats, by its spec. The rest are self-play. */
export type RivalShares = Readonly<Record<string, number>>;

/**
 * Trains the weights of a bot, then a network whose inputs include the bot's choice and its action values.
 * @param bot its spec
 * @param rivals opponents of both; without them the original bot plays all other seats while its weights are trained,
 *   and most of them later
 */
export const botFirst = (bot: string, rivals?: RivalShares, minutes: Minutes = HOUR): ConfigInput => ({
  minutes: minutes.network,
  games: 128,
  decisionsPerUpdate: 32_768,
  network: { trunk: [256, 256], actions: 32, adviceTemperature: SOFT },
  advisor: bot,
  bot: {
    minutes: minutes.bot,
    ...(rivals && { phases: [{ algorithm: 'evolution', opponents: inAllSeats(rivals) }] }),
  },
  // The run is measured by wins, and a game that ends at the cap is no win.
  returns: { winWeight: 1, capped: 'loss' },
  evaluation: { against: [bot], temperature: 0, every: 10, blocks: 50, reportBlocks: 150 },
  checkpointEvery: 6,
  phases: [valuesAlone, ppoOnWorths(inAllSeats(rivals ?? { [bot]: 0.8 }))],
});

const inAllSeats = (rivals: RivalShares) =>
  Object.entries(rivals).map(([agent, allSeats]) => ({ agent, share: 0, allSeats }));

/** Learns values from games of the trained bot and of the policy, which begins as that bot and does not change here. */
const valuesAlone = {
  algorithm: 'imitation',
  agent: 'advisor',
  policyWeight: 0,
  decisions: 1_500_000,
  minutes: 6,
  dagger: { from: 0, to: 0.5 },
  learningRate: { from: 1e-3, to: 2e-4 },
  minibatch: 1024,
} satisfies PhaseInput<'imitation'>;

/** PPO from such a start. @param opponents mostly the bot, since the measured games are against it */
const ppoOnWorths = (opponents: NonNullable<PhaseInput<'ppo'>['opponents']>) =>
  ({
    algorithm: 'ppo',
    decisions: 0,
    learningRate: { from: 1e-3, to: 1e-4 },
    entropy: 0.001,
    epochs: 3,
    minibatch: 4096,
    targetKl: 0.03,
    // The value head has learned from games of the bot, but Adam's moments belong to another loss.
    valueOnlyUpdates: 3,
    freshMoments: true,
    lambda: 0.97,
    opponents,
    snapshots: { share: 0.05, every: 16 },
  }) satisfies PhaseInput<'ppo'>;
