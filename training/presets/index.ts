/**
 * Settings to begin with. A preset is a partial config; what it leaves out has the schema's default. Games bring their own
 * (`GamePackage.presets`); every game has some.
 */

import type { Preset } from '../../env/game-package.js';
import { UserError } from '../../env/user-error.js';
import { type Config, type ConfigInput, parseConfig } from '../run/config.js';
import { mergeConfig } from '../run/merge-config.js';
import { fromTheRules } from './afterstate.js';
import { botEvolution, networkEvolution } from './evolution.js';
import { searchTeaches } from './expert-iteration.js';
import type { GamePresets } from './game-presets.js';
import { generic } from './generic.js';
import { onCard } from './gpu.js';

/** Names of the usual presets; every game has all but the last. */
export const presetNames = [
  'quickstart',
  'standard',
  'afterstate',
  'ppo',
  'evolution',
  'expert-iteration',
  'gpu',
  'overnight',
] as const;

/** Presets that any game has, each for an algorithm of that name, made of its `standard` and of what it has otherwise. */
const algorithms = {
  evolution: (own: GamePresets, agent?: string) =>
    mergeConfig(agent === undefined ? networkEvolution(own.standard) : botEvolution(agent), own.evolution ?? {}),
  'expert-iteration': searched,
  afterstate: (own: GamePresets) =>
    mergeConfig(fromTheRules(MINUTES, own.standard.evaluation?.against ?? ['random']), own.afterstate ?? {}),
};

function searched(own: GamePresets): ConfigInput {
  return searchTeaches(own.standard, own['expert-iteration']);
}

/**
 * Those, and the one for graphics cards.
 * @param agent as for `presetConfig`
 */
const general = {
  ...algorithms,
  gpu: (own: GamePresets, _agent: string | undefined, planes: readonly string[]) =>
    mergeConfig(onCard(searched(own), planes), own.gpu ?? {}),
};

/** Of a run of afterstate learning, unless it is told otherwise. */
const MINUTES = 30;

/** Names of those for algorithms. */
export const presetAlgorithms = Object.keys(algorithms) as (keyof typeof algorithms)[];

const isGeneral = (name: string): name is keyof typeof general => Object.hasOwn(general, name);

/** A game as presets see it. */
export interface PresetGame {
  id: string;
  /** What `loadGame` finds it by. */
  source: string;
  /** Those that come with the game (`GamePackage.presets`). */
  presets: Readonly<Record<string, Preset>> | undefined;
  /** Specs of the bots that its new players are measured against. */
  rivals?: readonly string[];
  /** Specs of the bots whose weights can be trained, the strongest first. */
  tunable?: readonly string[];
  /** Pieces of its observation that are planes of its board (`Game.board`). */
  planes?: readonly string[];
}

/** The presets of a game: its own, laid over those of a game for which nothing was tuned. */
export function presetsOf({ presets, rivals = [], tunable = [] }: PresetGame): GamePresets {
  return { ...generic(rivals, tunable[0]), ...presets };
}

/** Names of the presets of a game: those that every game has, then its own. */
export function presetsFor(game: PresetGame): readonly string[] {
  const own = presetsOf(game);
  const usual = presetNames.filter((name) => isGeneral(name) || own[name]);
  return [...usual, ...Object.keys(own).filter((name) => !presetNames.some((known) => known === name))];
}

/** The preset that trains by PPO: the usual one where that does. */
export function presetOfPpo(game: PresetGame, usual = 'standard'): string {
  const { phases } = presetConfig(game, usual);
  return phases.at(-1)!.algorithm === 'ppo' ? usual : 'ppo';
}

/**
 * The configuration of a preset, such as `quickstart`.
 * @param game as `presetGame` gives it
 * @param over what a config file or options say, laid over it
 * @param agent spec of the bot whose weights evolution trains; without it a network
 * @throws UserError when there is no such preset, or `over` is wrong
 */
export function presetConfig(game: PresetGame, preset: string, over: ConfigInput = {}, agent?: string): Config {
  if (!presetsFor(game).includes(preset))
    throw new UserError(`${game.id} has no preset ${preset}: use one of ${presetsFor(game).join(', ')}`);
  const own = presetsOf(game);
  const base = isGeneral(preset) ? general[preset](own, agent, game.planes ?? []) : own[preset]!;
  return parseConfig(mergeConfig({ ...base, game: game.source, preset }, over));
}
