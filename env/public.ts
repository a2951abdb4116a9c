/**
 * The contracts, the environments, replays and the checks of a game. Games import this too, and games run in browsers:
 * nothing here may load a module of Node before it is called.
 */
export type { Agent, View } from './agent.js';
export {
  type Chance,
  createRng,
  RecordingChance,
  type Rng,
  ScriptedChance,
  SeededChance,
  shuffle,
  shuffleBy,
} from './chance.js';
export { checkGame } from './conformance/index.js';
export { Env, type EnvSettings } from './env.js';
export { type Game, observationSize, type State } from './game.js';
export type { GamePackage } from './game-package.js';
export { hashBytes } from './hash.js';
export type { Evaluate } from './judges.js';
export { gameObserver, type Observer } from './observer.js';
export { parseOptions } from './options.js';
export { formatReplay, parseReplay, playReplay, type Replay, recordReplay } from './replay.js';
export { type Drawing, type ScenePlace, type SceneToken, tones } from './scene.js';
export { Trace } from './trace.js';
export { TurnEnv } from './turn-env.js';
export { UserError } from './user-error.js';
export { RUNNING, TERMINATED, TRUNCATED, VectorEnv, type VectorEnvSettings } from './vector-env.js';
