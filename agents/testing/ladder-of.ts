/** Ladders that nobody measured, for tests. */
import type { Game } from '../../env/game.js';
import { type Ladder, LEVELS, type Rung } from '../ladder.js';

/**
 * @param agents of the levels; the last one has all that are left
 * @param rating by place on the ladder, from 0
 */
export const ladderOf = (game: Game, agents: readonly string[], rating: (i: number) => Rung['rating']): Ladder => ({
  format: 'tabletop-ladder',
  formatVersion: 1,
  game: game.id,
  version: game.version,
  options: {},
  players: 2,
  seed: '1',
  blocks: 1,
  games: 2,
  bounded: true,
  rungs: Array.from({ length: LEVELS }, (_, i) => ({
    level: i + 1,
    agent: agents[Math.min(i, agents.length - 1)]!,
    rating: rating(i),
    games: 2,
    beats: null,
  })),
  candidates: [],
  command: `tabletop ladder ${game.id}`,
});
