/**
 * How fast training is on this machine: the whole loop, playing alone, and one gradient step alone. The loop is a real
 * run of `train` in a folder of its own, with its checkpoints; the current policy sits in all seats, nothing is
 * imitated and nothing evaluated.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { initialWeights, type NetworkShape } from '../../agents/network/network.js';
import { temporaryFolder } from '../../checkpoints/atomic.js';
import { createRng } from '../../env/chance.js';
import { median } from '../../env/speed.js';
import { UserError } from '../../env/user-error.js';
import type { Moment } from '../algorithms/algorithm.js';
import type { Phase } from '../algorithms/index.js';
import { ppo } from '../algorithms/ppo.js';
import { batchRows } from '../collect/batch.js';
import { Collector } from '../collect/collector.js';
import { selfPlay } from '../collect/rollout-order.js';
import type { RolloutStats } from '../collect/rollout-stats.js';
import { createLearner } from '../learn/create-learner.js';
import type { Learner } from '../learn/learner.js';
import { scheduled } from '../schedule.js';
import { type Config, parseConfig } from './config.js';
import { type Prepared, prepare } from './prepare.js';
import { train } from './train.js';

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
interface TimedUpdate {
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

interface RolloutSpeed {
  /** All players together, nobody learning: the median over the rollouts. */
  decisionsPerSecond: number;
  /** Counted rollouts; the first one is not. */
  rollouts: number;
}

