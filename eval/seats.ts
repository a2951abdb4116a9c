/** Questions that evaluation, tournament and report ask in the same way: how many seats, and how to ask for the same again. */
import { type GameRequest, type ResolvedGame, resolveGame } from '../agents/resolve.js';
import { gameIds } from '../env/load-game.js';
import { parseOptions } from '../env/options.js';
import { UserError } from '../env/user-error.js';

/** A game with its options, resolved, and the number of seats. */
export interface Seating extends ResolvedGame {
  /** Those of the options that must be said to ask for the same again. */
  spelled: Record<string, unknown>;
  /** How many. */
  seats: number;
}

/**
 * Resolves a game and its options, and counts its seats.
 * @param wanted number of seats that the line-up asks for: becomes the option `players` where neither the request nor a
 *   trained player says how many
 * @throws UserError for an unknown game, a wrong option, or agents that were trained for something else
 */
export async function findSeats(request: GameRequest, wanted?: number): Promise<Seating> {
  const resolved = await resolveGame(request);
  const { game, options: said, brought, trained } = resolved;
  const { min, max } = game.seats;
  const free = min < max && said.players === undefined && !trained;
  const options = wanted !== undefined && free && wanted >= min && wanted <= max ? { ...said, players: wanted } : said;
  const defaults = parseOptions(game, {}) as Record<string, unknown>;
  const whole = options === said ? resolved.whole : (parseOptions(game, options) as Record<string, unknown>);
  // A default must be said too where an agent brings something else.
  const needed = (key: string) => brought.includes(key) || JSON.stringify(whole[key]) !== JSON.stringify(defaults[key]);
  const spelled = Object.fromEntries(Object.entries(said).filter(([key]) => needed(key)));
  return { ...resolved, options, whole, spelled, seats: game.players(whole) };
}

/** What a request must say of the game so that the same is done again. */
export interface Repeat {
  /** As it was asked for, or the id of a game of the package; undefined where an agent brings a module of its own. */
  game: string | undefined;
  /** Those of the options that must be said. */
  options: Record<string, unknown>;
  /** Random first moves, where they were asked for. */
  openings?: number | undefined;
  /** Where networks lay, if not on the processor. */
  device?: 'gpu' | undefined;
}

/** @param said the game, and the random first moves, as they were asked for */
export function repeatOf(
  { game, name, spelled }: Seating,
  said: { game?: string | undefined; openings?: number | undefined; device?: unknown },
): Repeat {
  const ours = name === game.id && gameIds().includes(name);
  return {
    game: said.game ?? (ours ? game.id : undefined),
    options: spelled,
    openings: said.openings,
    ...(said.device !== undefined && { device: 'gpu' }),
  };
}

/** The error for a line-up that does not fit the seats. */
export function wrongLineUp(what: string, given: number, { game, seats, trained }: Seating): UserError {
  const { min, max } = game.seats;
  const choice = min < max ? ` (or set the option players, ${min} to ${max})` : '';
  const why = trained ? 'here, as the agent was trained' : 'here';
  return new UserError(`${game.id} has ${seats} seats ${why}: ${what}, not ${given}${choice}`);
}
