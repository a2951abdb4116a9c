/**
 * Finds games: those of this project by id, in its folder `games`, and any other by the path of its module. Both are loaded
 * in the same way, and what comes is the whole package (env/game-package.ts). Needs Node; nothing that runs in a browser
 * imports it.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { type GamePackage, type ScriptedBot, scriptedBots } from './game-package.js';
import { ownModule } from './own-module.js';
import { packageProblem } from './package-schema.js';
import { UserError } from './user-error.js';
import { printable } from './words.js';

/** A game's package, and where it was found. */
export interface LoadedGame extends GamePackage {
  /** Each with its plan; empty where the module says nothing about it. */
  bots: Readonly<Record<string, ScriptedBot>>;
  /** What `loadGame` finds it by from anywhere, worker threads included: its id, or the absolute path. */
  source: string;
  /** Absolute path of the module that exports it. Paths of the ladder and of shipped players are absolute too. */
  module: string;
}

const folder = new URL('../games/', import.meta.url);
let ids: readonly string[] | undefined;

/** Ids of the games of this project, in the order in which lists show them. */
export function gameIds(): readonly string[] {
  ids ??= JSON.parse(readFileSync(new URL('games.json', folder), 'utf8')) as string[];
  return ids;
}

/** Absolute path of the module of a game of this project. */
const moduleOf = (id: string) => ownModule(`../games/${id}/index.js`, import.meta.url);

/** What `loadGame` finds a module by: the id of a game of this project, else its path. */
export const sourceOf = (module: string): string => gameIds().find((id) => moduleOf(id) === module) ?? module;

/** All games of this project. */
export function loadGames(): Promise<LoadedGame[]> {
  return Promise.all(gameIds().map((id) => loadGame(id)));
}

/**
 * Loads a game with everything that comes with it.
 * @param nameOrPath id of a game of this project, or the path of a module whose default export is a `GamePackage`;
 *   TypeScript is fine
 * @throws UserError when there is no such game, or the module cannot be loaded or exports none
 */
export async function loadGame(nameOrPath: string): Promise<LoadedGame> {
  if (gameIds().includes(nameOrPath)) {
    return { ...(await loadGameModule(moduleOf(nameOrPath), nameOrPath)), source: nameOrPath };
  }
  const path = nameOrPath.startsWith('file:') ? fileURLToPath(nameOrPath) : resolve(nameOrPath);
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there?.isFile()) throw noSuchGame(nameOrPath, there !== undefined);
  return loadGameModule(path, nameOrPath);
}

/**
 * The game that a file names, such as a replay or a checkpoint. A file names games of this project only: a module would
 * run because a file says so.
 * @param how the command is told the module of one's own game
 * @throws UserError when it is the path of a module
 */
export function gameNamedIn(file: string, name: string, how = 'with --game'): string {
  if (gameIds().includes(name)) return name;
  throw new UserError(
    `${file} names the game ${printable(name, 60)}, which this package does not have: name the module of your own game ${how}`,
  );
}

function noSuchGame(nameOrPath: string, there: boolean): UserError {
  const list = gameIds().join(', ');
  if (nameOrPath.trim() === '')
    return new UserError(`the name of the game is empty: use one of ${list}, or the path of a module`);
  const wanted = `give the path of a module that exports a game, or one of: ${list}`;
  if (there) return new UserError(`${nameOrPath} is not a file: ${wanted}`);
  if (/[/\\]|\.[cm]?[jt]sx?$/.test(nameOrPath)) return new UserError(`there is no file ${nameOrPath}: ${wanted}`);
  return new UserError(`unknown game ${nameOrPath}: use one of ${list}, or the path of a module that exports a game`);
}

const members = ['id', 'version', 'title', 'seats', 'actions', 'observation', 'prompts', 'streams', 'options'];
const methods = ['players', 'newState'] as const;

/**
 * @param path absolute path of a module that exports a `GamePackage`: as its default, or its members by name; TypeScript is fine
 * @param name how messages call it
 * @throws UserError when it cannot be loaded or exports no game
 */
export async function loadGameModule(path: string, name = path): Promise<LoadedGame> {
  const module = await importModule(path, name);
  // A package, or its members one by one.
  const whole = isPackage(module.default);
  const found = (whole ? module.default : module) as Partial<GamePackage>;
  const { game } = found;
  if (typeof game !== 'object' || game === null)
    throw new UserError(`${name} exports no game: write export default { game } (docs/add-your-game.md)`);
  const absent =
    members.find((member) => !(member in game)) ?? methods.find((method) => typeof game[method] !== 'function');
  if (absent !== undefined)
    throw new UserError(`the game that ${name} exports has no member ${absent} (docs/add-your-game.md)`);
  const problem = packageProblem(found as Record<string, unknown>, whole);
  if (problem) throw new UserError(`${name}: ${problem} (docs/add-your-game.md)`);
  const from = (file: string) => resolve(dirname(path), file);
  return {
    ...(found as GamePackage),
    bots: scriptedBots(found),
    ...(found.ladder !== undefined && { ladder: from(found.ladder) }),
    ...(found.players && { players: found.players.map((player) => ({ ...player, file: from(player.file) })) }),
    source: path,
    module: path,
  };
}

const isPackage = (value: unknown): boolean => typeof value === 'object' && value !== null && 'game' in value;

async function importModule(path: string, name: string): Promise<Record<string, unknown>> {
  const url = pathToFileURL(path).href;
  try {
    // Run from source we run under what takes TypeScript (tsx, vitest). Built, our own modules need nothing.
    if (!import.meta.url.endsWith('.ts') && !path.startsWith(fileURLToPath(folder)))
      (await import('./typescript-modules.js')).loadTypescript();
    return await import(url);
  } catch (error) {
    // Node says from which of our files it was loaded.
    const said =
      error instanceof Error
        ? error.message.trim().split('\n', 2).join(' ')
        : `it throws ${printable(inspect(error, { depth: 1, breakLength: Infinity }), 100)}`;
    if (/out of memory|memory allocation failed/i.test(said))
      throw new UserError(
        `there is no memory left to load ${name}: allow this process more (ulimit -v, or what a container may have)`,
        { cause: error },
      );
    const reason = said.replace(/ imported from \S*load-game\.[jt]s$/, '');
    throw new UserError(`cannot load ${name}: ${reason}`, { cause: error });
  }
}
