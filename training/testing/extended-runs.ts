/** A run that has ended and one that was stopped, to be resumed with changes. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { RunDirectory } from '../../checkpoints/run.js';
import { type Config, type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import type { Changes } from '../run/segments.js';
import { train } from '../run/train.js';
import type { TrainCallbacks, TrainProgress } from '../run/watch.js';

const folder = mkdtempSync(join(tmpdir(), 'tabletop-resume-'));
afterAll(() => rmSync(folder, { recursive: true }));
let runs = 0;
export const newRun = () => join(folder, `run-${runs++}`);
export const copy = (run: string) => {
  const to = newRun();
  cpSync(run, to, { recursive: true });
  return to;
};

/** Everything a run can have, in a few seconds. */
const base: ConfigInput = {
  game: fileURLToPath(new URL('../../docs/examples/pig.ts', import.meta.url)),
  options: { players: 3, rounds: 4 },
  workers: 0,
  learnerThreads: 1,
  games: 8,
  decisionsPerUpdate: 384,
  network: { trunk: [8] },
  evaluation: { against: ['random'], every: 2, blocks: 2, reportBlocks: 2 },
  checkpointEvery: 2,
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

/** Everything a run has made that must not depend on how often it was interrupted. */
export function made(runDir: string) {
  const run = RunDirectory.open(runDir);
  const metrics = run
    .metrics()
    .map(({ seconds, time, sps, collect_seconds, learn_seconds, inference_fraction, ...rest }) => rest);
  const latest = run.latest()!;
  const text = (file: string) => readFileSync(file).toString('base64');
  return {
    last: latest.decisions,
    latest: text(latest.file),
    best: text(run.best()!),
    metrics,
    history: text(join(runDir, 'history.json')),
  };
}

export let finished: string;
export let stopped: string;
beforeAll(async () => {
  [finished, stopped] = [newRun(), newRun()];
  await train(config(), { runDir: finished });
  const controller = new AbortController();
  const onUpdate = ({ phase, update }: TrainProgress) => {
    if (phase === 'ppo' && update === 3) controller.abort();
  };
  await train(config(), { runDir: stopped, callbacks: { onUpdate }, signal: controller.signal });
});

/** Calls one function for everything that happens. */
export const everyEvent = (call: () => void): TrainCallbacks => ({
  onUpdate: call,
  onEvaluation: call,
  onCheckpoint: call,
});

export const longer: Changes = { 'ppo.decisions': 4000, 'ppo.entropy': { from: 0.2, to: 0 } };
