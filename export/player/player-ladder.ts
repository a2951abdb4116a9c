/** The levels that a player's file carries, made of a ladder on which it stands alone (`tabletop ladder --player`). */
import { type Ladder, readLadder } from '../../agents/ladder.js';
import type { PlayerLadder, PlayerLevel } from '../../agents/player-file/player-module.js';
import { playerSettings } from '../../agents/spec/exported.js';
import { ofKind } from '../../agents/spec/grammar.js';
import { file as fileKind } from '../../agents/spec/kinds/file.js';
import { player as playerKind } from '../../agents/spec/kinds/player.js';
import { parseSpec } from '../../agents/spec/load.js';
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
  const levels = ladder.rungs.map((rung) => levelOf(rung, file, players));
  if (players.size > 1)
    throw new UserError(`${file} has several players on it (${[...players].join(', ')}): ${MEASURE}`);
  return { levels, command: ladder.command };
}

const MEASURE = 'measure a ladder of the player alone, with tabletop ladder --player <file>';

function levelOf(
  { level, agent, rating, games }: Ladder['rungs'][number],
  file: string,
  players: Set<string>,
): PlayerLevel {
  const spec = parseSpec(agent);
  const parsed = ofKind(spec, playerKind) ?? ofKind(spec, fileKind);
  if (!parsed || parsed.options.level !== undefined)
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
