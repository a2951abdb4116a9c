/** Settings that small games share. */
import type { ConfigInput } from '../run/config.js';

export const tanh64: ConfigInput['network'] = { trunk: [64, 64], activation: 'tanh' };

/** Nothing to be measured against: the last policy is kept. */
export const unmeasured: ConfigInput = { evaluation: { every: 0, reportBlocks: 0 } };

/** PPO with the current policy in all seats. */
export const selfPlay = { algorithm: 'ppo', snapshots: { share: 0 } } as const;

/** Small networks: threads would wait for each other longer than they work. */
export const oneThread: ConfigInput = { workers: 0, learnerThreads: 1 };
