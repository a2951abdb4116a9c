/**
 * Settings to begin with, game by game, and for any other game. A preset is a partial config; what it leaves out has
 * the schema's default.
 */

import { UserError } from '../../env/user-error.js';
import { type Config, type ConfigInput, mergeConfig, parseConfig } from '../run/config.js';
import * as classics from './classics.js';
import { crownOfAsh } from './crown-of-ash.js';
import { doomspire } from './doomspire.js';
import { botEvolution, networkEvolution } from './evolution.js';
import { fuzzyKnights } from './fuzzy-knights.js';
import type { GamePresets } from './game-presets.js';
import { generic } from './generic.js';
import { islebound } from './islebound.js';

/** Names of the presets every game has. */
export const presetNames = ['quickstart', 'standard', 'evolution'] as const;

const presets: Readonly<Record<string, GamePresets>> = {
  doomspire,
  'crown-of-ash': crownOfAsh,
  'fuzzy-knights': fuzzyKnights,
  islebound,
  kuhn: classics.kuhn,
  leduc: classics.leduc,
  'tic-tac-toe': classics.ticTacToe,
  'connect-four': classics.connectFour,
  cartpole: classics.cartpole,
  'invalid-actions': classics.invalidActions,
};

/**
 * The presets of a game; those for any game where it has none of its own.
 * @param rivals specs of the scripted bots that came with the game's module
 */
export function presetsOf(gameId: string, rivals: readonly string[] = []): GamePresets {
  return Object.hasOwn(presets, gameId) ? presets[gameId]! : generic(rivals);
}

/**
 * The configuration of a preset.
 * @param source what `loadGame` finds the game by
 * @param over what a config file or options say, laid over it
 * @param rivals specs of the scripted bots that came with the game's module: it is measured against them
 * @param agent spec of the bot whose weights evolution trains; without it a network
 * @throws UserError when there is no such preset, or `over` is wrong
 */
export function presetConfig(
  gameId: string,
  source: string,
  preset: string,
  over: ConfigInput = {},
  rivals: readonly string[] = [],
  agent?: string,
): Config {
  const name = presetNames.find((known) => known === preset);
  if (!name) throw new UserError(`unknown preset ${preset}: use one of ${presetNames.join(', ')}`);
  const own = presetsOf(gameId, rivals);
  const evolved = () => (agent === undefined ? networkEvolution(own.standard) : botEvolution(agent));
  const base = name === 'evolution' ? evolved() : own[name];
  return parseConfig(mergeConfig({ ...base, game: source, preset }, over));
}
