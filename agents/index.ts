/** Everybody who can choose an action: the public names of this floor. */

export { nearest } from './nearest.js';
export { FilePlayer, type FilePlayerSettings, filePlayer, loadPlayer } from './player-file/file-player.js';
export type {
  ActSettings,
  Difficulty,
  PlayerAction,
  PlayerAnswer,
  PlayerMatch,
  PlayerMeta,
  PlayerModule,
  SavedMatch,
  SelfTest,
  ViewCheck,
} from './player-file/player-module.js';
export {
  insideText,
  type PlayerMeasurement,
  type PlayerTraining,
  type Provenance,
} from './player-file/provenance.js';
export { shippedFiles } from './player-file/shipped.js';
export {
  loadPolicy,
  observationHash,
  PolicyAgent,
  type PolicyPlay,
  policyFile,
  policyFor,
  policyJudge,
  policySchema,
  savePolicy,
} from './policy/policy.js';
export type { Playing, Trained } from './policy/trained.js';
export { RandomAgent, randomAction } from './random.js';
export { agentPlans, type GamePlayers, gamePlayers, type ScriptedBot, scriptedBots } from './scripted.js';
export { GuidedSearch, type GuidedSettings, guidedDefaults, type Judge } from './search/guided-search.js';
export { FEWEST_SAMPLES, type HalvingBudget } from './search/halving.js';
export {
  LookaheadAgent,
  type LookaheadSettings,
  type LookaheadStrength,
  lookaheadDefaults,
} from './search/lookahead.js';
export { type Evaluate, SearchAgent, type SearchSettings } from './search/search.js';
export { type GameRequest, gameOfFile, type SettledGame, settleGame } from './settle.js';
export {
  type AgentContext,
  type AgentKind,
  agentSpecs,
  createAgent,
  defaultOpponent,
  loadAgent,
  rivals,
  type TrainedAgent,
  trainedAgent,
} from './spec.js';
