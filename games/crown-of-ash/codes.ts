/** The names behind numbers in views and arguments, for programs that write their own views. */
import { resourceNames } from './data.js';
import { cardName, fighterName, lords } from './names.js';
import type { Position } from './state.js';

/** @param s a position with the tables in question */
export function codes(s: Position): Readonly<Record<string, readonly string[]>> {
  const { fighters, structures, combatCards, regions, flanks, fate, actionCards } = s.tables.components;
  return {
    'seat (the AI is the last one)': lords,
    'region, site (6 is the Citadel)': [...regions, 'the Citadel'],
    'resources (order of lists)': resourceNames,
    fighter: fighters.map(({ id }) => fighterName(s, id)),
    'tile (a structure)': structures.map(({ name }) => name),
    'card (combat card, its value)': combatCards.map((_, card) => cardName(s, card)),
    flank: flanks.map(({ name }) => name),
    fate: fate.map((pair) => pair.join(' + ')),
    'ai.actionCards': actionCards.map(({ name }) => name),
  };
}
