/**
 * What a network may do to its observation before anything reads it, so that numbers of any size become numbers that
 * learning can work with. Of the numbers of the pieces that its shape names:
 *
 *   x[i] becomes (x[i] - mean[i]) * factor[i], cut off at -clip and clip
 *
 * and all others stay as they are. Mean and factor (1 / standard deviation) are tensors of the network that are counted
 * instead of learned (training/learn/running-statistics.ts), so they lie in every file and snapshot beside the weights that
 * were learned with them.
 */
import { INPUT_FACTOR, INPUT_MEAN, type InputShape, type NetworkShape, type Weights } from './network.js';

/** Where there is nothing to cut off: beyond all that 32 bits hold. */
const NO_LIMIT = 3.4028234663852886e38;

/** How far from 0 each number of the observation may be afterwards. */
export function inputLimits(inputs: number, { pieces, clip }: InputShape): Float32Array {
  const limits = new Float32Array(inputs).fill(NO_LIMIT);
  for (const { from, to } of pieces) limits.fill(clip, from, to);
  return limits;
}

/** Does it for rows, in memory of its own. Belongs to one thread. */
export class NormalisedInput {
  private readonly inputs: number;
  private readonly limits: Float32Array;
  private room = new Float32Array(0);

  private constructor(inputs: number, input: InputShape) {
    this.inputs = inputs;
    this.limits = inputLimits(inputs, input);
  }

  /** Undefined for a network that takes observations as they are. */
  static of({ inputs, normalise }: NetworkShape): NormalisedInput | undefined {
    return normalise && new NormalisedInput(inputs, normalise);
  }

  /**
   * @param observation [rows, inputs], beginning at `at`
   * @returns what the network reads [rows, inputs]; valid until the next call
   */
  read(weights: Weights, rows: number, observation: Float32Array, at = 0): Float32Array {
    const { inputs, limits } = this;
    const [mean, factor] = [weights[INPUT_MEAN]!, weights[INPUT_FACTOR]!];
    if (this.room.length < rows * inputs) this.room = new Float32Array(rows * inputs);
    const out = this.room.subarray(0, rows * inputs);
    for (let r = 0; r < rows; r++) {
      for (let i = 0, k = r * inputs; i < inputs; i++, k++) {
        const x = (observation[at + k]! - mean[i]!) * factor[i]!;
        out[k] = Math.min(limits[i]!, Math.max(-limits[i]!, x));
      }
    }
    return out;
  }
}
