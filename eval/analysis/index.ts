/** Positions analysed: chances to win, and what actions lead to. */
export { type Crew, opinionOf } from './crew.js';
export { type Analysts, defaultRollout, loadCrew } from './load-crew.js';
export { type Beginning, type End, PlayOuts } from './play-outs.js';
export { type ActionFound, FEWEST, PositionAnalysis } from './position.js';
export { type Behind, type Estimated, isMistake, type Measured } from './race.js';
