/** What a fuzz run has reached so far. Plain arrays, so that it travels between threads and lies in JSON. */
import type { Game } from '../../env/game.js';

export interface Tally {
  games: number;
  decisions: number;
  rounds: number;
  /** Positions that went through the slow checks too. */
  deep: number;
  /** How often each prompt was asked; how often each action was legal, and was played; landmarks of the rules. */
  prompts: number[];
  offered: number[];
  played: number[];
  landmarks: number[];
  /** Games by ending, by set of options; seats by kind of player; first places by seat. */
  endings: Record<string, number>;
  variants: Record<string, number>;
  players: Record<string, number>;
  firsts: Record<string, number>;
  /** What went wrong: game, decision, words. At most `MOST_FAULTS`. */
  faults: string[];
  /** Games with a fault. */
  faulty: number;
}

/** So many faults are kept in words: the first ones tell, the rest are counted. */
const MOST_FAULTS = 20;

const zeros = (n: number): number[] => Array.from({ length: n }, () => 0);
export const emptyTally = (game: Pick<Game, 'prompts' | 'actions' | 'trace'>): Tally => ({
  games: 0,
  decisions: 0,
  rounds: 0,
  deep: 0,
  prompts: zeros(game.prompts.length),
  offered: zeros(game.actions),
  played: zeros(game.actions),
  landmarks: zeros(game.trace?.names.length ?? 0),
  endings: {},
  variants: {},
  players: {},
  firsts: {},
  faults: [],
  faulty: 0,
});

/** Adds `n` to what is counted under a name. */
export function count(to: Record<string, number>, name: string, n = 1): void {
  to[name] = (to[name] ?? 0) + n;
}

/** Counts a game with a fault. */
export function addFault(to: Tally, words: string): void {
  to.faulty++;
  if (to.faults.length < MOST_FAULTS) to.faults.push(words);
}

/** Adds `from` to `to`. */
export function addTally(to: Tally, from: Tally): void {
  for (const key of ['games', 'decisions', 'rounds', 'deep', 'faulty'] as const) to[key] += from[key];
  for (const key of ['prompts', 'offered', 'played', 'landmarks'] as const)
    from[key].forEach((n, i) => {
      to[key][i]! += n;
    });
  for (const key of ['endings', 'variants', 'players', 'firsts'] as const)
    for (const [name, n] of Object.entries(from[key])) count(to[key], name, n);
  to.faults.push(...from.faults.slice(0, MOST_FAULTS - to.faults.length));
}
