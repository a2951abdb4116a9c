/**
 * What chooses in an exported player: a network, of a policy or of values, or a scripted player with trained weights. The runtime of players and
 * the recording of what they must say know no more of it. Part of every exported file.
 */
import type { MaskedDistribution } from '../../agents/network/masked.js';
import type { LookaheadAgent } from '../../agents/search/lookahead.js';
import type { State } from '../../env/game.js';
import type { Opinion } from './self-test.js';

export interface Chooser {
  /**
   * What the seat to act would do.
   * @param mask the legal actions of `state`
   * @param temperature above 1 more adventurous, below 1 less; > 0
   * @param strength 0..1; 1: all it can without looking ahead
   * @returns valid until it is asked again, and until then the caller's to change
   */
  decide(state: State, mask: Uint8Array, temperature?: number, strength?: number): MaskedDistribution;
  /** All outputs for a position, for the self-test. @param mask the legal actions of `state` */
  judge(state: State, mask: Uint8Array): Opinion;
  /** Expected returns by seat, as `seat` sees it. @throws Error when it does not judge such positions */
  evaluate(state: State, seat: number): number[];
  /** What it reads of a position, as `seat` sees it. */
  encode(state: State, seat: number): Float32Array;
  /** Looks ahead at full strength, where the player is to do so. */
  readonly ahead?: LookaheadAgent | undefined;
}
