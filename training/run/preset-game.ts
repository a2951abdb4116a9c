/** What presets are made for. */

import { rivals } from '../../agents/panel.js';
import { tunableBots } from '../../agents/policy/planned.js';
import type { LoadedGame } from '../../env/load-game.js';
import type { PresetGame } from '../presets/index.js';

/** What presets need to know of a game: its own presets, its board, and the bots that are measured against or trained. */
export function presetGame(loaded: LoadedGame): PresetGame {
  const { game, source, presets } = loaded;
  const planes = game.board?.planes ?? [];
  return { id: game.id, source, presets, rivals: rivals(loaded), tunable: tunableBots(loaded), planes };
}
