/** What presets are told of a game. */
import { tunableBots } from '../../agents/policy/planned.js';
import { rivals } from '../../agents/spec.js';
import type { Agent } from '../../env/agent.js';
import type { Game } from '../../env/game.js';
import type { PresetGame } from '../presets/index.js';

/** @param source what `loadGame` finds it by @param bots those that came with its module */
export function presetGame(game: Game, source: string, bots: Readonly<Record<string, () => Agent>> = {}): PresetGame {
  return { id: game.id, source, rivals: rivals({ game, bots }), tunable: tunableBots(game, bots) };
}
