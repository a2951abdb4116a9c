/** What can be said of a position that is not over: what bots and policies bring along, and searches and training ask for. */
import type { View } from '../env/agent.js';
import type { State } from '../env/game.js';

/**
 * Judges an unfinished position: the expected return of each seat, on the scale of `env/returns.ts` for games scored by
 * places (-1..1), as further rewards for the others.
 * @param out written; length players
 */
export type Evaluate = (state: State, out: Float64Array) => void;

/**
 * What a trained policy makes of a position that is not over.
 * @param mask the legal actions, 1 each
 * @param priors written: the probability of each legal action
 * @param returns written: as by `Evaluate`
 */
export type Judge = (state: State, mask: Uint8Array, priors: Float32Array, returns: Float64Array) => void;

/** A potential of a position for a seat; shaping rewards are its differences. */
export type Potential = (state: State, seat: number) => number;

/** A player's view of where everybody stands, as numbers. */
export interface Reading {
  /** How many numbers. */
  readonly size: number;
  /** What they are, in one line. */
  readonly about: string;
  /** Writes them, of about -1 to 2, the seat to act first, from what that seat knows. */
  write(view: View, out: Float32Array, offset: number): void;
}
