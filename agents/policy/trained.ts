/**
 * What a trained player (a policy, an exported player) was made for: a game, its version and its options. Nowhere else is
 * it as strong as it was measured, so whoever loads one plays these options, or is refused.
 */
import type { Game } from '../../env/game.js';
import { differentOptions, optionsText, parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';

/**
 * What a trained player (a policy, an exported player) was made for. It is as strong as it was measured in this game
 * and with these options only, so others are refused.
 */
export interface Trained {
  game: { id: string; version: string };
  /** All of them, as it was trained. */
  options: unknown;
  /** Numbers of players (the option `players`) where it was trained with several: the options have the largest. */
  players?: readonly number[] | undefined;
}

/** What a trained player is to play. */
export interface Playing {
  /** The game's options as they will be played. */
  options?: unknown;
  /**
   * Trained players may be made to play other options than they were trained with: any, or those named. Default: that is
   * refused. For whoever was asked to, or changes an option on purpose.
   */
  otherOptions?: boolean | readonly string[] | undefined;
}

/**
 * The options a trained player was trained with, checked by its game.
 * @param name how messages call it
 * @throws UserError when it plays another game, or this version has no such options
 */
export function trainedOptions(name: string, { game: plays, options }: Trained, game: Game): Record<string, unknown> {
  if (plays.id !== game.id)
    throw new UserError(`${name} plays ${plays.id}, not ${game.id}: name another game or another agent`);
  try {
    return parseOptions(game, options) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${name} was trained with options that ${game.id} does not have here (${error.message})`, {
      cause: error,
    });
  }
}

/**
 * In words, where a trained player is to play other options than its own: which, and which it was trained with.
 * @param own its options, checked; and the numbers of players, where it was trained with several
 * @param playing `options` are checked too; what `otherOptions` names is left out, but not what `true` allows
 */
export function otherOptionsText(
  name: string,
  { options: own, players = [] }: Pick<Trained, 'options' | 'players'>,
  { options, otherOptions }: Playing,
): string | undefined {
  const meant = Array.isArray(otherOptions) ? [...otherOptions] : [];
  if (players.includes((options as { players?: number }).players!)) meant.push('players');
  const names = differentOptions(own, options).filter((option) => !meant.includes(option));
  if (names.length === 0) return undefined;
  const told = players.length > 0 ? { ...(own as object), players: players.join(' or ') } : own;
  return `${name} was trained with ${optionsText(told, names)}, not with ${optionsText(options, names)}`;
}

/** @throws UserError where a trained player is to play other options than its own, and that is not allowed */
export function refuseOtherOptions(name: string, own: Pick<Trained, 'options' | 'players'>, playing: Playing): void {
  if (playing.otherOptions === true) return;
  const problem = otherOptionsText(name, own, playing);
  if (problem) throw new UserError(`${problem}: play its own options, or allow others (otherOptions)`);
}
