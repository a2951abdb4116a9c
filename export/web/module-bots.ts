/** The bots that came with a game's module, as the page's players. */
import type { Agent } from '../../env/agent.js';
import type { PageBot } from './players.js';

/** @param exported `bots` of the module: functions that make agents, by name; undefined where it has none */
export function moduleBots(exported: Readonly<Record<string, () => Agent>> = {}): Record<string, PageBot> {
  return Object.fromEntries(Object.entries(exported).map(([name, create]) => [name, { create }]));
}
