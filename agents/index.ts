/** Everybody who can choose an action: the public names of this floor. */
export { FilePlayer, type FilePlayerSettings, filePlayer, loadPlayer } from './file-player.js';
export { GuidedSearch, type GuidedSettings, guidedDefaults, type Judge } from './guided-search.js';
export { FEWEST_SAMPLES, type HalvingBudget } from './halving.js';
export {
  LookaheadAgent,
  type LookaheadSettings,
  type LookaheadStrength,
  lookaheadDefaults,
} from './lookahead.js';
export { nearest } from './nearest.js';
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
} from './player-module.js';
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
} from './policy.js';
export {
  insideText,
  type PlayerMeasurement,
  type PlayerTraining,
  type Provenance,
} from './provenance.js';
export { RandomAgent, randomAction } from './random.js';
export { agentPlans, type GamePlayers, gamePlayers, type ScriptedBot, scriptedBots } from './scripted.js';
export { type Evaluate, SearchAgent, type SearchSettings } from './search.js';
export { type GameRequest, gameOfFile, type SettledGame, settleGame } from './settle.js';
export { shippedFiles } from './shipped.js';
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
export type { Playing, Trained } from './trained.js';
