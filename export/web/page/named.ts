/** What of a legend some words name. */
import type { LegendEntry, LegendSection } from '../protocol.js';

/** More than these at once nobody reads. */
const MOST = 3;

/** Finds what words name: the longest names first, so that `wolf den` is not a wolf. In the order of the words. */
export function namedIn(legend: readonly LegendSection[], words: string): LegendEntry[] {
  const names = legend
    .flatMap(({ entries }) =>
      entries.flatMap((entry) => [entry.name, ...(entry.also ?? [])].map((name) => ({ name, entry }))),
    )
    .sort((a, b) => b.name.length - a.name.length);
  const found = new Map<LegendEntry, number>();
  let left = words.toLowerCase();
  for (const { name, entry } of names) {
    const at = wordAt(left, name.toLowerCase());
    if (at < 0) continue;
    left = left.slice(0, at) + ' '.repeat(name.length) + left.slice(at + name.length);
    found.set(entry, Math.min(at, found.get(entry) ?? at));
  }
  return [...found]
    .sort(([, a], [, b]) => a - b)
    .map(([entry]) => entry)
    .slice(0, MOST);
}

/** Where whole words stand in a text; -1 nowhere. */
function wordAt(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!letter(text[at - 1]) && !letter(text[at + name.length])) return at;
  return -1;
}

const letter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
