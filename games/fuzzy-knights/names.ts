/** What things are called. */
import { heroNames, type Position, tileNames } from './state.js';

/** `1 point`, `3 mercenaries`. */
export const many = (n: number, word: string): string =>
  `${n} ${n === 1 ? word : word === 'mercenary' ? 'mercenaries' : `${word}s`}`;

/** `A1 on e5`. */
export const heroThere = (s: Position, hero: number): string => `${heroNames[hero]} on ${tileNames[s.heroTile[hero]!]}`;
