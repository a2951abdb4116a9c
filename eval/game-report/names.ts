/**
 * Names for choices, out of the words that a game has for its actions. Details that differ in every position (prices,
 * what a square holds) are left out, so that a choice has the same name in every game. A single card or square keeps a
 * name of its own beside the name of its kind where it is chosen often enough to compare.
 */

/** Names that differ in a number alone are kept apart where they are at most so many. */
const fewNumbers = 8;

const ids = /#\d+/g;
const squares = /\b[A-Za-z]\d{1,2}\b/g;
const joined = (name: string) => name.replace(/…(\s…)+/g, '…').trim();

/**
 * The finest name: `go to b7 (2 ore)` -> `go to b7`. A numbered card is the same card in every place and at every price:
 * `build from place 4 for 5 coins: #28` -> `build from place … #28`.
 */
export function choiceName(text: string): string {
  const short = text
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/:\s.*$/s, '')
    .replace(/ for \d.*$/s, '')
    .trim();
  const cards = text.match(ids);
  if (!cards) return short;
  const name = short.replace(squares, '…').replace(/(?<![#\d])\d+([.,]\d+)?\b/g, '…');
  return joined([name, ...cards.filter((card) => !short.includes(card))].join(' '));
}

/** The name without cards and squares: `go to b7` -> `go to …`. */
export const kindName = (name: string): string => joined(name.replace(ids, '…').replace(squares, '…'));

/** The same without numbers: `pay 3 coins` -> `pay … coins`. */
export const plainName = (name: string): string => joined(kindName(name).replace(/\b\d+([.,]\d+)?\b/g, '…'));

/**
 * Which names to use: numbers are kept where that makes few names out of one, and single cards and squares stand beside
 * their kind where enough seats chose them.
 * @param seats by `choiceName`, how many seats made the choice
 * @param enough so many, to stand apart
 * @returns what each of them counts under
 */
export function settleNames(seats: ReadonlyMap<string, number>, enough: number): Map<string, string[]> {
  const add = (groups: Map<string, Set<string>>, group: string, name: string) =>
    groups.set(group, (groups.get(group) ?? new Set()).add(name));
  const kinds = new Map<string, Set<string>>();
  for (const name of seats.keys()) add(kinds, plainName(name), kindName(name));
  const used = (name: string) => (kinds.get(plainName(name))!.size <= fewNumbers ? kindName(name) : plainName(name));
  const singles = new Map<string, Set<string>>();
  for (const name of seats.keys()) add(singles, used(name), name);
  return new Map(
    [...seats].map(([name, count]) => {
      const group = used(name);
      const apart = name !== group && count >= enough && singles.get(group)!.size > 1;
      return [name, apart ? [group, name] : [group]];
    }),
  );
}
