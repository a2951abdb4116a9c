/** The rows of one gradient step, gathered from anywhere in a batch into memory that another thread can read. */
import type { NetworkShape } from '../agents/network.js';
import type { Batch, ImitationBatch } from './learner.js';

/** What another thread needs to see the same rows. */
export interface MinibatchMemory {
  capacity: number;
  shape: NetworkShape;
  /** Whether there is room for what the magnet says. */
  magnet: boolean;
  bytes: SharedArrayBuffer | ArrayBuffer;
}

/** Bytes for so many rows. @param shared readable by other threads */
export function minibatchMemory(
  shape: NetworkShape,
  capacity: number,
  shared: boolean,
  magnet = false,
): MinibatchMemory {
  const { inputs, actions, values } = shape;
  const size = capacity * (4 * (inputs + values + 3 + (magnet ? actions : 0)) + actions);
  return { capacity, shape, magnet, bytes: shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size) };
}

/** Whether rows of this batch need room for what the magnet says. */
export function hasMagnet(batch: Batch | ImitationBatch): boolean {
  return 'magnet' in batch && batch.magnet !== undefined;
}

/** A small batch over such memory. What an imitation batch lacks is left as it was: nobody reads it. */
export class Minibatch implements Batch {
  rows = 0;
  readonly observation: Float32Array;
  readonly mask: Uint8Array;
  readonly action: Int32Array;
  readonly logProb: Float32Array;
  readonly advantage: Float32Array;
  readonly valueTarget: Float32Array;
  readonly magnet: Float32Array | undefined;
  readonly capacity: number;

  constructor(memory: MinibatchMemory) {
    const { capacity, bytes } = memory;
    const { inputs, actions, values } = memory.shape;
    let at = 0;
    const floats = (width: number) => {
      const from = at;
      at += 4 * capacity * width;
      return new Float32Array(bytes, from, capacity * width);
    };
    this.capacity = capacity;
    this.observation = floats(inputs);
    this.valueTarget = floats(values);
    this.logProb = floats(1);
    this.advantage = floats(1);
    this.magnet = memory.magnet ? floats(actions) : undefined;
    this.action = new Int32Array(bytes, at, capacity);
    this.mask = new Uint8Array(bytes, at + 4 * capacity, capacity * actions);
  }

  /** Whether so many rows of a batch fit, all that they have and no more. */
  holds(batch: Batch | ImitationBatch, rows: number): boolean {
    return this.capacity >= rows && (this.magnet !== undefined) === hasMagnet(batch);
  }

  /** Copies these rows of a batch to the front, in their order. */
  gather(batch: Batch | ImitationBatch, rows: Int32Array): void {
    this.rows = rows.length;
    const copy = <T extends Float32Array | Uint8Array>(from: T, to: T, width: number) => {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]! * width;
        to.set(from.subarray(row, row + width), i * width);
      }
    };
    copy(batch.observation, this.observation, this.observation.length / this.capacity);
    copy(batch.mask, this.mask, this.mask.length / this.capacity);
    if (batch.valueTarget) copy(batch.valueTarget, this.valueTarget, this.valueTarget.length / this.capacity);
    if (this.magnet) copy((batch as Batch).magnet!, this.magnet, this.magnet.length / this.capacity);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      this.action[i] = batch.action[row]!;
      if (!('logProb' in batch)) continue;
      this.logProb[i] = batch.logProb[row]!;
      this.advantage[i] = batch.advantage[row]!;
    }
  }
}
