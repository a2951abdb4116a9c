/** Games to play in a browser: the public names of pages. */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findLadder } from '../../agents/ladder.js';
import { importPlayer } from '../../agents/player-file/file-player.js';
import { shippedFiles, shippedPlayer } from '../../agents/player-file/shipped.js';
import { resolveGame } from '../../agents/resolve.js';
import { checkWritable, temporaryFolder } from '../../checkpoints/atomic.js';
import type { Game } from '../../env/game.js';
import { gameIds, loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { exportPolicy } from '../player/index.js';
import { placeFiles } from '../player/place.js';
import { levelOffered, pageLevels, playerLevels } from './levels.js';
import { type SiteSource, siteOf } from './site.js';

/**
 * What to make a page of.
 * @inline
 */
export interface SiteRequest {
  /** Id of a game, or the path of its module. Default: the game the player was trained for. */
  game?: string | undefined;
  /** Its trained player: a run or checkpoint, or an exported player's file. Default: the one shipped for the game, if any. */
  policy?: string | undefined;
  /** Options the form begins with. Default: those the player was trained with, else the game's own. */
  options?: Record<string, unknown> | undefined;
  /** Seed the form begins with. Default: a new one each time. */
  seed?: string | undefined;
  /** File of a ladder. Default: the one shipped for the game, if any. */
  ladder?: string | undefined;
  /** Level of it that the form begins with as an opponent. Default: the strongest player. */
  difficulty?: number | undefined;
  /**
   * Makes a folder that opens without a network after the first visit, and can be installed. Default: false; a page that is
   * served for a moment must not be kept.
   */
  offline?: boolean | undefined;
  /** Where the page's script and style lie, as `../`, if other pages use them too; they are not made then. */
  shared?: string | undefined;
}

export interface Site {
  game: Game;
  /** Contents by name; `index.html` is the page. */
  files: ReadonlyMap<string, string>;
}

const isScript = (name: string): boolean => /\.m?js$/.test(name);

/**
 * What to make a page of, found by one name: a game (id or module), a player's file, a run or a checkpoint.
 * @param game the game of the player, if it is known
 */
export async function siteRequest(what: string, game?: string): Promise<SiteRequest> {
  if (game !== undefined) return { game, policy: what };
  if (gameIds().includes(what) || /\.[cm]?tsx?$/.test(what)) return { game: what };
  if (!isScript(what)) return { policy: what };
  const isPlayer = await importPlayer(what).then(
    () => true,
    () => false,
  );
  return isPlayer ? { policy: what } : { game: what };
}

/**
 * Makes the files of a page on which a game can be played against its players, in memory; `writeSite` writes them.
 * @throws UserError when the game, its options, its player or its ladder cannot be used, or do not run in a browser;
 *   when there is no such level
 */
export const makeSite = (request: SiteRequest): Promise<Site> =>
  withPlayer(request, async (source) => ({
    game: source.loaded.game,
    files: await siteOf({
      ...(await withLevels(source, request)),
      offline: request.offline,
      shared: request.shared,
    }),
  }));

/**
 * With levels: those of a ladder that was named, those that a player brings which was named, or the game's ladder as far as
 * the page can seat it, in this order; where the game has none, those of the player shipped for it.
 */
async function withLevels(source: SiteSource, { policy, ladder: file, difficulty }: SiteRequest): Promise<SiteSource> {
  const context = { ...source.loaded, options: source.options, otherOptions: true };
  const own = source.player?.meta.ladder;
  const ladder = own && policy !== undefined && file === undefined ? undefined : findLadder(source.loaded, file);
  const { player } = source;
  const seated = ladder
    ? await pageLevels(ladder, context, player?.file)
    : { levels: own ? playerLevels(own) : [], files: new Map(), unseated: [] };
  const { levels, unseated, files: levelFiles } = seated;
  const opponent = difficulty === undefined ? undefined : levelOffered(difficulty, levels, context, file);
  return { ...source, levels, levelFiles, unseated, opponent };
}

/**
 * Finds the game and the player of a request, for who makes a folder of them. The player's file may be gone afterwards.
 * @throws UserError when the game, its options or its player cannot be used
 */
export async function withPlayer<T>(
  { game: name, policy, options, seed }: SiteRequest,
  make: (source: SiteSource) => Promise<T>,
): Promise<T> {
  const spec = policy === undefined ? undefined : `${isScript(policy) ? 'file' : 'policy'}:${policy}`;
  const shipped = name !== undefined && shippedFiles(await loadGame(name)).length > 0;
  const agents = spec !== undefined ? [spec] : shipped ? ['player'] : [];
  const resolved = await resolveGame({ game: name, options, agents, otherOptions: true });
  // Against people every rule is on; in self-play some are narrowed (see the game's README).
  const narrowed = 'conceding' in resolved.whole && options?.conceding === undefined;
  const begins = { ...resolved.options, ...(narrowed && { conceding: 'any' }) };
  const folder = temporaryFolder('tabletop-web-');
  try {
    let file: string | undefined;
    if (policy !== undefined && isScript(policy)) file = resolve(policy);
    else if (policy !== undefined) {
      file = join(folder, 'player.mjs');
      await exportPolicy({ policy, game: resolved.name, format: 'js', out: file });
    } else if (shipped) file = await shippedPlayer({ ...resolved, options: resolved.whole });
    const player = file === undefined ? undefined : { file, meta: (await importPlayer(file)).meta };
    if (player?.meta.network?.memory)
      throw new UserError(
        `${policy} remembers its earlier decisions, and hosts of this kind show a player one position at a time: export it with --format js`,
      );
    return await make({ loaded: resolved, player, options: begins, seed });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was written. */
export interface SiteResult {
  /** The folder. */
  path: string;
  files: { path: string; bytes: number }[];
  bytes: number;
}

/** The folder of a page, as an absolute path. @throws UserError when that is a name of a file, or nothing can be written there */
export function siteFolder(out: string): string {
  if (isScript(out) || /\.html?$/.test(out)) throw new UserError(`${out}: a page is a folder, name it like site`);
  checkWritable(join(out, 'index.html'), { folderIsMade: true });
  return resolve(out);
}

/** Writes a page as a folder. @throws UserError when nothing can be written there */
export function writeSite({ files }: Pick<Site, 'files'>, out: string): SiteResult {
  const path = siteFolder(out);
  return { path, ...placeFiles([...files].map(([name, text]) => [join(path, name), text])) };
}
