/** The trained players that come with a game. */
import type { GamePackage, Pace } from '../../env/game-package.js';
import { differentOptions, parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { type Playing, trainedOptions } from '../policy/trained.js';
import { trainedPlayer } from './file-player.js';

/**
 * Files of the players shipped with a game, that of its usual options first.
 * @param pace `strong`: the strongest ones. `fast`: those that decide without searching. Default: all
 */
export function shippedFiles({ players = [] }: Pick<GamePackage, 'players'>, pace?: Pace): string[] {
  return players.filter((player) => !pace || !player.pace || player.pace === pace).map(({ file }) => file);
}

/**
 * Path of the player shipped for a game that was trained with the options to be played, or with the most of them.
 * @param pace the strongest, or the one that decides without searching
 * @throws UserError when none is shipped
 */
export async function shippedPlayer(context: GamePackage & Playing, pace: Pace = 'strong'): Promise<string> {
  const { game, options } = context;
  const files = shippedFiles(context, pace);
  if (files.length === 0)
    throw new UserError(
      `no player is shipped for ${game.id}; train one (tabletop train ${game.id}) and name it policy:<run>`,
    );
  const played = parseOptions(game, options);
  let nearest = { file: files[0]!, differences: Infinity };
  for (const file of files) {
    const trained = await trainedPlayer(file);
    const differences = differentOptions(trainedOptions(file, trained, game), played).length;
    if (differences < nearest.differences) nearest = { file, differences };
    if (differences === 0) break;
  }
  return nearest.file;
}
