/** The conformance kit: `checkGame` holds any game to the contract. */
export { type CheckResult, type CheckSettings, checkGame, checkNames, type GameReport } from './check-game.js';
export type { Reached } from './reached.js';
