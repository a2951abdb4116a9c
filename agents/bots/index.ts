/**
 * The scripted players of the games of this project, by game, and what their makers know of positions. The one table that
 * hands them over: nothing else imports a game's bots by name. Bots of a game loaded from a path come with its module.
 */
import type { Agent } from '../../env/agent.js';
import { ownModule } from '../../env/game-module.js';
import { players as cartpole } from './cartpole/index.js';
import { players as connectFour } from './connect-four/index.js';
import { players as crownOfAsh } from './crown-of-ash/index.js';
import { players as doomspire } from './doomspire/index.js';
import { players as fuzzyKnights } from './fuzzy-knights/index.js';
import type { GamePlayers } from './game-players.js';
import { players as invalidActions } from './invalid-actions/index.js';
import { players as islebound } from './islebound/index.js';
import { players as kuhn } from './kuhn/index.js';
import { players as leduc } from './leduc/index.js';
import { players as ticTacToe } from './tic-tac-toe/index.js';

const table: Readonly<Record<string, GamePlayers>> = {
  doomspire,
  'fuzzy-knights': fuzzyKnights,
  'crown-of-ash': crownOfAsh,
  islebound,
  kuhn,
  leduc,
  'tic-tac-toe': ticTacToe,
  'connect-four': connectFour,
  cartpole,
  'invalid-actions': invalidActions,
};

/** What bench/ fits and tests: the network that judges positions of Doomspire, and its inputs. */
export { kingChances } from './doomspire/evaluate.js';
export { evaluationInputs, INPUTS, SEAT_INPUTS, TABLE_INPUTS } from './doomspire/evaluation-inputs.js';
export { KingNetwork } from './doomspire/king-network.js';
/** Any of them, played softly. */
export { LEAST_TEMPERATURE, SoftPlayer, weighs } from './soft-player.js';

/** The players of a game; no bots where it is not one of ours. */
export function gamePlayers(gameId: string): GamePlayers {
  return Object.hasOwn(table, gameId) ? table[gameId]! : { bots: {} };
}

/** The scripted bots of a game, by name. */
export function scriptedBots(gameId: string): Record<string, () => Agent> {
  return Object.fromEntries(Object.entries(gamePlayers(gameId).bots).map(([name, bot]) => [name, bot.create]));
}

/** What each scripted bot of a game is after, by name. */
export function agentPlans(gameId: string): Record<string, string> {
  return Object.fromEntries(Object.entries(gamePlayers(gameId).bots).map(([name, bot]) => [name, bot.plan]));
}

/** Path of the module that exports `players` of a game of this project, to be bundled into exported players. */
export function playersModule(gameId: string): string {
  return ownModule(`./${gameId}/index.js`, import.meta.url);
}
