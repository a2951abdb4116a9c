/**
 * Settings to begin with, game by game, and for any other game. A preset is a partial config; what it leaves out has
 * the schema's default.
 */

import { UserError } from '../../env/user-error.js';
import { crownOfAsh } from '../../games/crown-of-ash/presets.js';
import { doomspire } from '../../games/doomspire/presets.js';
import { fuzzyKnights } from '../../games/fuzzy-knights/presets.js';
import { islebound } from '../../games/islebound/presets.js';
import { type Config, type ConfigInput, mergeConfig, parseConfig } from '../run/config.js';
import * as classics from './classics.js';
import { botEvolution, networkEvolution } from './evolution.js';
import { searchTeaches } from './expert-iteration.js';
import type { GamePresets } from './game-presets.js';
import { generic } from './generic.js';

/** Names of the presets; every game has all but the last. */
export const presetNames = ['quickstart', 'standard', 'evolution', 'expert-iteration', 'overnight'] as const;

/**
 * Presets that any game has, each for an algorithm of that name, made of its `standard` and of what it has otherwise.
 * @param agent as for `presetConfig`
 */
const general = {
  evolution: ({ standard }: GamePresets, agent?: string) =>
    agent === undefined ? networkEvolution(standard) : botEvolution(agent),
  'expert-iteration': (own: GamePresets) => searchTeaches(own.standard, own['expert-iteration']),
};

/** Their names. */
export const presetAlgorithms = Object.keys(general) as (keyof typeof general)[];

const isGeneral = (name: string): name is keyof typeof general => Object.hasOwn(general, name);

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

/** A game as presets know it. */
export interface PresetGame {
  id: string;
  /** What `loadGame` finds it by. */
  source: string;
  /** Specs of the bots that came with its module, the strongest first: it is measured against them. */
  rivals?: readonly string[];
  /** Those of them whose weights can be trained. */
  tunable?: readonly string[];
}

/** The presets of a game; those for any game where it has none of its own. */
export function presetsOf({ id, rivals = [], tunable = [] }: PresetGame): GamePresets {
  return Object.hasOwn(presets, id) ? presets[id]! : generic(rivals, tunable[0]);
}

/** Those of the names above that a game has. */
export function presetsFor(game: PresetGame): readonly (typeof presetNames)[number][] {
  return presetNames.filter((name) => isGeneral(name) || presetsOf(game)[name]);
}

/**
 * The configuration of a preset.
 * @param over what a config file or options say, laid over it
 * @param agent spec of the bot whose weights evolution trains; without it a network
 * @throws UserError when there is no such preset, or `over` is wrong
 */
export function presetConfig(game: PresetGame, preset: string, over: ConfigInput = {}, agent?: string): Config {
  const name = presetNames.find((known) => known === preset);
  if (!name) throw new UserError(`unknown preset ${preset}: use one of ${presetNames.join(', ')}`);
  const own = presetsOf(game);
  const base = isGeneral(name) ? general[name](own, agent) : own[name];
  if (!base) throw new UserError(`${game.id} has no preset ${name}: use one of ${presetsFor(game).join(', ')}`);
  return parseConfig(mergeConfig({ ...base, game: game.source, preset }, over));
}
