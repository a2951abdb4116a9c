/** Training: the public entry of this floor. */
export { branchConfig, readSource, type Source, sourceConfig } from './branch.js';
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
} from './config.js';
export { estimateTraining, type TrainingEstimate } from './estimate.js';
export {
  checkTraining,
  resume,
  resumedConfig,
  type TrainProgress,
  type TrainResult,
  type TrainWatch,
  train,
  type WriteRun,
} from './loop.js';
export { estimateMemory, type MemoryEstimate, memorySize, memoryText } from './memory.js';
export { type Measured, type MeasureRecord, metricMeanings } from './metrics.js';
export { type GamePresets, presetConfig, presetNames, presetsOf } from './presets/index.js';
export type { Potential } from './rollout.js';
export {
  type Changes,
  changeable,
  configInForce,
  parseChange,
  readSegments,
  type Segment,
  unchangeable,
} from './segments.js';
export type { ToldRun } from './standing.js';
export { summaryPage, writeSummary } from './summary.js';
