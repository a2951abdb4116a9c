/** One change at a time to a configuration, to see what the speed of training depends on. */
import { type Config, type ConfigInput, mergeConfig, parseConfig } from '../run/config.js';

/** One row of the scaling table. */
export interface Variant {
  /** What is different from the configuration that was asked for. */
  what: string;
  config: Config;
}

/**
 * Threads 1 and 2, playing while learning, half and twice the rows of an update and of a gradient step, smaller and
 * larger networks, and no board head where there is one. What equals the configuration itself is left out.
 */
export function variants(config: Config): Variant[] {
  const { decisionsPerUpdate, ppo, network, workers, learnerThreads, games } = config;
  const threads = (players: number, learners: number) => `${count(players, 'worker')}, ${learners} to learn`;
  const width = (n: number) => network.trunk.map(() => n);
  const wished: [what: string, over: ConfigInput][] = [
    [threads(1, 1), { workers: 1, learnerThreads: 1 }],
    [threads(1, 2), { workers: 1, learnerThreads: 2 }],
    [threads(2, 1), { workers: 2, learnerThreads: 1 }],
    [threads(2, 2), { workers: 2, learnerThreads: 2 }],
    ['playing while learning', { overlap: true, workers: Math.max(1, workers), learnerThreads }],
    [`games in flight ${2 * games}`, { games: 2 * games }],
    [`rows an update ${decisionsPerUpdate >> 1}`, { decisionsPerUpdate: Math.max(1, decisionsPerUpdate >> 1) }],
    [`rows a step ${ppo.minibatch >> 1}`, { ppo: { minibatch: Math.max(1, ppo.minibatch >> 1) } }],
    [`rows a step ${ppo.minibatch * 2}`, { ppo: { minibatch: ppo.minibatch * 2 } }],
    ...[64, 128, 256, 512].map((n): [string, ConfigInput] => [
      `hidden layers ${width(n).join('-')}`,
      { network: { trunk: width(n) } },
    ]),
    ['no board head', { network: { board: 0 } }],
  ];
  const same = JSON.stringify(config);
  return wished
    .map(([what, over]) => ({ what, config: parseConfig(mergeConfig(config, over)) }))
    .filter((variant) => JSON.stringify(variant.config) !== same);
}

const count = (n: number, thing: string) => `${n} ${thing}${n === 1 ? '' : 's'}`;
