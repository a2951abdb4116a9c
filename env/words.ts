/** What is asked, in words for people: the same in the terminal and on the page. */
import type { Game, State } from './game.js';

/** The name of a prompt or of a kind of action in words: `PLACE_TOKEN` and `placeToken` -> `place token`. */
export function promptWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
}

/** What is asked of the seat to act; empty where the text of the position ends with a question of its own. */
export function questionWords(game: Game, state: State, text: string): string {
  return /\w\?\s*$/.test(text) ? '' : `${promptWords(game.prompts[state.prompt] ?? '')}: what do you do?`;
}

/**
 * Text from elsewhere as a terminal may have it: a control character in a file or on a queue could move the cursor or
 * rewrite what was printed.
 * @param most characters that are kept
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  const clean = text.replace(/[^\P{Cc}\n\t]/gu, '?');
  return clean.length > most ? `${clean.slice(0, most)}...` : clean;
}
