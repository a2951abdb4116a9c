/** What became of the observations of earlier versions (`Game.migrations`). */
import { columns, type Migration } from '../../env/migration.js';
import { MARKET, TILES } from './data.js';

/** Numbers from..to-1. */
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

export const migrations: Readonly<Record<string, Migration>> = {
  // What could never be 1 went: the AI in my own seat, starting tiles in the market, a seventh fate.
  1: {
    'AI seat': { numbers: range(1, 5) },
    market: { numbers: columns(MARKET, TILES + 1, range(4, TILES + 1)) },
    'own fate': { numbers: range(0, 6) },
  },
};
