/**
 * The dice of a search: both the chance that steps a simulated game and the generator that redraws what is hidden.
 * Every outcome is a hash of (seed, simulation, stream, how often that stream was used), so starting over costs nothing
 * and two simulations of the same number have the same draws stream by stream, however their actions differ. Comparing
 * actions under the same draws takes most of the noise out of the comparison. Not for real games: those use
 * `SeededChance`.
 */
import type { Chance, Rng, RngState } from '../../env/chance.js';

export class SearchChance implements Chance, Rng {
  private readonly used: Int32Array;
  private base = 0;
  /** Outcomes drawn since `start`, those of redrawn secrets included. */
  drawn = 0;

  /** @param streams number of the game's streams of chance */
  constructor(private readonly streams: number) {
    this.used = new Int32Array(streams + 1);
  }

  /** Starts the draws of one simulation. */
  start(seed: number, simulation: number): void {
    this.base = mix(mix(seed | 0) + Math.imul(simulation, 0x9e3779b1));
    this.used.fill(0);
    this.drawn = 0;
  }

  private next(stream: number): number {
    this.drawn++;
    return this.number(stream, this.used[stream]!++);
  }

  private number(stream: number, n: number): number {
    return mix(mix(this.base + Math.imul(stream + 1, 0x85ebca77)) + Math.imul(n, 0xc2b2ae3d)) >>> 0;
  }

  /**
   * What is drawn for a seat once a simulation, beside the game's own draws: asking changes nothing.
   * @returns 0 to below 1
   */
  ofSeat(seat: number): number {
    return this.number(this.streams + 1, seat) / 0x1_0000_0000;
  }

  draw(stream: number, n: number): number {
    return Math.floor((this.next(stream) / 0x1_0000_0000) * n);
  }

  uniform(): number {
    return this.next(this.streams) / 0x1_0000_0000;
  }

  int(n: number): number {
    return this.draw(this.streams, n);
  }

  save(): RngState {
    return { c: this.base, s0: this.used[this.streams]!, s1: 0, s2: 0 };
  }

  load(state: RngState): void {
    this.base = state.c;
    this.used[this.streams] = state.s0;
  }
}

/** Mixes 32 bits so that neighbouring numbers share nothing (finaliser of MurmurHash3). */
function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
