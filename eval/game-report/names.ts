/**
 * Names for choices, out of the words that a game has for its actions. What is different in every position (squares,
 * prices, what a place holds) is left out, so that the same choice has the same name in every game.
 */

/** Names that differ in a number alone are kept apart where they are at most so many. */
const fewNumbers = 8;

/** `found a city on c8 for 5 gold (2 left)` -> `found a city on …`. */
export function choiceName(text: string): string {
  return text
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/:\s.*$/s, '')
    .replace(/ for \d.*$/s, '')
    .replace(/#\d+/g, '…')
    .replace(/\b[A-Za-z]\d{1,2}\b/g, '…')
    .replace(/…(\s…)+/g, '…')
    .trim();
}

/** The name without its numbers. */
export const withoutNumbers = (name: string): string => name.replace(/\b\d+([.,]\d+)?\b/g, '…');

/**
 * Which names to use: numbers are kept where that makes few names out of one.
 * @param names all that were met, as `choiceName` gives them
 * @returns what to call each of them
 */
export function settleNames(names: Iterable<string>): Map<string, string> {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    const group = withoutNumbers(name);
    groups.set(group, (groups.get(group) ?? new Set()).add(name));
  }
  const settled = new Map<string, string>();
  for (const [group, members] of groups)
    for (const name of members) settled.set(name, members.size <= fewNumbers ? name : group);
  return settled;
}
