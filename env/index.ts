/**
 * The public names of this floor: the contracts, the environments, replays and the conformance kit. Games import them
 * too, and games run in browsers: nothing here may load a module of Node before it is called.
 */
export type { Agent, View } from './agent.js';
export {
  type Chance,
  type ChanceState,
  createRng,
  EnumeratingChance,
  RecordingChance,
  type Rng,
  type RngState,
  ScriptedChance,
  type Seed,
  SeededChance,
  shuffle,
  shuffleBy,
} from './chance.js';
export {
  type CheckName,
  type CheckResult,
  type CheckSettings,
  checkGame,
  checkNames,
  type GameReport,
  type Reached,
} from './conformance/index.js';
export { Env, type EnvInfo, type EnvSettings, type Start, type Step } from './env.js';
export {
  CallCrashed,
  type Calls,
  type Fleet,
  type Host,
  type OpenService,
  type Service,
  ServiceUnavailable,
} from './fleet.js';
export { type Game, type ObservationPiece, observationSize, type State, type Symmetry } from './game.js';
export {
  type Bot,
  botMakers,
  type GamePackage,
  type Preset,
  type ScriptedBot,
  type SearchSettings,
  type ShippedPlayer,
  type SolvedPosition,
  scriptedBots,
} from './game-package.js';
export { hashBytes } from './hash.js';
export type { Evaluate, Potential } from './judges.js';
export { type ActionObserver, gameObserver, type Observer } from './observer.js';
export { type OptionsOf, parseOptions } from './options.js';
export {
  formatReplay,
  type Played,
  parseReplay,
  playReplay,
  type Replay,
  type ReplayMoment,
  recordReplay,
} from './replay.js';
export {
  type CappedWorth,
  cappedWorths,
  defaultReturns,
  placeReturns,
  placesByScore,
  type ReturnRule,
} from './returns.js';
export {
  type Drawing,
  type Drawn,
  type Scene,
  type SceneBoard,
  type SceneCard,
  type SceneCards,
  type ScenePlace,
  type SceneToken,
  sceneSchema,
  type TokenShape,
  type Tone,
  tokenShapes,
  tones,
} from './scene.js';
export type { Methods } from './thread.js';
export { Trace } from './trace.js';
export { type ResetSettings, type SeatObservation, type Turn, TurnEnv, type TurnInfo } from './turn-env.js';
export { UserError } from './user-error.js';
export {
  RUNNING,
  TERMINATED,
  TRUNCATED,
  VectorEnv,
  type VectorEnvSettings,
  type VectorEnvState,
} from './vector-env.js';
export { LiveView } from './view.js';
