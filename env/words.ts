/** What is asked, in words for people: the same in the terminal and on the page. */
import type { Game, State } from './game.js';

/** The name of a prompt or of a kind of action in words: `PLACE_TOKEN` and `placeToken` -> `place token`. */
export function promptWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
}

/**
 * What is asked of the seat to act, as a sentence: in the game's own words (`Guide.prompts`), else the question that the
 * text of the position ends with.
 * @param text of the position, as the seat to act sees it
 */
export function questionWords(game: Game, state: State, text: string): string {
  const last = text.trimEnd().split('\n').at(-1)!.trim();
  const words = game.guide?.prompts[state.prompt]?.ask?.(state) ?? (last.endsWith('?') ? last : 'what do you do?');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Control characters, which could move the cursor or rewrite what was printed, and those that turn the direction of writing:
 * with them a text reads otherwise than it is.
 */
const unprintable = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from elsewhere as a terminal may have it.
 * @param most characters that are kept
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  const clean = text.replace(unprintable, '?');
  return clean.length > most ? `${clean.slice(0, most)}...` : clean;
}
