/** The public names of this floor: matches, evaluations, tournaments, the designer's report, their statistics and texts. */
export {
  type ActionFound,
  type AnalystSpecs,
  type Analysts,
  type Beginning,
  type Behind,
  defaultRollout,
  type End,
  type Estimated,
  isMistake,
  loadAnalysts,
  PlayOuts,
  PositionAnalysis,
} from './analysis/index.js';
export { crossedMean } from './crossed.js';
export {
  type DealResults,
  type DealsRequest,
  playDeals,
  returnEstimate,
  strengthEstimate,
  strengthOf,
  winEstimate,
} from './deals.js';
export type { EffortReport } from './effort.js';
export { type EvaluateRequest, type EvaluateResult, evaluate, type SeatResult } from './evaluate.js';
export {
  type ExactRequest,
  type ExactResult,
  type Exploitation,
  exact,
  exactText,
  exploitation,
  type GameTree,
  type PolicyTable,
  tabulate,
  walkTree,
} from './exact/index.js';
export * from './game-report/index.js';
export * from './ladder/index.js';
export { lineUps } from './line-ups.js';
export { type MatchResult, type Outcome, playMatch } from './match.js';
export { evaluatePanel, type PanelRequest, type PanelResult, type PanelRow, panelRecord } from './panel.js';
export { type PoolSettings, type Progress, playBlocks } from './pool.js';
export type { Payoff } from './rankings.js';
export { type Ranking, type Rating, type RatingSettings, type Ratings, rate } from './ratings.js';
export {
  alignTable,
  effortText,
  evaluateText,
  millisecondsText,
  pairedText,
  panelText,
  percent,
  rateText,
  sprtText,
  temperaturesText,
  tournamentText,
} from './report.js';
export { reportSeed } from './report-seed.js';
export type { Repeat } from './seats.js';
export {
  blockRate,
  bootstrap,
  bootstrapMean,
  type Estimate,
  eloScore,
  type IntervalMethod,
  type PairedTest,
  pairedTest,
  type Spread,
  type Sprt,
  type SprtSettings,
  spread,
  sprt,
  wilson,
} from './statistics.js';
export { type Block, rotations, type TableSettings } from './table.js';
export {
  evaluateTemperatures,
  type Softness,
  type TemperaturesRequest,
  type TemperaturesResult,
} from './temperatures.js';
export {
  type Standing,
  type TournamentRequest,
  type TournamentResult,
  tournament,
} from './tournament.js';
