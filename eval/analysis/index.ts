/** Positions analysed: chances to win, and what actions lead to. */
export type { Analysts } from './analysts.js';
export { type AnalystSpecs, defaultRollout, loadAnalysts } from './load-analysts.js';
export { type Beginning, type End, PlayOuts } from './play-outs.js';
export { type ActionFound, PositionAnalysis } from './position.js';
export { type Behind, type Estimated, isMistake } from './race.js';
