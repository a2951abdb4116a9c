/** Training: the public entry of this floor. */
export {
  applySet,
  type Config,
  type ConfigInput,
  configSchema,
  configSettings,
  describeConfig,
  mergeConfig,
  parseConfig,
  type SettingHelp,
} from './config.js';
export { resume, type TrainProgress, type TrainResult, type TrainWatch, train, type WriteRun } from './loop.js';
export { type Measured, type MeasureRecord, metricMeanings } from './metrics.js';
export { type GamePresets, presetConfig, presetNames, presetsOf } from './presets/index.js';
export type { Potential } from './rollout.js';
export { summaryPage, writeSummary } from './summary.js';
