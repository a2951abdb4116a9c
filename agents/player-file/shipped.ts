/** The trained players that come with a game. */
import type { GamePackage, Pace } from '../../env/game-package.js';

/**
 * Files of the players shipped with a game, that of its usual options first.
 * @param pace `strong`: the strongest ones. `fast`: those that decide without searching. Default: all
 */
export function shippedFiles({ players = [] }: Pick<GamePackage, 'players'>, pace?: Pace): string[] {
  return players.filter((player) => !pace || !player.pace || player.pace === pace).map(({ file }) => file);
}
