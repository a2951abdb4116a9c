/** A game with its default options and those who play its positions on, for tests of advice. */
import { type LoadedGame, loadGame } from '../../../env/load-game.js';
import type { Analysts } from '../../../eval/analysis/analysts.js';
import { Players } from '../players.js';

interface AnalysedGame {
  game: LoadedGame['game'];
  pack: Omit<LoadedGame, 'game' | 'bots' | 'search'>;
  options: unknown;
  players: Players;
  analysts: Analysts;
}

export async function analysedGame(name: string): Promise<AnalysedGame> {
  const { game, bots = {}, search, ...pack } = await loadGame(name);
  const makers = Object.fromEntries(
    Object.entries(bots).map(([bot, made]) => [bot, { create: typeof made === 'function' ? made : made.create }]),
  );
  const players = new Players(game, makers, { ...pack, rollout: search?.rollout });
  const options = game.options.parse({});
  const analysts = players.analystsFor(players.analysts()[0]!.spec, game.players(options), options);
  return { game, pack, options, players, analysts };
}
