/** What a game gives to be fuzzed: who plays, by which options, and what must hold. All else is the same for all games. */
import type { Rng } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';

/** Chooses among the legal actions of a position. */
export interface Player<S extends State = State> {
  /** What kind of player, for the tally. */
  readonly name: string;
  choose(state: S, rng: Rng): number;
}

/** One game to be played. */
interface Lineup<S extends State = State> {
  /** Name of the set of options, for the tally. */
  readonly variant: string;
  readonly options: object;
  /** At least as many as there are seats. */
  readonly players: readonly Player<S>[];
}

/**
 * So many games of a run get all their slow checks, later ones one of `RARELY`: what is wrong with a kind of position shows
 * early, what a long run looks for is the rare position, and the quick checks look at every one.
 */
export const CLOSELY = 10_000;
export const RARELY = 16;

/** A game as the fuzz sees it. */
export interface Subject<S extends State = State> {
  readonly game: Game<unknown, S>;
  /** Who plays and by which options, in a sentence or two; for the report. */
  readonly about: string;
  /** Ranges of action ids that belong together. */
  readonly blocks?: readonly { readonly name: string; readonly offset: number; readonly size: number }[];
  /** Every so many decisions come the slow checks too, in the first `CLOSELY` games. */
  readonly deepEvery: number;
  /** How a game ends that was cut at a cap; without it no game may be cut. */
  readonly cut?: string;
  /** Draws game `number`; all its randomness must come from `rng`, or from `seed` and `number`. */
  draw(seed: string, number: number, rng: Rng): Lineup<S>;
  /** What is wrong with a position; empty when nothing is. */
  violations(state: S): string[];
  /** Begins to watch one game for what a single position does not show; `check` is asked at every decision. */
  watch?(): { check(state: S): string[] };
  /** What is wrong with a finished game, beyond what holds for every game. */
  atEnd?(state: S, places: Uint8Array): string[];
  /** Where something that play may never reach is tested on purpose. */
  directed?(name: string): string;
}

/** Legal actions as the larger games list them. */
interface Listing extends State {
  readonly legalActions: Uint8Array;
}

/** Chooses uniformly. @param count how many actions a position lists */
export function uniform<S extends Listing>(count: (state: S) => number): Player<S> {
  return { name: 'random', choose: (s, rng) => s.legalActions[rng.int(count(s))]! };
}
