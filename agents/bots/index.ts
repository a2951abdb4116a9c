/**
 * The scripted players of the games of this project, by game, and what their makers know of positions. The one table that
 * hands them over: nothing else imports a game's bots by name. Bots of a game loaded from a path come with its module.
 */
import type { Agent } from '../../env/agent.js';
import { ownModule } from '../../env/game-module.js';
import { players as cartpole } from '../../games/cartpole/bots/index.js';
import { players as connectFour } from '../../games/connect-four/bots/index.js';
import { players as crownOfAsh } from '../../games/crown-of-ash/bots/index.js';
import { players as doomspire } from '../../games/doomspire/bots/index.js';
import { players as fuzzyKnights } from '../../games/fuzzy-knights/bots/index.js';
import { players as invalidActions } from '../../games/invalid-actions/bots/index.js';
import { players as islebound } from '../../games/islebound/bots/index.js';
import { players as kuhn } from '../../games/kuhn/bots/index.js';
import { players as leduc } from '../../games/leduc/bots/index.js';
import { players as ticTacToe } from '../../games/tic-tac-toe/bots/index.js';
import type { GamePlayers } from './game-players.js';

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
export { kingChances } from '../../games/doomspire/bots/evaluate.js';
export { evaluationInputs, INPUTS, SEAT_INPUTS, TABLE_INPUTS } from '../../games/doomspire/bots/evaluation-inputs.js';
export { KingNetwork } from '../../games/doomspire/bots/king-network.js';
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
