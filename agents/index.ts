/** Everybody who can choose an action: the public names of this floor. */

export type { Evaluate, Judge, Reading } from '../env/judges.js';
export * from './bots/kit.js';
export { isScripted } from './bots/scripted-spec.js';
export { findLadder, type Ladder, LEVELS, type Rung, readLadder, rungOf, rungText } from './ladder.js';
export { defaultOpponent, type PanelMember, panelOf, rivals } from './panel.js';
export { FilePlayer, type FilePlayerSettings, filePlayer, loadPlayer } from './player-file/file-player.js';
export type {
  ActSettings,
  Difficulty,
  PlayerAction,
  PlayerAnswer,
  PlayerLadder,
  PlayerLevel,
  PlayerMatch,
  PlayerMeta,
  PlayerModule,
  SavedMatch,
  SelfTest,
  ViewCheck,
} from './player-file/player-module.js';
export { insideText, panelRecordText, ratingText } from './player-file/provenance.js';
export type { PlayerMeasurement, PlayerPanel, PlayerTraining, Provenance } from './player-file/provenance-schema.js';
export { shippedFiles } from './player-file/shipped.js';
export { type FeatureKind, featureKinds } from './policy/action-features.js';
export { ActorCritic, policyJudge, policyValue } from './policy/actor-critic.js';
export { type Advisor, advisedObserver, policyObserver } from './policy/advice.js';
export { advisorNamed } from './policy/advisor.js';
export { tunableBots } from './policy/planned.js';
export {
  actorCritic,
  loadPolicy,
  policyFile,
  policyFor,
  policySchema,
  savePolicy,
} from './policy/policy.js';
export { lookaheadBot, lookaheadPolicy, PolicyAgent, type PolicyPlay } from './policy/policy-agent.js';
export type { Playing, Trained } from './policy/trained.js';
export { RandomAgent, randomAction } from './random.js';
export { type GameRequest, gameOfFile, type ResolvedGame, resolveGame } from './resolve.js';
export {
  GuidedAgent,
  GuidedSearch,
  type GuidedSettings,
  type GuidedStrength,
  guidedDefaults,
} from './search/guided-search.js';
export { FEWEST_SAMPLES, type HalvingBudget } from './search/halving.js';
export {
  LookaheadAgent,
  type LookaheadSettings,
  type LookaheadStrength,
  lookaheadDefaults,
} from './search/lookahead.js';
export { type OpponentWeights, type SimulatedOpponent, splitOpponents } from './search/opponents.js';
export { SearchAgent, type SearchSettings } from './search/search.js';
export type { AgentContext } from './spec/kind.js';
export {
  agentSpecs,
  createAgent,
  loadAgent,
  type TrainedAgent,
  trainedAgent,
} from './spec/load.js';