interface LearnerSpeed {
  /** Milliseconds of one gradient step, gathering its rows included: the median over the updates. */
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

interface SpeedSetup {
  preset: string;
  seed: string;
  /** Updates of the loop, the first one included. */
  updates: number;
  engine: string;
  /** Where the network learned. */
  device: string;
  players: number;
  workers: number;
  learnerThreads: number;
  games: number;
  decisionsPerUpdate: number;
  epochs: number;
  minibatch: number;
  network: NetworkShape;
}

/** How a measurement is watched and stopped. */
interface SpeedWatch {
  /** `at` counts from 1 to `of`. */
  onProgress?: (what: 'rollout' | 'learner' | 'loop', at: number, of: number) => void;
  signal?: AbortSignal;
}

/** Gradient steps of one timed update of the learner alone. */
const STEPS = 4;

/** The first of each is left out: compilers warm up, games are at their beginnings. */
const FEWEST = 2;

type PpoPhase = Extract<Phase, { algorithm: 'ppo' }>;

/** The phase that is measured: PPO, the last one of it. @throws UserError where there is none */
export function ppoPhase({ phases }: Config): PpoPhase {
  const phase = phases.findLast((one): one is PpoPhase => one.algorithm === 'ppo');
  if (!phase) throw new UserError('the speed of training is that of PPO, and no phase of this config is PPO');
  return phase;
}

/**
 * The configuration as it is measured: every seat played by the policy, every update PPO with all its epochs. Rows,
 * network, engine, threads and checkpoints stay as they are.
 */
export function speedConfig(config: Config, updates: number): Config {
  if (!(updates >= FEWEST)) throw new UserError(`updates is ${updates}: at least ${FEWEST} are needed`);
  const phase = ppoPhase(config);
  return parseConfig({
    ...config,
    // Its weights change nothing of the speed.
    bot: null,
    minutes: 0,
    evaluation: { ...config.evaluation, every: 0, reportBlocks: 0 },
    phases: [
      {
        ...phase,
        decisions: updates * config.decisionsPerUpdate,
        minutes: 0,
        // No stop by KL: an update that ends early would look fast.
        targetKl: 1e9,
        valueOnlyUpdates: 0,
        opponents: [],
        snapshots: { ...phase.snapshots, share: 0 },
      },
    ],
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
  const { spec } = prepared;
  const { epochs, minibatch } = ppoPhase(used);
  const { rollout, learner } = await measureParts(used, prepared, updates, watch);
  const loop = await measureLoop(config, updates, watch);
  const setup: SpeedSetup = {
    preset: used.preset,
    seed: String(used.seed),
    updates,
    engine: spec.engine,
    device: config.device,
    players: spec.players,
    workers: used.workers,
    learnerThreads: used.learnerThreads,
    games: used.games,
    decisionsPerUpdate: used.decisionsPerUpdate,
    epochs,
    minibatch,
    network: spec.shape,
  };
  return { loop, rollout, learner, setup };
}

/** The whole loop. @param updates at least 2; the first is not counted */
export async function measureLoop(config: Config, updates: number, watch: SpeedWatch = {}): Promise<LoopSpeed> {
  const used = speedConfig(config, updates);
  const folder = temporaryFolder('tabletop-speed-');
  const updatesDone: TimedUpdate[] = [];
  const shares: TimeShares[] = [];
  let epochs = 0;
  let last = 0;
  let before = 0;
  try {
    const { finished } = await train(used, {
      runDir: path.join(folder, 'run'),
      signal: watch.signal,
      callbacks: {
        onUpdate: ({ decisions, metrics, stats, update }) => {
          const now = performance.now();
          // From the end of the first update on.
          if (last > 0) {
            const [playSeconds, learnSeconds] = [Number(metrics.collect_seconds), Number(metrics.learn_seconds)];
            const done = { decisions: decisions - before, seconds: (now - last) / 1000, playSeconds, learnSeconds };
            updatesDone.push(done);
            shares.push(timeShares(done, stats!, Math.max(1, used.workers)));
            epochs += Number(metrics.epochs);
          }
          last = now;
          before = decisions;
          watch.onProgress?.('loop', update, updates);
        },
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
 * Where the time of one turn went. The collecting threads' own clocks say how their time divides; of the loop's it is
 * as much as they took on average.
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
  { game, spec }: Prepared,
  rounds: number,
  { onProgress, signal }: SpeedWatch,
): Promise<{ rollout: RolloutSpeed; learner: LearnerSpeed }> {
  const weights = initialWeights(spec.shape, createRng(`${config.seed}/weights`));
  const { learnerThreads: threads, gamma } = config;
  const phase = ppoPhase(config);
  const rates: number[] = [];
  const milliseconds: number[] = [];
  let learner: Learner | undefined;
  const collector = await Collector.create(spec);
  try {
    const device = config.device === 'auto' ? 'cpu' : config.device;
    learner = await createLearner(spec.engine, spec.shape, weights, { threads, device });
    const rng = createRng(`${config.seed}/shuffle`);
    // A run of PPO at its beginning.
    const at: Moment = { update: 0, updates: 0, progress: () => 0 };
    const algorithm = await ppo.begin({ ...phase, epochs: 1 }, { game, collector, learner, rng, gamma, firstAgent: 0 });
    const shaping = scheduled(phase.shaping, 0);
    const order = { ...selfPlay, steps: collector.steps, gamma, lambda: phase.lambda, shaping };
    const play = (number: number) => collector.play(weights, { ...order, number });
    let played = await play(0);
    onProgress?.('rollout', 1, rounds);
    for (let round = 1; round < rounds; round++) {
      if (signal?.aborted) throw stopped();
      const began = performance.now();
      played = await play(round);
      rates.push((1000 * played.stats.decisions) / (performance.now() - began));
      onProgress?.('rollout', round + 1, rounds);
    }
    // The batch is made by one thread while the others wait: it belongs to the loop, not to playing.
    const whole = collector.batch(played);
    const batch = batchRows(whole, 0, Math.min(whole.rows, STEPS * phase.minibatch));
    const steps = Math.ceil(batch.rows / phase.minibatch);
    const experience = { decisions: batch.rows, games: 0, metrics: {}, batch };
    for (let round = 0; round < rounds; round++) {
      if (signal?.aborted) throw stopped();
      const began = performance.now();
      await algorithm.learn(experience, at);
      if (round > 0) milliseconds.push((performance.now() - began) / steps);
      onProgress?.('learner', round + 1, rounds);
    }
    const step = median(milliseconds);
    const rows = batch.rows / steps;
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
    await collector.close();
    learner?.dispose();
  }
}

const stopped = () => new UserError('stopped before everything was measured: nothing to report');
