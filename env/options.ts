/** Checks the options of a game, compares them and says them. The schemas are the games' own. */
import type { Game } from './game.js';
import { hashBytes } from './hash.js';
import { UserError } from './user-error.js';
import { printable } from './words.js';

/**
 * What may be given as options: any of a game's options, each of its type; anything where the game is not known as a
 * type. Checked again when it is used.
 */
export type OptionsOf<Options> = unknown extends Options ? unknown : Partial<Options>;

/**
 * The options of `game`, defaults filled in.
 * @param options a plain object; nothing given means all defaults
 * @throws UserError naming the wrong option
 */
export function parseOptions<Options>(game: Game<Options>, options: unknown): Options {
  const parsed = game.options.safeParse(options ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where =
    issue.path.length > 0 ? `option ${printable(issue.path.join('.'), 100)} of ${game.id}` : `options of ${game.id}`;
  const known = Object.keys((game.options as { shape?: object }).shape ?? {});
  throw new UserError(
    `${where}: ${printable(issue.message, 300)}${known.length > 0 ? `; the options are: ${known.join(', ')}` : ''}`,
  );
}

/** Changes what is asked, never what can be played (see `Game.options`): players of both are the same. */
const changesNothing = 'askForced';

/**
 * Names of the options that differ in what can be played.
 * @param a checked options, as `parseOptions` gives them; so is `b`
 */
export function differentOptions(a: unknown, b: unknown): string[] {
  const [left, right] = [(a ?? {}) as Record<string, unknown>, (b ?? {}) as Record<string, unknown>];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter(
    (name) => name !== changesNothing && canonicalJson(left[name]) !== canonicalJson(right[name]),
  );
}

/**
 * The fewest options that mean the same as these: without what is the default beside the others.
 * @throws UserError when they are not options of the game
 */
export function spellOptions(game: Game, options: unknown): Record<string, unknown> {
  const whole = parseOptions(game, options) as Record<string, unknown>;
  const spelled = { ...whole };
  for (const name of Object.keys(whole)) {
    const { [name]: _, ...rest } = spelled;
    const parsed = game.options.safeParse(rest);
    if (parsed.success && canonicalJson(parsed.data) === canonicalJson(whole)) delete spelled[name];
  }
  return spelled;
}

/**
 * Some options in a few words: `players=3, components=#3f2a91`. Tables are said by a short hash.
 * @param names which ones; default: all
 */
export function optionsText(options: unknown, names = Object.keys(options ?? {})): string {
  const values = (options ?? {}) as Record<string, unknown>;
  return names.map((name) => `${name}=${valueText(values[name])}`).join(', ');
}

function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const text = canonicalJson(value)!;
  if (text.length <= 16) return text;
  return `#${hashBytes(new TextEncoder().encode(text)).toString(16).padStart(14, '0').slice(-6)}`;
}

/** JSON that does not depend on the order of keys. */
export function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
