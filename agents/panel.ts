/** The opponents that players of a game are measured by. */
import type { Agent } from '../env/agent.js';
import type { Game } from '../env/game.js';
import { gamePlayers } from './bots/index.js';

/** One of them. */
export interface PanelMember {
  /** Its spec. */
  agent: string;
  /** What it is, in one sentence; empty where its maker says nothing. */
  about: string;
}

/**
 * The panel of a game, from weak to strong. Of a game with a module of its own: random play and its bots, in their order.
 * @param bots those that came with the game's module
 */
export function panelOf(game: Pick<Game, 'id'>, bots: Readonly<Record<string, () => Agent>> = {}): PanelMember[] {
  const { bots: ours, panel } = gamePlayers(game.id);
  const names = panel ?? ['random', ...Object.keys(ours).reverse()];
  const others = Object.keys(bots).filter((name) => !Object.hasOwn(ours, name));
  return [...names, ...others].map((name) =>
    name === 'random'
      ? { agent: name, about: 'uniform among the legal actions' }
      : { agent: `scripted:${name}`, about: ours[name]?.plan ?? '' },
  );
}
