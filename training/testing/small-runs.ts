/** Small runs that tests of training make, and what of a run is compared. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RunDirectory } from '../../checkpoints/run.js';
import { createRng } from '../../env/chance.js';
import { pig } from '../../test/paths.js';
import { scratch } from '../../test/scratch.js';
import { type Config, type ConfigInput, type PhaseInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { resume } from '../run/resume.js';
import { train } from '../run/train.js';
import type { TrainCallbacks, TrainProgress, TrainWatch } from '../run/watch.js';

/** A real, small run: it ends with a player. */
export const learning: ConfigInput = {
  game: pig,
  options: { target: 100, rounds: 40 },
  workers: 0,
  learnerThreads: 1,
  games: 32,
  decisionsPerUpdate: 4096,
  network: { trunk: [32, 32] },
  evaluation: { every: 0, reportBlocks: 0 },
  phases: [
    { algorithm: 'ppo', decisions: 250_000, entropy: 0.01, learningRate: { from: 2e-3, to: 0 }, minibatch: 512 },
  ],
};

/** A tiny run with everything in it: imitation, bots, snapshots, measuring, frequent checkpoints. */
export const everything: ConfigInput = {
  game: pig,
  options: { players: 3, rounds: 4 },
  workers: 0,
  learnerThreads: 1,
  games: 8,
  decisionsPerUpdate: 384,
  network: { trunk: [8] },
  evaluation: { against: ['random', 'scripted:bold'], every: 3, blocks: 2, reportBlocks: 2 },
  checkpointEvery: 2,
  phases: [
    {
      algorithm: 'imitation',
      agent: 'scripted:bold',
      decisions: 1200,
      opponents: [{ agent: 'random', share: 0.1 }],
    },
    {
      algorithm: 'ppo',
      decisions: 3000,
      epochs: 2,
      minibatch: 100,
      opponents: [{ agent: 'random', share: 0.2, allSeats: 0.1 }],
      snapshots: { share: 0.2, every: 2, poolSize: 2 },
    },
  ],
};

/** PPO of a config with other settings, alone or after its imitation. */
export const ppo = (over: object): PhaseInput[] => [{ algorithm: 'ppo', ...over }];
export const both = (over: object): PhaseInput[] => [{ algorithm: 'imitation' }, ...ppo(over)];

/** Calls one function for everything that happens. */
export const everyEvent = (call: (progress: TrainProgress) => void): TrainCallbacks => ({
  onUpdate: call,
  onEvaluation: call,
  onCheckpoint: call,
});

export const config = (base: ConfigInput, over: ConfigInput = {}): Config => parseConfig(mergeConfig(base, over));

/** Gives a path for another run each time, in a folder of the test file. @param name what the folder's name begins with */
export function newRuns(name: string): () => string {
  const folder = scratch(name);
  let runs = 0;
  return () => join(folder, `run-${runs++}`);
}

/** Everything a run has made that must not depend on how often it was interrupted. */
export function made(runDir: string) {
  const run = RunDirectory.open(runDir);
  const history = join(runDir, 'history.json');
  const metrics = run.metrics().map((line) => {
    const { seconds, time, sps, collect_seconds, learn_seconds, inference_fraction, ...rest } = line;
    return rest;
  });
  return {
    last: run.latest()!.decisions,
    latest: readFileSync(run.latest()!.file).toString('base64'),
    best: readFileSync(run.best()!).toString('base64'),
    metrics,
    history: existsSync(history) && readFileSync(history, 'utf8'),
  };
}

/**
 * A run of everything that is killed, and one that is stopped now and then: resumed, both end as one left alone.
 * @param over other settings
 * @param newRun gives a path for another run
 */
export async function killedAndStopped(over: ConfigInput, newRun: () => string): Promise<void> {
  const reference = newRun();
  const copies: string[] = [];
  const rng = createRng('kill');
  // A copy of the folder, taken between two writes, is what a kill at that moment leaves.
  await train(config(everything, over), {
    runDir: reference,
    callbacks: everyEvent(() => {
      if (rng.uniform() > 0.15) return;
      copies.push(newRun());
      cpSync(reference, copies.at(-1)!, { recursive: true });
    }),
  });
  const wanted = made(reference);
  expect(copies.length).toBeGreaterThan(2);
  for (const copy of copies.slice(0, over.workers ? 1 : 5)) {
    await resume(copy);
    expect(made(copy)).toEqual(wanted);
  }

  const stopped = newRun();
  let finished = false;
  for (let stops = 0; !finished; stops++) {
    // Threads take long to start.
    let left = over.workers ? 12 + rng.int(12) : 2 + rng.int(9);
    const controller = new AbortController();
    const watch: TrainWatch = {
      signal: controller.signal,
      callbacks: everyEvent(() => {
        if (left-- === 0) controller.abort();
      }),
    };
    const result = await (stops === 0
      ? train(config(everything, over), { runDir: stopped, ...watch })
      : resume(stopped, watch));
    finished = result.finished;
    expect(stops).toBeLessThan(50);
  }
  expect(made(stopped)).toEqual(wanted);
}
