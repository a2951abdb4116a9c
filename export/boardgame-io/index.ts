/** Games and players for boardgame.io: the public names of that export. */
import { join, resolve } from 'node:path';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { placeFiles } from '../player/place.js';
import { type SiteRequest, withPlayer } from '../web/index.js';
import { folderOf } from './folder.js';

/** What was written. */
export interface HostFolder {
  game: Game;
  /** The folder. */
  path: string;
  files: { path: string; bytes: number }[];
  bytes: number;
}

/**
 * Writes a folder with a game and who plays it (docs/boardgame.io.md).
 * @param request as for a page: a game, a run, a checkpoint or a player's file
 * @param placed where to, once the game is known
 * @throws UserError when the game, its options or its player cannot be used, or nothing can be written there
 */
export function exportToBoardgameIo(request: SiteRequest, placed: (game: Game) => string): Promise<HostFolder> {
  return withPlayer(request, async (source) => {
    const { game } = source.loaded;
    const out = placed(game);
    if (/\.[cm]?js$/.test(out)) throw new UserError(`${out}: this format is a folder, name it like ${game.id}`);
    const path = resolve(out);
    const files = [...(await folderOf(source))].map(([name, text]) => [join(path, name), text] as const);
    return { game, path, ...placeFiles(files) };
  });
}
