/**
 * How fast training is on this machine: the whole loop, playing alone, and one gradient step alone. The loop is a real
 * run of `train` in a folder of its own, with its checkpoints; the current policy sits in all seats, nothing is imitated
 * and nothing evaluated.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { initialWeights, type NetworkShape } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { median } from '../../env/speed.js';
import { UserError } from '../../env/user-error.js';
import { Crew } from '../collect/crew.js';
import { SnapshotPool } from '../collect/opponents.js';
import type { RolloutStats } from '../collect/rollout.js';
import { createLearner } from '../learn/create-learner.js';
import { type Batch, batchRows, type Learner } from '../learn/learner.js';
import { ppoUpdate } from '../learn/ppo.js';
import { type Config, parseConfig } from '../run/config.js';
import { ppoSettings, rolloutOrder, type Standing } from '../run/plan.js';
import { type Prepared, prepare } from '../run/prepare.js';
import { Course } from '../run/segments.js';
import { train } from '../run/train.js';

/** Shares of the wall-clock time of a loop; they add up to 1. */
export interface TimeShares {
  /** Rules, masks, drawing actions, writing rows. */
  play: number;
  /** Writing observations. */
  observe: number;
  /** The network, for decisions. */
  infer: number;
  /** The PPO update. */
  learn: number;
  /** Gathering rows, waiting for the slower player, weights to and fro, checkpoints. */
  rest: number;
}

/** One turn of the loop, from the end of an update to the end of the next. */
export interface TimedUpdate {
  decisions: number;
  seconds: number;
  playSeconds: number;
  learnSeconds: number;
}

export interface LoopSpeed {
  /** Learned decisions a second, learning included: the median over the updates. */
  decisionsPerSecond: number;
  /** Means over the updates. */
  time: TimeShares;
  /** Passes over the rows of each update, the mean. */
  epochs: number;
  /** All that were counted: the first of the run is not. */
  updates: TimedUpdate[];
}

export interface RolloutSpeed {
  /** All players together, nobody learning: the median over the rollouts. */
  decisionsPerSecond: number;
  /** Counted rollouts; the first one is not. */
  rollouts: number;
}

export interface LearnerSpeed {
  /** Of one gradient step, gathering its rows included: the median over the updates. */
  stepMilliseconds: number;
  /** Rows of a step. */
  rows: number;
  rowsPerSecond: number;
  /** Counted updates of `steps` steps each; the first one is not. */
  updates: number;
  steps: number;
}

/** Everything that is measured of one configuration. */
export interface TrainingSpeed {
  loop: LoopSpeed;
  rollout: RolloutSpeed;
  learner: LearnerSpeed;
  /** What it was measured with. */
  setup: SpeedSetup;
}

export interface SpeedSetup {
  preset: string;
  seed: string;
  /** Updates of the loop, the first one included. */
  updates: number;
  engine: string;
  players: number;
  workers: number;
  learnerThreads: number;
  overlap: boolean;
  games: number;
  decisionsPerUpdate: number;
  epochs: number;
  minibatch: number;
  network: NetworkShape;
}

/** How a measurement is watched and stopped. */
export interface SpeedWatch {
  /** `at` counts from 1 to `of`. */
  onProgress?: (what: 'rollout' | 'learner' | 'loop', at: number, of: number) => void;
  signal?: AbortSignal;
}

/** Gradient steps of one timed update of the learner alone. */
const STEPS = 4;

/** A run of PPO at its beginning. */
const at: Standing = {
  phase: 'ppo',
  update: 0,
  rollouts: 0,
  decisions: 0,
  ppoDecisions: 0,
  minutes: 0,
  ppoFromMinutes: 0,
};

/** The first of each is left out: compilers warm up, games are at their beginnings. */
const FEWEST = 2;

/**
 * The configuration as it is measured: every seat played by the policy, every update PPO with all its epochs. Rows,
 * network, engine, threads and checkpoints stay as they are.
 */
export function speedConfig(config: Config, updates: number): Config {
  if (!(updates >= FEWEST)) throw new UserError(`updates is ${updates}: at least ${FEWEST} are needed`);
  const { opponents, evaluation, warmStart, ppo } = config;
  return parseConfig({
    ...config,
    decisions: updates * config.decisionsPerUpdate,
    minutes: 0,
    // No stop by KL: an update that ends early would look fast.
    ppo: { ...ppo, valueOnlyUpdates: 0, targetKl: 1e9 },
    opponents: { ...opponents, bots: [], snapshots: 0 },
    warmStart: { ...warmStart, agent: '', opponents: [] },
    evaluation: { ...evaluation, every: 0, reportBlocks: 0 },
  });
}

/**
 * Measures one configuration.
 * @param updates of the loop, rollouts and updates of the learner too; the first one of each is not counted
 * @throws UserError as `train` does, and when it was stopped
 */
export async function measureTraining(config: Config, updates: number, watch: SpeedWatch = {}): Promise<TrainingSpeed> {
  const used = speedConfig(config, updates);
  const prepared = await prepare(used);
  const { rollout, learner } = await measureParts(used, prepared, updates, watch);
  const loop = await measureLoop(config, updates, watch);
  const setup: SpeedSetup = {
    preset: used.preset,
    seed: String(used.seed),
    updates,
    engine: prepared.engine,
    players: prepared.crew.players,
    workers: used.workers,
    learnerThreads: used.learnerThreads,
    overlap: used.overlap,
    games: used.games,
    decisionsPerUpdate: used.decisionsPerUpdate,
    epochs: used.ppo.epochs,
    minibatch: used.ppo.minibatch,
    network: prepared.shape,
  };
  return { loop, rollout, learner, setup };
}

