/** The players that come with this package, in the folder `players`. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder: beside this one in the source, one higher in the built package. */
function folder(): string | undefined {
  const places = ['../../players/', '../../../players/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(place));
}

/** Files of `players` for a game with some ending: `<game><ending>` for its usual rules, others named `<game>-...`. */
function filesOf(place: string, gameId: string, ending: string): string[] {
  const name = encodeURIComponent(gameId);
  const own = readdirSync(place).filter((file) => file.endsWith(ending));
  return own.filter((file) => file === `${name}${ending}` || file.startsWith(`${name}-`));
}

/** The usual rules first; the same order everywhere. */
function paths(place: string, files: readonly string[]): string[] {
  const sorted = [...files].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return sorted.map((file) => path.join(place, file));
}

/** Files of the ladders shipped for a game (agents/ladder.ts). */
export function shippedLadders(gameId: string): string[] {
  const place = folder();
  return place === undefined ? [] : paths(place, filesOf(place, gameId, '.ladder.json'));
}

/** Of two players of a game: the strongest, or the one that decides without searching. */
export type Pace = 'strong' | 'fast';

/**
 * Files of the players shipped for a game: `<game>.mjs` plays its usual rules, others are named `<game>-...`. Where one
 * searches, another beside it does not, and its name ends in `-fast`.
 * @param pace those of one kind alone
 */
export function shippedFiles(gameId: string, pace?: Pace): string[] {
  const place = folder();
  if (place === undefined) return [];
  const own = filesOf(place, gameId, '.mjs');
  const fast = (file: string) => file.endsWith('-fast.mjs');
  const searches = (file: string) => own.includes(file.replace(/\.mjs$/, '-fast.mjs'));
  const wanted = own.filter((file) => !pace || !(pace === 'fast' ? searches(file) : fast(file)));
  return paths(place, wanted);
}
