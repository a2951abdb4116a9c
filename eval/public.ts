/** Matches, tournaments, exact values, reports on games, analysis of positions. */
export { loadAnalysts } from './analysis/load-analysts.js';
export { PlayOuts } from './analysis/play-outs.js';
export { PositionAnalysis } from './analysis/position.js';
export { evaluate } from './evaluate.js';
export { exploitation, tabulate } from './exact/best-response.js';
export { exact } from './exact/index.js';
export { walkTree } from './exact/tree.js';
export { compareOptions } from './game-report/compare.js';
export { gameReport } from './game-report/report.js';
export { measureLadder } from './ladder/ladder.js';
export { playMatch } from './match.js';
export { evaluatePanel } from './panel.js';
export { tournament } from './tournament.js';
