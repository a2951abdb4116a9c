/**
 * Shaping potentials of games: how far a seat is on its way, as a number. Differences of it are the shaping reward, which
 * leaves the best play as it is (Ng, Harada and Russell 1999).
 */
import type { Potential } from '../collect/rollout.js';
import { potential as crownOfAsh } from './crown-of-ash.js';
import { potential as doomspire } from './doomspire.js';
import { potential as fuzzyKnights } from './fuzzy-knights.js';
import { potential as islebound } from './islebound.js';

const potentials: Readonly<Record<string, Potential>> = {
  doomspire,
  'crown-of-ash': crownOfAsh,
  'fuzzy-knights': fuzzyKnights,
  islebound,
};

/** The potential of a game; undefined where there is none. */
export function potentialOf(gameId: string): Potential | undefined {
  return Object.hasOwn(potentials, gameId) ? potentials[gameId] : undefined;
}
