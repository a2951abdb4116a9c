/** Training: the public entry of this floor. */

export type { Potential } from '../agents/judges.js';
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
  type From,
  mergeConfig,
  parseConfig,
  type SettingHelp,
  settingOf,
  splitSet,
} from './run/config.js';
export { estimateTraining, type TrainingEstimate } from './run/estimate.js';
export { estimateMemory, type MemoryEstimate, memorySize, memoryText } from './run/memory.js';
export { type Measured, type MeasureRecord, metricMeanings } from './run/metrics.js';
export {
  type Changes,
  changeable,
  configInForce,
  parseChange,
  readSegments,
  type Segment,
  unchangeable,
} from './run/segments.js';
export type { ToldRun } from './run/standing.js';
export { summaryPage, writeSummary } from './run/summary.js';
export {
  checkTraining,
  resume,
  resumedConfig,
  type TrainProgress,
  type TrainResult,
  type TrainWatch,
  train,
  type WriteRun,
} from './run/train.js';
