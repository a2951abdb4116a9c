/** A run that has ended and one that was stopped, to be resumed with changes. */
import { cpSync } from 'node:fs';
import { beforeAll } from 'vitest';
import { type Config, type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import type { Changes } from '../run/segments.js';
import { train } from '../run/train.js';
import type { TrainProgress } from '../run/watch.js';
import { everything, newRuns } from './small-runs.js';

export let newRun: () => string;
export const copy = (run: string) => {
  const to = newRun();
  cpSync(run, to, { recursive: true });
  return to;
};

/** Everything a run can have, in a few seconds. */
const base: ConfigInput = {
  ...everything,
  evaluation: { against: ['random'], every: 2, blocks: 2, reportBlocks: 2 },
  phases: [
    { algorithm: 'imitation', agent: 'scripted:bold', decisions: 400 },
    {
      algorithm: 'ppo',
      decisions: 1600,
      epochs: 2,
      minibatch: 100,
      learningRate: { from: 1e-3, to: 1e-4 },
      opponents: [{ agent: 'random', share: 0.2 }],
      snapshots: { share: 0.2, every: 1, poolSize: 3 },
    },
  ],
};
export const config = (over: ConfigInput = {}): Config => parseConfig(mergeConfig(base, over));

export let finished: string;
export let stopped: string;
/** Makes them before the tests of a file. */
export function prepareRuns(): void {
  newRun = newRuns('tabletop-resume');
  beforeAll(async () => {
    [finished, stopped] = [newRun(), newRun()];
    await train(config(), { runDir: finished });
    const controller = new AbortController();
    const onUpdate = ({ phase, update }: TrainProgress) => {
      if (phase === 'ppo' && update === 3) controller.abort();
    };
    await train(config(), { runDir: stopped, callbacks: { onUpdate }, signal: controller.signal });
  });
}

export const longer: Changes = { 'ppo.decisions': 4000, 'ppo.entropy': { from: 0.2, to: 0 } };
