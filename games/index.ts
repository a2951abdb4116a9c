/** The games that come with this project, and the way to any other: by the path of a module that exports one. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Agent } from '../env/agent.js';
import type { Game } from '../env/game.js';
import { loadGameModule, ownModule } from '../env/game-module.js';
import { UserError } from '../env/user-error.js';
import { game as cartpole } from './cartpole/game.js';
import { game as connectFour } from './connect-four/game.js';
import { game as crownOfAsh } from './crown-of-ash/game.js';
import { game as doomspire } from './doomspire/game.js';
import { game as fuzzyKnights } from './fuzzy-knights/game.js';
import { game as invalidActions } from './invalid-actions/game.js';
import { game as islebound } from './islebound/game.js';
import { game as kuhn } from './kuhn/game.js';
import { game as leduc } from './leduc/game.js';
import { game as ticTacToe } from './tic-tac-toe/game.js';

/** Every game of this project, in the order lists show them. Each stands in `<id>/game.ts`. */
export const games: readonly Game[] = [
  doomspire,
  crownOfAsh,
  fuzzyKnights,
  islebound,
  kuhn,
  leduc,
  ticTacToe,
  connectFour,
  cartpole,
  invalidActions,
];

/** A game and what its module brought along. */
export interface LoadedGame {
  game: Game;
  /** Bots the module exports; empty for the games of this project, whose bots stand in agents/. */
  bots: Record<string, () => Agent>;
  /** What `loadGame` finds it by from anywhere, worker threads included: its id, or the absolute path. */
  source: string;
  /** Absolute path of the module that exports it. */
  module: string;
}

/**
 * @param nameOrPath id of a game of this project, or the path of a module that exports `game` (or exports it as
 *   default) and maybe `bots`, a record of functions that make agents; TypeScript is fine
 * @throws UserError when there is no such game, or the module cannot be loaded or exports none
 */
export async function loadGame(nameOrPath: string): Promise<LoadedGame> {
  const known = games.find((game) => game.id === nameOrPath);
  if (known) {
    const module = ownModule(`./${known.id}/game.js`, import.meta.url);
    return { game: known, bots: {}, source: known.id, module };
  }
  const path = nameOrPath.startsWith('file:') ? fileURLToPath(nameOrPath) : resolve(nameOrPath);
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there?.isFile()) {
    const isPath = /[/\\]|\.[cm]?[jt]s$/.test(nameOrPath);
    const list = games.map((game) => game.id).join(', ');
    if (nameOrPath.trim() === '')
      throw new UserError(`the name of the game is empty: use one of ${list}, or the path of a module`);
    if (there)
      throw new UserError(
        `${nameOrPath} is not a file: give the path of a module that exports a game, or one of: ${list}`,
      );
    throw new UserError(
      isPath
        ? `there is no file ${nameOrPath}: give the path of a module that exports a game, or one of: ${list}`
        : `unknown game ${nameOrPath}: use one of ${list}, or the path of a module that exports a game`,
    );
  }
  return { ...(await loadGameModule(path, nameOrPath)), source: path, module: path };
}
