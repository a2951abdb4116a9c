/** The games that come with this project, and the way to any other: by the path of a module that exports one. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Agent } from '../agent.js';
import type { Game } from '../game.js';
import { UserError } from '../user-error.js';

/** Every game of this project, in the order lists show them. */
export const games: readonly Game[] = [];

/** A game and what its module brought along. */
export interface LoadedGame {
  game: Game;
  /** Bots the module exports; empty for the games of this project, whose bots stand in agents/. */
  bots: Record<string, () => Agent>;
  /** What `loadGame` finds it by from anywhere, worker threads included: its id, or the absolute path. */
  source: string;
}

const members = ['id', 'version', 'title', 'players', 'actions', 'observation', 'prompts', 'streams', 'options'];

/**
 * @param nameOrPath id of a game of this project, or the path of a module that exports `game` (or exports it as
 *   default) and maybe `bots`, a record of functions that make agents; TypeScript is fine
 * @throws UserError when there is no such game, or the module cannot be loaded or exports none
 */
export async function loadGame(nameOrPath: string): Promise<LoadedGame> {
  const known = games.find((game) => game.id === nameOrPath);
  if (known) return { game: known, bots: {}, source: known.id };
  const path = nameOrPath.startsWith('file:') ? fileURLToPath(nameOrPath) : resolve(nameOrPath);
  if (!existsSync(path)) {
    const isPath = /[/\\]|\.[cm]?[jt]s$/.test(nameOrPath);
    const list = games.map((game) => game.id).join(', ') || 'none yet';
    throw new UserError(
      isPath
        ? `there is no file ${nameOrPath}: give the path of a module that exports a game, or one of: ${list}`
        : `unknown game ${nameOrPath}: use one of ${list}, or the path of a module that exports a game`,
    );
  }
  const module = await importModule(path, nameOrPath);
  const game = module.game ?? (module.default as { game?: unknown } | undefined)?.game ?? module.default;
  const missing = game && typeof game === 'object' ? members.find((name) => !(name in game)) : 'game';
  if (missing !== undefined || typeof (game as Game).newState !== 'function')
    throw new UserError(
      missing === 'game'
        ? `${nameOrPath} exports no game: export a constant named game (docs/add-your-game.md)`
        : `the game that ${nameOrPath} exports has no member ${missing ?? 'newState'} (docs/add-your-game.md)`,
    );
  return { game: game as Game, bots: (module.bots ?? {}) as LoadedGame['bots'], source: path };
}

// tsx makes a new module each time it is asked.
const typescript: Record<string, Record<string, unknown>> = {};

async function importModule(path: string, name: string): Promise<Record<string, unknown>> {
  const url = pathToFileURL(path).href;
  // Run from source we run under tsx or vitest, which take TypeScript; built, Node needs tsx for it.
  const needsTsx = /\.[cm]?tsx?$/.test(path) && !import.meta.url.endsWith('.ts');
  try {
    if (!needsTsx) return await import(url);
    const { tsImport } = await import('tsx/esm/api');
    return (typescript[url] ??= await tsImport(url, import.meta.url));
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n', 2).join(' ') : String(error);
    throw new UserError(`cannot load ${name}: ${reason}`, { cause: error });
  }
}
