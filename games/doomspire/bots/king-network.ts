/**
 * A small network that scores how well each seat stands: two hidden layers, the same for all seats, each of which sees its
 * own numbers first and then those of the others in the order of play. A softmax over the scores is the chance to be King.
 *
 * Its wide first layer is a product of agents/network. The rest, with a seat's own numbers that go to its score beside the
 * layers, is no network that `Inference` computes.
 */
import { type RowsLayer, rowsLayer } from './rows-layer.js';

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
  /** Rows of its weights: own numbers first, then those of the next seat, behind the last seat those of the first one, then what is common. */
  private readonly layer: RowsLayer;
  private readonly firstBias: Float32Array;
  private readonly second: Float32Array;
  private readonly secondBias: Float32Array;
  private readonly last: Float32Array;
  private readonly direct: Float32Array;
  /** What each seat sees, row by row. */
  private readonly seen: Float32Array;
  /** What the second hidden layer gave, by seat: `[seat * width + unit]`. */
  private readonly deeper: Float32Array;

  /**
   * @param own numbers of a seat
   * @param common numbers that are the same for all
   */
  constructor(
    private readonly own: number,
    private readonly common: number,
    weights: KingWeights,
  ) {
    this.firstBias = Float32Array.from(weights.firstBias);
    this.second = Float32Array.from(weights.second);
    this.secondBias = Float32Array.from(weights.secondBias);
    this.last = Float32Array.from(weights.last);
    this.direct = Float32Array.from(weights.direct);
    const { length: wide } = this.firstBias;
    const { length: narrow } = this.secondBias;
    const inputs = 4 * own + common;
    if (
      weights.first.length !== inputs * wide ||
      this.second.length !== wide * narrow ||
      this.last.length !== narrow ||
      this.direct.length !== own
    )
      throw new Error(`the weights of the evaluation are not those of ${own} numbers a seat and ${common} of all`);
    this.layer = rowsLayer(4, inputs, wide, Float32Array.from(weights.first));
    this.seen = new Float32Array(4 * inputs);
    this.deeper = new Float32Array(4 * narrow);
  }

  /**
   * Chance of each seat to be King.
   * @param x numbers of seat 0 to 3, then those of all
   * @param out written; length 4, sums to 1
   */
  chances(x: Float32Array, out: Float64Array): void {
    const { own, common, seen, layer, firstBias } = this;
    const seats = 4 * own;
    const inputs = seats + common;
    for (let seat = 0; seat < 4; seat++) {
      const [row, from] = [seat * inputs, seat * own];
      seen.set(x.subarray(from, seats), row);
      seen.set(x.subarray(0, from), row + seats - from);
      seen.set(x.subarray(seats, inputs), row + seats);
    }
    layer.run(seen, firstBias);
    const hidden = layer.sums;
    let most = -Infinity;
    for (let seat = 0; seat < 4; seat++) most = Math.max(most, (out[seat] = this.score(x, seat, hidden)));
    let sum = 0;
    for (let seat = 0; seat < 4; seat++) sum += out[seat] = Math.exp(out[seat]! - most);
    for (let seat = 0; seat < 4; seat++) out[seat]! /= sum;
  }

  // Hot: asked for every simulation of a search.
  private score(x: Float32Array, seat: number, hidden: Float32Array): number {
    const { own, second, secondBias, last, direct, deeper } = this;
    const wide = this.firstBias.length;
    const narrow = secondBias.length;
    let score = 0;
    for (let i = 0; i < own; i++) score += direct[i]! * x[seat * own + i]!;
    const [h, d] = [seat * wide, seat * narrow];
    deeper.set(secondBias, d);
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
