/** The opponents of a game: those that players are measured by, and the one to play against where nobody is named. */
import { type GamePackage, scriptedBots } from '../env/game-package.js';
import { scriptedSpec } from './bots/scripted-spec.js';
import { shippedFiles } from './player-file/shipped.js';

/** One of them. */
export interface PanelMember {
  /** Its spec. */
  agent: string;
  /** What it is, in one sentence; empty where its maker says nothing. */
  about: string;
}

/** The panel of a game, from weak to strong: the one that it declares, or random play and all its bots. */
export function panelOf(pack: GamePackage): PanelMember[] {
  const bots = scriptedBots(pack);
  const names = pack.panel ?? ['random', ...Object.keys(bots).reverse()];
  return names.map((name) =>
    name === 'random'
      ? { agent: name, about: 'uniform among the legal actions' }
      : { agent: scriptedSpec(name), about: bots[name]?.plan ?? '' },
  );
}

/**
 * Specs of the scripted bots that a new player is measured against while it trains: the strongest where a game declares a
 * panel, which measures it by the others too, else all of them.
 */
export function rivals({ bots = {}, panel }: GamePackage): string[] {
  const names = Object.keys(bots);
  return (panel ? names.slice(0, 1) : names).map(scriptedSpec);
}

/**
 * Spec of the best opponent that is there without training: the player shipped for the game, else its first scripted
 * bot, else random play.
 */
export function defaultOpponent(pack: GamePackage): string {
  return shippedFiles(pack).length > 0 ? 'player' : (rivals(pack)[0] ?? 'random');
}
