/** Measured strengths of an exported player: what `level` means in it. Part of every exported file. */
import type { ActSettings, PlayerLadder } from '../../agents/player-file/player-module.js';

/**
 * The same settings with what a level stands for in its place.
 * @throws Error when there is no such level, or strength is said twice
 */
export function resolveStrength(settings: ActSettings, ladder: PlayerLadder | undefined): ActSettings {
  const { level, ...rest } = settings;
  if (level === undefined) return settings;
  if (!ladder) throw new Error('level: the levels of this player were not measured; use difficulty');
  if (rest.difficulty !== undefined || rest.topK !== undefined || rest.attention !== undefined)
    throw new Error('level: it sets the strength, as difficulty, topK and attention do; give one of them');
  const found = ladder.levels.find((one) => one.level === level);
  if (!found) throw new Error(`level: a whole number from 1 to ${ladder.levels.length} wanted, not ${String(level)}`);
  return { ...rest, ...found.settings };
}
