/** Training: the public entry of this floor. */

export type { Potential } from '../env/judges.js';
export { type AblateWatch, ablate, resumeAblation } from './ablate/ablate.js';
export { type ComparedRuns, type CompareRunsRequest, compareRuns } from './ablate/compare-runs.js';
export type { RunsComparison, SeedResult, VariantResult } from './ablate/comparison.js';
export { type AblationPlan, checkFolder as checkAblationFolder } from './ablate/plan.js';
export type { AblationResult } from './ablate/results.js';
export { type Combination, combinations, oneAtATime, parseVary, type Vary } from './ablate/variants.js';
export type { Algorithm, AlgorithmKind, Experience, Moment, Tools } from './algorithms/algorithm.js';
// Primitives, to be used without a run (docs/ppo.md, "On your own").
export { type Batch, batchRows, type Decisions } from './collect/batch.js';
export { Collector, type Played } from './collect/collector.js';
export type { RowSizes } from './collect/columns.js';
export { firstLook } from './collect/first-look.js';
export { ENDED, lambdaReturns, normaliseAdvantages, OPEN, type SeatRows } from './collect/gae.js';
export { drawSeats, type SeatMix, SnapshotPool } from './collect/opponents.js';
export { Rollout, type RolloutSetup, rowsNeeded } from './collect/rollout.js';
export { type RolloutOrder, selfPlay } from './collect/rollout-order.js';
export type { RolloutStats } from './collect/rollout-stats.js';
export { Rows, rowMemory } from './collect/rows.js';
export type { RunSpec } from './collect/run-spec.js';
export {
  type ExploitMethod,
  type ExploitPlan,
  type ExploitRequest,
  type ExploitResult,
  exploit,
  exploitMethods,
  type Measurement,
  planExploit,
  type TrainedAnswer,
} from './exploit/exploit.js';
export { createLearner } from './learn/create-learner.js';
export type { LearnerSettings } from './learn/gradient-learner.js';
export { type ImitationSettings, imitate } from './learn/imitation.js';
export { imitationLoss } from './learn/imitation-loss.js';
export { InputStatistics } from './learn/input-statistics.js';
export type { Learner, LearnerState } from './learn/learner.js';
export type { Loss } from './learn/loss-table.js';
export {
  clippedSurrogate,
  crossEntropy,
  entropyGradient,
  type HeadWeights,
  headLosses,
  type LossFunction,
  logProbGradient,
  type Sums,
  squaredError,
  surrogateSlope,
  writeLogitGradient,
} from './learn/losses.js';
export { cut } from './learn/minibatches.js';
export { explainedVariance, ppoUpdate, type UpdateSettings, type UpdateStats } from './learn/ppo.js';
export { ppoLoss } from './learn/ppo-loss.js';
export { type Moments, RunningStatistics } from './learn/running-statistics.js';
export { ScaledReturns } from './learn/scaled-returns.js';
export type { GamePresets } from './presets/game-presets.js';
export { type PresetGame, presetAlgorithms, presetConfig, presetNames, presetsOf } from './presets/index.js';
export { branchConfig, policySource, readSource, type Source, sourceConfig } from './run/branch.js';
export {
  applySet,
  type Config,
  type ConfigInput,
  configSchema,
  configSettings,
  describeConfig,
  everything,
  type From,
  type PhaseInput,
  parseConfig,
  type SettingHelp,
  settingOf,
  splitSet,
  withSettings,
} from './run/config.js';
export { estimateTraining, type TrainingEstimate } from './run/estimate.js';
export { estimateMemory, type MemoryEstimate, memorySize, memoryText } from './run/memory.js';
export { mergeConfig } from './run/merge-config.js';
export { type Measured, type MeasureRecord, metricMeanings } from './run/metrics.js';
export { checkTraining, type Prepared, prepare } from './run/prepare.js';
export { presetGame } from './run/preset-game.js';
export { type RateRequest, type RateResult, rateRun } from './run/rate.js';
export { type CheckpointRating, gain } from './run/rating.js';
export { resume } from './run/resume.js';
export { listRuns, type RunFacts } from './run/runs.js';
export {
  type Changes,
  changeable,
  configInForce,
  parseChange,
  readSegments,
  type Segment,
} from './run/segments.js';
export { resumedConfig, type ToldRun } from './run/standing.js';
export { summaryPage, writeSummary } from './run/summary.js';
export { train } from './run/train.js';
export type {
  Measuring,
  MetricsSink,
  TrainCallbacks,
  TrainProgress,
  TrainResult,
  TrainWatch,
  WriteRun,
} from './run/watch.js';
