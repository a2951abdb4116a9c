/** The rows of one gradient step, gathered from anywhere in a batch: all of them but the observations. */
import type { NetworkShape } from '../../agents/network/network.js';
import type { Batch, ImitationBatch } from './learner.js';

/** A small batch without observations. What an imitation batch lacks is left as it was: nobody reads it. */
export class Minibatch implements Omit<Batch, 'observation'> {
  rows = 0;
  mask = new Uint8Array(0);
  action = new Int32Array(0);
  logProb = new Float32Array(0);
  advantage = new Float32Array(0);
  valueTarget = new Float32Array(0);
  magnet: Float32Array | undefined;
  private capacity = 0;

  constructor(private readonly shape: NetworkShape) {}

  /** Copies these rows of a batch, in their order. */
  gather(batch: Batch | ImitationBatch, rows: Int32Array): void {
    const { actions, values } = this.shape;
    if (rows.length > this.capacity) this.makeRoom(rows.length);
    this.rows = rows.length;
    const copy = <T extends Float32Array | Uint8Array>(from: T, to: T, width: number) => {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]! * width;
        to.set(from.subarray(row, row + width), i * width);
      }
    };
    copy(batch.mask, this.mask, actions);
    const magnet = 'magnet' in batch ? batch.magnet : undefined;
    if (!magnet) this.magnet = undefined;
    else copy(magnet, (this.magnet ??= new Float32Array(this.capacity * actions)), actions);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      this.action[i] = batch.action[row]!;
      if (batch.valueTarget)
        for (let v = 0; v < values; v++) this.valueTarget[i * values + v] = batch.valueTarget[row * values + v]!;
      if (!('logProb' in batch)) continue;
      this.logProb[i] = batch.logProb[row]!;
      this.advantage[i] = batch.advantage[row]!;
    }
  }

  private makeRoom(rows: number): void {
    const { actions, values } = this.shape;
    this.capacity = rows;
    this.mask = new Uint8Array(rows * actions);
    this.action = new Int32Array(rows);
    this.logProb = new Float32Array(rows);
    this.advantage = new Float32Array(rows);
    this.valueTarget = new Float32Array(rows * values);
    this.magnet = undefined;
  }
}
