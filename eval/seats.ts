/** Questions that evaluation, tournament and report ask in the same way: how many seats, and which command. */
import { type LoadedGame, loadGame } from '../env/games/index.js';
import { parseOptions } from '../env/options.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';

/** A game with the number of seats settled. */
export interface Seating extends LoadedGame {
  options: Record<string, unknown>;
  /** Those of the given options that are not the default: what a command line must say. */
  spelled: Record<string, unknown>;
  players: number;
}

/**
 * Loads a game and counts its seats.
 * @param wanted number of seats that the line-up asks for: becomes the option `players` where it was not given
 * @throws UserError for an unknown game or a wrong option
 */
export async function findSeats(name: string, given: Record<string, unknown> = {}, wanted?: number): Promise<Seating> {
  const loaded = await loadGame(name);
  const { min, max } = loaded.game.players;
  const free = min < max && given.players === undefined;
  const options =
    wanted !== undefined && free && wanted >= min && wanted <= max ? { ...given, players: wanted } : given;
  const env = new TurnEnv(loaded.game, { options });
  env.start({ seed: 'seats' });
  const defaults = parseOptions(loaded.game, {}) as Record<string, unknown>;
  const checked = env.options as Record<string, unknown>;
  const spelled = Object.fromEntries(
    Object.keys(given)
      .filter((key) => JSON.stringify(checked[key]) !== JSON.stringify(defaults[key]))
      .map((key) => [key, given[key]]),
  );
  return { ...loaded, options, spelled, players: env.state.players };
}

/** The error for a line-up that does not fit the seats. */
export function wrongLineUp(what: string, given: number, { game, players }: Seating): UserError {
  const { min, max } = game.players;
  const choice = min < max ? ` (or set the option players, ${min} to ${max})` : '';
  return new UserError(`${game.id} has ${players} seats here: ${what}, not ${given}${choice}`);
}

/** A command line that a shell takes apart again into the same words. */
export function commandLine(words: readonly (string | number)[], options: Record<string, unknown> = {}): string {
  const all = words.map(String);
  if (Object.keys(options).length > 0) all.push('--options', JSON.stringify(options));
  return all.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
