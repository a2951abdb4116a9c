/**
 * The contract of everybody who can choose an action. Environments take agents as opponents, so it stands beside the
 * game contract; implementations live in agents/.
 */
import type { Rng, Seed } from './chance.js';
import type { Game, State } from './game.js';
import type { Observer } from './observer.js';

/** What an agent is shown when it must act. Valid during `act` only. Never the live state. */
export interface View {
  readonly game: Game;
  /** The seat that acts. */
  readonly seat: number;
  readonly players: number;
  /** Name of the kind of decision. */
  readonly prompt: string;
  /** 1 for each legal action; read only. Length `game.actions`. */
  readonly mask: Uint8Array;
  /** Number of legal actions, at least 1. */
  readonly legal: number;
  /** The game's own observation of `seat`, written when first asked for; read only. */
  observation(): Float32Array;
  /**
   * Writes what an observer shows `seat`. It is handed the position, so it must be as honest as the game's own.
   * @param features what it says of each legal action too, if it does: [legal, numbers] by ascending id
   */
  observe(observer: Observer, out: Float32Array, offset: number, features?: Float32Array): void;
  actionText(action: number): string;
  /** The position for people. */
  text(): string;
  /**
   * A copy of the position in which what `seat` cannot know is redrawn.
   * @param rng the agent's own generator
   * @param into a state from an earlier `sample` of the same game to write into, instead of making a new one
   */
  sample(rng: Rng, into?: State): State;
}

/** A player. One instance plays one seat of one game at a time. */
export interface Agent {
  /** Its spec string, as typed in commands (`random`, `scripted:merchant`, `search:400`). */
  readonly name: string;
  /** What it does follows from its earlier decisions too, so it may be reset only at the beginning of a game. */
  readonly remembers?: boolean | undefined;
  /** A new game begins; all randomness of the agent follows from this seed. */
  reset(seed: Seed): void;
  /** A legal action. Synchronous, so that millions of decisions cost no scheduling. */
  act(view: View): number;
  /**
   * What it does in a position itself, for players that neither draw nor read anything hidden (optional): whoever plays
   * many games on may hand it the position, which is faster than a view.
   * @param position at least two actions are legal; read only
   */
  choose?(position: State): number;
  /** The probabilities `act` draws from (optional; exact tools need it). @param out length `game.actions`, all written */
  probabilities?(view: View, out: Float32Array): void;
  /** Names of the terms that its action values are made of (optional). */
  readonly parts?: readonly string[];
  /**
   * Action values (optional): what it expects of each legal action. `act` takes the largest, or one of the largest.
   * Comparable within one decision only.
   * @param out length `game.actions`, all written: -Infinity for what is not legal
   * @param parts length `game.actions * parts.length`, row-major, all written: the terms of each value
   */
  actionValues?(view: View, out: Float64Array, parts?: Float32Array): void;
  /**
   * Simulations since it was made (optional), whatever it was told to spend: games played on and positions looked at to
   * choose by. Undefined: it does not simulate.
   */
  readonly simulations?: number | undefined;
}
