/** The players and ladders that come with the games of this package, each in the folder of its game. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of games: beside ours in the source, one higher in the built package. */
const folder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../games/' : '../../../games/', import.meta.url),
);

/** Files of a game's folder: `<name><ending>` for its usual rules, others named `<name>-...`, in that order. */
function filesOf(gameId: string, name: string, ending: string): string[] {
  const place = path.join(folder, encodeURIComponent(gameId));
  let files: string[];
  try {
    files = readdirSync(place);
  } catch {
    return [];
  }
  const own = files.filter(
    (file) => file === `${name}${ending}` || (file.startsWith(`${name}-`) && file.endsWith(ending)),
  );
  const sorted = own.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return sorted.map((file) => path.join(place, file));
}

/** Files of the ladders shipped for a game (agents/ladder.ts). */
export function shippedLadders(gameId: string): string[] {
  return filesOf(gameId, 'ladder', '.json');
}

/** Of two players of a game: the strongest, or the one that decides without searching. */
export type Pace = 'strong' | 'fast';

/**
 * Files of the players shipped for a game: `player.mjs` plays its usual rules, others are named `player-...`. Where one
 * searches, another beside it does not, and its name ends in `-fast`.
 * @param pace those of one kind alone
 */
export function shippedFiles(gameId: string, pace?: Pace): string[] {
  const own = filesOf(gameId, 'player', '.mjs');
  const fast = (file: string) => file.endsWith('-fast.mjs');
  const searches = (file: string) => own.includes(file.replace(/\.mjs$/, '-fast.mjs'));
  return own.filter((file) => !pace || !(pace === 'fast' ? searches(file) : fast(file)));
}
