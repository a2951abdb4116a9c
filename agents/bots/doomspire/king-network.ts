/**
 * A small network that scores how well each seat stands: two hidden layers, the same for all seats, each of which sees its
 * own numbers first and then those of the others in the order of play. A softmax over the scores is the chance to be King.
 *
 * Not an `Inference` of agents/network, which adds four products at a time before it rounds to 32 bits where this one adds
 * each by itself: tried with the fitted weights on 4000 made-up positions, no chance has the same bits (the largest
 * difference is 2.4e-7), so that recorded games of the search would not hold; it takes the same time, and a seat's own
 * numbers would still go to its score beside it.
 */

/** The numbers of a network, row by row: `[input][output]`. */
export interface KingWeights {
  first: readonly number[];
  firstBias: readonly number[];
  second: readonly number[];
  secondBias: readonly number[];
  /** From the second hidden layer to the score. */
  last: readonly number[];
  /** From a seat's own numbers to its score. */
  direct: readonly number[];
}

export class KingNetwork {
  readonly first: Float32Array;
  readonly firstBias: Float32Array;
  readonly second: Float32Array;
  readonly secondBias: Float32Array;
  readonly last: Float32Array;
  readonly direct: Float32Array;
  /** What the hidden layers gave, by seat: `[seat * width + unit]`. */
  readonly hidden: Float32Array;
  readonly deeper: Float32Array;

  /**
   * @param own numbers of a seat
   * @param common numbers that are the same for all
   */
  constructor(
    readonly own: number,
    readonly common: number,
    weights: KingWeights,
  ) {
    this.first = Float32Array.from(weights.first);
    this.firstBias = Float32Array.from(weights.firstBias);
    this.second = Float32Array.from(weights.second);
    this.secondBias = Float32Array.from(weights.secondBias);
    this.last = Float32Array.from(weights.last);
    this.direct = Float32Array.from(weights.direct);
    const { length: wide } = this.firstBias;
    const { length: narrow } = this.secondBias;
    if (
      this.first.length !== (4 * own + common) * wide ||
      this.second.length !== wide * narrow ||
      this.last.length !== narrow ||
      this.direct.length !== own
    )
      throw new Error(`the weights of the evaluation are not those of ${own} numbers a seat and ${common} of all`);
    this.hidden = new Float32Array(4 * wide);
    this.deeper = new Float32Array(4 * narrow);
  }

  /**
   * Chance of each seat to be King.
   * @param x numbers of seat 0 to 3, then those of all
   * @param out written; length 4, sums to 1
   */
  chances(x: Float32Array, out: Float64Array): void {
    let most = -Infinity;
    for (let seat = 0; seat < 4; seat++) most = Math.max(most, (out[seat] = this.score(x, seat)));
    let sum = 0;
    for (let seat = 0; seat < 4; seat++) sum += out[seat] = Math.exp(out[seat]! - most);
    for (let seat = 0; seat < 4; seat++) out[seat]! /= sum;
  }

  // Hot: asked for every simulation of a search. Most numbers are zero, and whole rows of weights are left out with them.
  private score(x: Float32Array, seat: number): number {
    const { own, common, first, second, last, direct, hidden, deeper } = this;
    const wide = this.firstBias.length;
    const narrow = this.secondBias.length;
    const h = seat * wide;
    const d = seat * narrow;
    hidden.set(this.firstBias, h);
    deeper.set(this.secondBias, d);
    let score = 0;
    for (let i = 0; i < own; i++) score += direct[i]! * x[seat * own + i]!;
    const seats = 4 * own;
    for (let row = 0, from = seat * own; row < seats + common; row++, from++) {
      // Rows of the weights: own numbers first, then those of the next seat, behind the last seat those of the first one.
      if (row === seats) from = seats;
      else if (from === seats) from = 0;
      const value = x[from]!;
      if (value === 0) continue;
      const at = row * wide;
      for (let i = 0; i < wide; i++) hidden[h + i]! += value * first[at + i]!;
    }
    for (let i = 0; i < wide; i++) {
      const value = hidden[h + i]!;
      if (value <= 0) hidden[h + i] = 0;
      else for (let j = 0; j < narrow; j++) deeper[d + j]! += value * second[i * narrow + j]!;
    }
    for (let j = 0; j < narrow; j++) {
      const value = deeper[d + j]!;
      if (value <= 0) deeper[d + j] = 0;
      else score += value * last[j]!;
    }
    return score;
  }
}
