/** The opponents that players of a game are measured by. */
import { type GamePackage, scriptedBots } from '../env/game-package.js';

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
      : { agent: `scripted:${name}`, about: bots[name]?.plan ?? '' },
  );
}
