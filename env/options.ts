/** Checks the options of a game. The schemas are the games' own. */
import type { Game } from './game.js';
import { UserError } from './user-error.js';

/**
 * The options of `game`, defaults filled in.
 * @param options a plain object; nothing given means all defaults
 * @throws UserError naming the wrong option
 */
export function parseOptions<Options>(game: Game<Options>, options: unknown): Options {
  const parsed = game.options.safeParse(options ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? `option ${issue.path.join('.')} of ${game.id}` : `options of ${game.id}`;
  throw new UserError(`${where}: ${issue.message}`);
}
