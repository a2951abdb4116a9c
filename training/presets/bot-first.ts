/**
 * The bot first, then a network on top of it: evolution trains the weights of a bot; a network begins as that bot, played
 * softly enough to explore what is nearly as good, and learns what its games are worth; PPO learns where to leave it.
 * docs/training.md, advice.
 */
import type { ConfigInput, PhaseInput } from '../run/config.js';

/** Minutes of a run: the bot's weights, then the network. */
export interface Minutes {
  bot: number;
  network: number;
}

/** How softly the network begins to play its bot, in units of worths: it tries what is nearly as good. */
const SOFT = 0.3;

/** An hour in all, with reports. */
const HOUR: Minutes = { bot: 20, network: 38 };

/** Share of deals in which a bot has all other seats, by its spec. The rest are self-play. */
export type RivalShares = Readonly<Record<string, number>>;

/**
 * Trains the weights of a bot, then a network that it advises and that is told what it makes of each action.
 * @param bot its spec
 * @param rivals of both; without them the bot as it was has all other seats while its weights are trained, and most of
 *   them later
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
  // Winning is what it is measured by, and whoever lets a game end at the cap has not won.
  returns: { winWeight: 1, capped: 'loss' },
  evaluation: { against: [bot], temperature: 0, every: 10, blocks: 50, reportBlocks: 150 },
  checkpointEvery: 6,
  phases: [valuesAlone, ppoOnWorths(inAllSeats(rivals ?? { [bot]: 0.8 }))],
});

const inAllSeats = (rivals: RivalShares) =>
  Object.entries(rivals).map(([agent, allSeats]) => ({ agent, share: 0, allSeats }));

/** Learns what games of the trained bot are worth, and of the policy beside it, which begins as that bot and stays so. */
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

/** PPO from such a start. @param opponents most of them the bot: that is the game that is measured */
const ppoOnWorths = (opponents: NonNullable<PhaseInput<'ppo'>['opponents']>) =>
  ({
    algorithm: 'ppo',
    decisions: 0,
    learningRate: { from: 1e-3, to: 1e-4 },
    entropy: 0.001,
    epochs: 3,
    minibatch: 4096,
    targetKl: 0.03,
    // The value head has learned from games of the bot; Adam's moments are of another loss.
    valueOnlyUpdates: 3,
    freshMoments: true,
    lambda: 0.97,
    opponents,
    snapshots: { share: 0.05, every: 16 },
  }) satisfies PhaseInput<'ppo'>;