/** The whole loop. @param updates at least 2; the first is not counted */
export async function measureLoop(config: Config, updates: number, watch: SpeedWatch = {}): Promise<LoopSpeed> {
  // Beside the last update nobody plays: where others do, it is not counted.
  const all = config.overlap ? updates + 1 : updates;
  const used = speedConfig(config, all);
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-speed-'));
  const updatesDone: TimedUpdate[] = [];
  const shares: TimeShares[] = [];
  let epochs = 0;
  let last = 0;
  let before = 0;
  try {
    const { finished } = await train(used, {
      runDir: path.join(folder, 'run'),
      ...(watch.signal ? { signal: watch.signal } : {}),
      onProgress: ({ kind, decisions, metrics, stats, update }) => {
        if (kind !== 'update') return;
        const now = performance.now();
        // From the end of the first update on.
        if (last > 0 && update <= updates) {
          const [playSeconds, learnSeconds] = [Number(metrics!.playSeconds), Number(metrics!.learnSeconds)];
          const done = { decisions: decisions - before, seconds: (now - last) / 1000, playSeconds, learnSeconds };
          updatesDone.push(done);
          shares.push(timeShares(done, stats!, Math.max(1, used.workers)));
          epochs += Number(metrics!.epochs);
        }
        last = now;
        before = decisions;
        watch.onProgress?.('loop', update, all);
      },
    });
    if (!finished) throw stopped();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const mean = (part: keyof TimeShares) => shares.reduce((sum, one) => sum + one[part], 0) / shares.length;
  return {
    decisionsPerSecond: Math.round(median(updatesDone.map((one) => one.decisions / one.seconds))),
    time: {
      play: mean('play'),
      observe: mean('observe'),
      infer: mean('infer'),
      learn: mean('learn'),
      rest: mean('rest'),
    },
    epochs: epochs / updatesDone.length,
    updates: updatesDone,
  };
}

/**
 * Where the time of one turn went. The players' own clocks say how their time divides; of the loop's it is as much as
 * they took on average, or as the loop waited for them where they play while it learns.
 */
export function timeShares(update: TimedUpdate, stats: RolloutStats, players: number): TimeShares {
  const { seconds, playSeconds, learnSeconds } = update;
  const playing = Math.min(playSeconds, stats.totalMs / 1000 / players);
  const part = (ms: number) => ((ms / stats.totalMs) * playing) / seconds;
  const learn = learnSeconds / seconds;
  return {
    play: part(stats.totalMs - stats.observeMs - stats.inferMs),
    observe: part(stats.observeMs),
    infer: part(stats.inferMs),
    learn,
    rest: 1 - learn - playing / seconds,
  };
}

/** Playing without learning, then learning without playing, from the rows that were played. */
async function measureParts(
  config: Config,
  { engine, shape, crew: setup }: Prepared,
  rounds: number,
  { onProgress, signal }: SpeedWatch,
): Promise<{ rollout: RolloutSpeed; learner: LearnerSpeed }> {
  const weights = initialWeights(shape, createRng(`${config.seed}/weights`));
  const pool = new SnapshotPool(1);
  const course = new Course(config);
  const rates: number[] = [];
  const milliseconds: number[] = [];
  let learner: Learner | undefined;
  const crew = await Crew.create(setup);
  try {
    let batch!: Batch;
    for (let round = 0; round < rounds; round++) {
      if (signal?.aborted) throw stopped();
      const order = rolloutOrder(course, { ...at, update: round, rollouts: round }, pool, crew.steps);
      const began = performance.now();
      const played = await crew.play(weights, order);
      const seconds = (performance.now() - began) / 1000;
      if (round > 0) rates.push(played.stats.decisions / seconds);
      if (round === rounds - 1) batch = crew.collect(played);
      onProgress?.('rollout', round + 1, rounds);
    }
    const { learnerThreads: threads, ppo } = config;
    learner = await createLearner(engine, shape, weights, { threads });
    const some = batchRows(batch, 0, Math.min(batch.rows, STEPS * ppo.minibatch));
    const steps = Math.ceil(some.rows / ppo.minibatch);
    const settings = { ...ppoSettings(course, at), epochs: 1 };
    const shuffle = createRng(`${config.seed}/shuffle`);
    for (let round = 0; round < rounds; round++) {
      if (signal?.aborted) throw stopped();
      const began = performance.now();
      await ppoUpdate(learner, some, settings, shuffle);
      if (round > 0) milliseconds.push((performance.now() - began) / steps);
      onProgress?.('learner', round + 1, rounds);
    }
    const step = median(milliseconds);
    const rows = some.rows / steps;
    return {
      rollout: { decisionsPerSecond: Math.round(median(rates)), rollouts: rates.length },
      learner: {
        stepMilliseconds: step,
        rows,
        rowsPerSecond: Math.round((1000 * rows) / step),
        updates: milliseconds.length,
        steps,
      },
    };
  } finally {
    learner?.dispose();
    await crew.close();
  }
}

const stopped = () => new UserError('stopped before everything was measured: nothing to report');
