/** What a policy sees of a position, as an object: environments, policies, searches and exports are given one. */

import { type ActionPiece, type Game, type ObservationPiece, observationSize, type State } from './game.js';

/**
 * Writes positions as numbers. `gameObserver` writes the game's own observation; another one may add to it, leave something
 * out, or show something else. Belongs to one thread.
 */
export interface Observer {
  /** What it writes, piece after piece. */
  readonly pieces: readonly ObservationPiece[];
  /** How many numbers that is. */
  readonly size: number;
  /**
   * Writes all of them: what `seat` may know, "me" first. Nothing that is hidden from `seat` may influence them.
   * @param state may be over
   * @param out at least `offset` + `size` long
   */
  write(state: State, seat: number, out: Float32Array, offset: number): void;
  /** What it says of each legal action (optional). */
  readonly actions?: ActionObserver | undefined;
  /** Forgets what it keeps of earlier positions (optional): the next ones may be of a game with other options. */
  reset?(): void;
}

/** Writes what is known of each legal action, beside the position: its features. */
export interface ActionObserver {
  /** What it writes of each, piece after piece. */
  readonly pieces: readonly ActionPiece[];
  /** How many numbers that is. */
  readonly size: number;
  /**
   * Writes all of them for the seat to act. Nothing that is hidden from it may influence them.
   * @param state not over
   * @param mask its legal actions
   * @param observation what the observer has just written for that seat, from `at` on
   * @param out row-major [legal actions, `size`] from `offset` on, by ascending id
   */
  write(state: State, mask: Uint8Array, observation: Float32Array, at: number, out: Float32Array, offset: number): void;
}

/** The observer that writes a game's own observation, `State.observe`. */
export function gameObserver(game: Pick<Game, 'observation'>): Observer {
  return {
    pieces: game.observation,
    size: observationSize(game),
    write: (state, seat, out, offset) => state.observe(seat, out, offset),
  };
}
