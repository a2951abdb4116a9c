/** Loads a game from the module that exports it. Knows no game; the list of ours is games/index.ts. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Agent } from './agent.js';
import type { Game } from './game.js';
import { UserError } from './user-error.js';

const members = ['id', 'version', 'title', 'seats', 'actions', 'observation', 'prompts', 'streams', 'options'];
const methods = ['players', 'newState'] as const;

/**
 * @param path absolute path of a module that exports `game` (or exports it as default) and maybe `bots`, a record of
 *   functions that make agents; TypeScript is fine
 * @param name how messages call it
 * @throws UserError when it cannot be loaded or exports no game
 */
export async function loadGameModule(
  path: string,
  name = path,
): Promise<{ game: Game; bots: Record<string, () => Agent> }> {
  const module = await importModule(path, name);
  const game = module.game ?? (module.default as { game?: unknown } | undefined)?.game ?? module.default;
  // A module without one may still have a default export; what is not meant as a game has none of its members.
  const meant = game !== null && typeof game === 'object' && ('newState' in game || members.some((m) => m in game));
  const missing = meant ? members.find((member) => !(member in game)) : 'game';
  if (missing === 'game')
    throw new UserError(`${name} exports no game: export a constant named game (docs/add-your-game.md)`);
  const absent = missing ?? methods.find((method) => typeof (game as Game)[method] !== 'function');
  if (absent !== undefined)
    throw new UserError(`the game that ${name} exports has no member ${absent} (docs/add-your-game.md)`);
  return { game: game as Game, bots: (module.bots ?? {}) as Record<string, () => Agent> };
}

async function importModule(path: string, name: string): Promise<Record<string, unknown>> {
  const url = pathToFileURL(path).href;
  try {
    // Run from source we run under what takes TypeScript (tsx, vitest).
    if (/\.[cm]?ts$/.test(path) && !import.meta.url.endsWith('.ts'))
      (await import('./typescript-modules.js')).loadTypescript();
    return await import(url);
  } catch (error) {
    // Node says from which of our files it was loaded.
    const said = error instanceof Error ? error.message.trim().split('\n', 2).join(' ') : String(error);
    const reason = said.replace(/ imported from \S*game-module\.[jt]s$/, '');
    throw new UserError(`cannot load ${name}: ${reason}`, { cause: error });
  }
}

/** The path of one of our own modules, as source or as built. @param from `import.meta.url` of the caller */
export function ownModule(module: string, from: string): string {
  return fileURLToPath(new URL(from.endsWith('.ts') ? module.replace(/\.js$/, '.ts') : module, from));
}
