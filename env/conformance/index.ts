/**
 * The conformance kit: `checkGame` holds any game to the contract. The checks themselves are loaded when first asked
 * for: they need Node, and games that import this package must stay fit for a browser.
 */
import type { Game } from '../game.js';
import type { CheckReport, CheckSettings } from './check-game.js';

/**
 * Holds a game to the contract (env/game.ts). Never throws because of the game: what it throws is a failed check.
 * @throws UserError when the settings are wrong
 */
export async function checkGame(game: Game, settings: CheckSettings = {}): Promise<CheckReport> {
  // Not a literal: a bundler would follow it and find Node's modules.
  const path = import.meta.url.endsWith('.ts') ? './check-game.ts' : './check-game.js';
  const kit = (await import(/* @vite-ignore */ path)) as typeof import('./check-game.js');
  return kit.checkGame(game, settings);
}
