/**
 * The scripted bots of the games of this project, by game: their names, their plans in one line each, and what a search
 * of that game should use. A game's bots stand in `agents/<game>/`; bots of a game loaded from a path come with it.
 */
import type { Agent } from '../env/agent.js';
import { cartpolePlayers } from './bots/cartpole/index.js';
import { connectFourPlayers } from './bots/connect-four/index.js';
import { crownOfAshPlayers } from './bots/crown-of-ash/index.js';
import { doomspirePlayers } from './bots/doomspire/index.js';
import { fuzzyKnightsPlayers } from './bots/fuzzy-knights/index.js';
import type { GamePlayers } from './bots/game-players.js';
import { invalidActionsPlayers } from './bots/invalid-actions/index.js';
import { isleboundPlayers } from './bots/islebound/index.js';
import { kuhnPlayers } from './bots/kuhn/index.js';
import { leducPlayers } from './bots/leduc/index.js';
import { ticTacToePlayers } from './bots/tic-tac-toe/index.js';

const players: Readonly<Record<string, GamePlayers>> = {
  doomspire: doomspirePlayers,
  'fuzzy-knights': fuzzyKnightsPlayers,
  'crown-of-ash': crownOfAshPlayers,
  islebound: isleboundPlayers,
  kuhn: kuhnPlayers,
  leduc: leducPlayers,
  'tic-tac-toe': ticTacToePlayers,
  'connect-four': connectFourPlayers,
  cartpole: cartpolePlayers,
  'invalid-actions': invalidActionsPlayers,
};

/** The players of a game; no bots where it is not one of ours. */
export function gamePlayers(gameId: string): GamePlayers {
  return Object.hasOwn(players, gameId) ? players[gameId]! : { bots: {} };
}

/** Rounds after which a search of so many simulations cuts them; Infinity: at the end of the game. */
export function searchRounds({ rounds = Infinity, farther = Infinity }: GamePlayers, simulations = 0): number {
  return rounds + Math.max(0, 1 + Math.floor(Math.log2(simulations / farther)));
}

/** The scripted bots of a game, by name. */
export function scriptedBots(gameId: string): Record<string, () => Agent> {
  return Object.fromEntries(Object.entries(gamePlayers(gameId).bots).map(([name, bot]) => [name, bot.create]));
}

/** What each scripted bot of a game is after, by name. */
export function agentPlans(gameId: string): Record<string, string> {
  return Object.fromEntries(Object.entries(gamePlayers(gameId).bots).map(([name, bot]) => [name, bot.plan]));
}
