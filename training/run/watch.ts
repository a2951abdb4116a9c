/** How a run is watched: callbacks, sinks of metrics, a signal; and what comes of it. */
import type { MetricsRecord } from '../../checkpoints/lines.js';
import type { Fleet } from '../../env/fleet.js';
import type { RolloutStats } from '../collect/rollout-stats.js';
import type { From } from './config.js';
import type { MeasureRecord } from './metrics.js';
import type { Segment } from './segments.js';

/** Where a run stands. */
export interface TrainProgress {
  /** Name of the phase under way. */
  phase: string;
  /** Updates of this phase. */
  update: number;
  /** Decisions learned from, in the whole run. */
  decisions: number;
  games: number;
  /** Speed of the last update, learning included. */
  decisionsPerSecond: number;
  /** Latest known win rates, by agent. */
  winRates: Record<string, number>;
  /** Mean returns, by agent, where all seats came out even in every game: games of one player, or of players together. */
  earned: Record<string, number>;
  /** Progress of this phase, from 0 to 1. */
  progress: number;
  /** Estimated, of this phase; Infinity while unknown. */
  secondsLeft: number;
  /** The last line of an update (`metricMeanings`). */
  metrics: MetricsRecord;
}

/** How far a measurement is. */
export interface Measuring {
  /** Games that are over, and all of it. */
  games: number;
  of: number;
  /** Estimated; Infinity while unknown. */
  secondsLeft: number;
}

/**
 * What is called on the way. The run waits until a callback returns; what it throws ends the run. Promises are not
 * waited for.
 */
export interface TrainCallbacks {
  /** After each update. `stats`: what happened in its rollout, where there was one. */
  onUpdate?(event: TrainProgress & { stats?: RolloutStats | undefined }): void;
  /** A few times a second during a measurement or report. */
  onMeasuring?(event: TrainProgress & { measuring: Measuring }): void;
  /** After each measurement and report. */
  onEvaluation?(event: TrainProgress & { measured: MeasureRecord }): void;
  /** After each checkpoint. */
  onCheckpoint?(event: TrainProgress & { file: string }): void;
  /** Once, at the end or after the signal; not where the run fails. */
  onEnd?(result: TrainResult): void;
}

/**
 * Where lines of metrics go, beside `metrics.jsonl` and the files for TensorBoard. A sink hears every line of the run
 * in order, from the first one on: in a run that goes on those of before are told again, as far as they are kept. So
 * what it writes can be written anew each time, and never has a line twice. What it throws ends the run.
 */
export interface MetricsSink {
  write(line: MetricsRecord): void;
  /** No line comes any more. */
  close?(): void;
}

/** How training is watched and stopped. */
export interface TrainWatch {
  callbacks?: TrainCallbacks | undefined;
  sinks?: readonly MetricsSink[] | undefined;
  /**
   * Receives warnings, such as a damaged checkpoint or files that were set aside. Default: a warning of the process.
   */
  onNote?: ((text: string) => void) | undefined;
  /** Plays on other machines what comes in shards: self-play of expert iteration, candidates of evolution. */
  fleet?: Fleet | undefined;
  /** Stops the run with a checkpoint of the last complete update. */
  signal?: AbortSignal | undefined;
}

/** How a run ended. */
export interface TrainResult {
  /** The game as the config names it, and its options there. */
  game: string;
  options: Record<string, unknown>;
  /** Where its first weights came from; null: from nothing. */
  from: From | null;
  /** Settings changed during the run, and when. */
  segments: readonly Segment[];
  /** Samples with which it was measured looking ahead; 0: the policy alone. */
  lookahead: number;
  /** How far, then. */
  rounds: number;
  runDir: string;
  /** False if it was stopped by the signal: `resume` continues it. */
  finished: boolean;
  decisions: number;
  games: number;
  /** Updates of all phases. */
  updates: number;
  /** By `start`, `after <phase>` and `end` (the best checkpoint). */
  reports: Record<string, MeasureRecord>;
  /** The best checkpoint and its score on the seeds it was picked by. */
  best: { decisions: number; score: number } | null;
}

/** How a run is written. */
export interface WriteRun {
  /** Take the lock of the run from a process on another host, or one that nobody here can ask whether it is alive. */
  takeLock?: boolean | undefined;
}
