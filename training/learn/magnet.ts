/**
 * The magnet: the policy with an exponential moving average of its own weights, towards which the PPO loss pulls
 * (docs/ppo.md, detail 18). Here are the weights and what they say of a batch; the pull itself is a term of the loss.
 */

import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { ILLEGAL_LOGIT, MaskedDistribution } from '../../agents/network/masked.js';
import { flattenWeights, POLICY, viewWeights, type Weights, widthOf } from '../../agents/network/network.js';
import { type Batch, batchRows } from '../collect/batch.js';

/** Rows of one forward pass. */
const ROWS_AT_ONCE = 1024;

/** See the head of the file. */
export class Magnet {
  /** All weights in one array; none before the first batch. */
  private flat: Float32Array | undefined;
  /** What it said of the last batch. */
  private said = new Float32Array(0);

  /**
   * @param network computes; belongs to the magnet from now on
   * @param horizon updates it looks back, >= 1; see `follow`
   */
  constructor(
    private readonly network: BatchPolicy,
    private readonly horizon: number,
  ) {}

  /**
   * The batch with the magnet's log-probabilities, which hold for a whole update; the next call overwrites them.
   * @param weights the policy's: where a magnet begins that has none yet
   */
  async see(batch: Batch, weights: Weights): Promise<Batch> {
    const { network } = this;
    const { inputs } = network.shape;
    const actions = widthOf(network.shape, POLICY);
    this.flat ??= flattenWeights(network.shape, weights);
    network.setWeights(viewWeights(network.shape, this.flat));
    if (this.said.length < batch.rows * actions) this.said = new Float32Array(batch.rows * actions);
    const logits = new Float32Array(ROWS_AT_ONCE * actions);
    const policy = new MaskedDistribution(actions);
    this.said.fill(ILLEGAL_LOGIT);
    for (let from = 0; from < batch.rows; from += ROWS_AT_ONCE) {
      const to = Math.min(batch.rows, from + ROWS_AT_ONCE);
      const observation = batch.observation.subarray(from * inputs, to * inputs);
      const mask = batch.mask.subarray(from * actions, to * actions);
      const { features } = batchRows(batch, from, to);
      await network.run(to - from, observation, { [POLICY]: logits }, mask, features);
      for (let row = from; row < to; row++) {
        policy.set(logits, (row - from) * actions, batch.mask, row * actions);
        for (let k = 0; k < policy.legal; k++) this.said[row * actions + policy.ids[k]!] = policy.logs[k]!;
      }
    }
    return { ...batch, magnet: this.said.subarray(0, batch.rows * actions) };
  }

  /** After an update: m <- m + (w - m) / horizon. With a horizon of 1 the magnet is the policy before the update. */
  follow(weights: Weights): void {
    const { flat, horizon } = this;
    if (!flat) throw new RangeError('the magnet has seen no batch yet');
    const now = flattenWeights(this.network.shape, weights);
    for (let i = 0; i < flat.length; i++) flat[i]! += (now[i]! - flat[i]!) / horizon;
  }

  /** Its flat weights: a copy; none before the first batch. */
  save(): Float32Array | undefined {
    return this.flat?.slice();
  }

  /** @param flat as `save` gave them */
  load(flat: Float32Array | undefined): void {
    this.flat = flat?.slice();
  }

  dispose(): void {
    this.network.dispose();
  }
}
