/** Training: the public entry of this floor. */

export type { Potential } from '../agents/judges.js';
export {
  createAutodiffLearner,
  type TensorLoss,
  type TensorNetwork,
  tensorLoss,
  tensorNetwork,
} from './learn/autodiff.js';
export { createLearner } from './learn/create-learner.js';
export type { LearnerSettings } from './learn/gradient-learner.js';
export { type ImitationSettings, imitate, imitationLoss } from './learn/imitation.js';
export {
  type Batch,
  batchRows,
  type Decisions,
  type Learner,
  type LearnerState,
  type Loss,
  type LossFunction,
  type Sums,
} from './learn/learner.js';
export {
  clippedSurrogate,
  crossEntropy,
  divergence,
  divergenceGradient,
  entropyGradient,
  type HeadWeights,
  headLosses,
  logProbGradient,
  squaredError,
  surrogateSlope,
  writeLogitGradient,
} from './learn/losses.js';
export { Magnet } from './learn/magnet.js';
export { cut, shuffle } from './learn/minibatches.js';
export { explainedVariance, ppoLoss, ppoUpdate, type UpdateSettings, type UpdateStats } from './learn/ppo.js';
export type { GamePresets } from './presets/game-presets.js';
export { presetConfig, presetNames, presetsOf } from './presets/index.js';
export { branchConfig, readSource, type Source, sourceConfig } from './run/branch.js';
export {
  applySet,
  type Config,
  type ConfigInput,
  configSchema,
  configSettings,
  describeConfig,
  everything,
  type From,
  mergeConfig,
  type PhaseInput,
  parseConfig,
  type SettingHelp,
  settingOf,
  splitSet,
  withSettings,
} from './run/config.js';
export { estimateTraining, type TrainingEstimate } from './run/estimate.js';
export { estimateMemory, type MemoryEstimate, memorySize, memoryText } from './run/memory.js';
export { type Measured, type MeasureRecord, metricMeanings } from './run/metrics.js';
export { checkTraining } from './run/prepare.js';
export { resume } from './run/resume.js';
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
  MetricsSink,
  TrainCallbacks,
  TrainProgress,
  TrainResult,
  TrainWatch,
  WriteRun,
} from './run/watch.js';
