/** The levels that a player's file carries, made of a ladder on which it stands alone (`tabletop ladder --player`). */
import { type Ladder, readLadder } from '../../agents/ladder.js';
import type { PlayerLadder, PlayerLevel } from '../../agents/player-file/player-module.js';
import { parseSpec, playerSettings } from '../../agents/spec.js';
import { readText } from '../../checkpoints/read-text.js';
import type { Game } from '../../env/game.js';
import { differentOptions, parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';

/**
 * @param file of a ladder
 * @param options of the player, parsed
 * @throws UserError when it is no ladder of the game, was measured with other options, or somebody else stands on it
 */
export function playerLadder(file: string, game: Game, options: unknown): PlayerLadder {
  const ladder = readLadder(readText(file), file, game);
  const different = differentOptions(parseOptions(game, ladder.options), options);
  if (different.length > 0)
    throw new UserError(
      `${file} was measured with other options than the player has (${different.join(', ')}): measure it with those`,
    );
  const players = new Set<string>();
  const levels = ladder.rungs.map((rung) => levelOf(rung, file, game, players));
  if (players.size > 1)
    throw new UserError(`${file} has several players on it (${[...players].join(', ')}): ${MEASURE}`);
  return { levels, command: ladder.command };
}

const MEASURE = 'measure a ladder of the player alone, with tabletop ladder --player <file>';

function levelOf(
  { level, agent, rating, games }: Ladder['rungs'][number],
  file: string,
  game: Game,
  players: Set<string>,
): PlayerLevel {
  const parsed = parseSpec(agent, { game });
  if ((parsed.kind !== 'player' && parsed.kind !== 'file') || parsed.options.has('level'))
    throw new UserError(`${file}: level ${level} is ${agent}, which is not a strength of a player: ${MEASURE}`);
  players.add(agent.split('?')[0]!);
  const { difficulty, topK, attention } = playerSettings(parsed);
  const settings = {
    ...(difficulty !== undefined && { difficulty }),
    ...(topK !== undefined && { topK }),
    ...(attention !== undefined && { attention }),
  };
  return { level, settings, rating, games };
}
