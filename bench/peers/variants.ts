/** One change at a time to a configuration, to see what the speed of training depends on. */
import { type Config, type ConfigInput, parseConfig } from '../../training/run/config.js';
import { mergeConfig } from '../../training/run/merge-config.js';
import { ppoPhase } from '../../training/run/speed.js';

/** One row of the scaling table. */
export interface Variant {
  /** What is different from the configuration that was asked for. */
  what: string;
  config: Config;
}

/**
 * Threads 1 and 2, half and twice the rows of an update and of a gradient step, smaller and
 * larger networks, and no features of actions where there are some. What equals the configuration itself is left out.
 */
export function variants(config: Config): Variant[] {
  const { decisionsPerUpdate, network, games, phases } = config;
  const { name, minibatch } = ppoPhase(config);
  const threads = (players: number, learners: number) => `${count(players, 'worker')}, ${learners} to learn`;
  const width = (n: number) => network.trunk.map(() => n);
  const step = (rows: number): ConfigInput => ({
    phases: phases.map((phase) => (phase.name === name ? { ...phase, minibatch: rows } : phase)),
  });
  const wished: [what: string, over: ConfigInput][] = [
    [threads(1, 1), { workers: 1, learnerThreads: 1 }],
    [threads(1, 2), { workers: 1, learnerThreads: 2 }],
    [threads(2, 1), { workers: 2, learnerThreads: 1 }],
    [threads(2, 2), { workers: 2, learnerThreads: 2 }],
    [`games in flight ${2 * games}`, { games: 2 * games }],
    [`rows an update ${decisionsPerUpdate >> 1}`, { decisionsPerUpdate: Math.max(1, decisionsPerUpdate >> 1) }],
    [`rows a step ${minibatch >> 1}`, step(Math.max(1, minibatch >> 1))],
    [`rows a step ${minibatch * 2}`, step(minibatch * 2)],
    ...[64, 128, 256, 512].map((n): [string, ConfigInput] => [
      `hidden layers ${width(n).join('-')}`,
      { network: { trunk: width(n) } },
    ]),
    ['no features of actions', { network: { actions: 0 } }],
  ];
  const same = JSON.stringify(config);
  return wished
    .map(([what, over]) => ({ what, config: parseConfig(mergeConfig(config, over)) }))
    .filter((variant) => JSON.stringify(variant.config) !== same);
}

const count = (n: number, thing: string) => `${n} ${thing}${n === 1 ? '' : 's'}`;
