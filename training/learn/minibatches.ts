/** The rows of gradient steps: all rows of a batch in a new order, cut into parts, and gathered from where they lie. */
import type { Heads, Outputs } from '../../agents/network/network.js';
import type { Batch, Decisions } from '../collect/batch.js';

/** As many parts as minibatches of this size would need, of sizes that differ by at most one. */
export function cut(order: Int32Array, minibatch: number): Int32Array[] {
  const parts = Math.ceil(order.length / minibatch);
  return Array.from({ length: parts }, (_, i) =>
    order.subarray(Math.floor((i * order.length) / parts), Math.floor(((i + 1) * order.length) / parts)),
  );
}

/** A small batch without observations. What the batch lacks is missing here too. */
export class Minibatch implements Omit<Batch, 'observation'> {
  rows = 0;
  mask: Uint8Array = new Uint8Array(0);
  action: Int32Array = new Int32Array(0);
  logProb: Float32Array = new Float32Array(0);
  advantage: Float32Array = new Float32Array(0);
  targets: Outputs = {};
  private batch: (Decisions & Partial<Batch>) | undefined;
  /** Memory that is used again and again. */
  private readonly rooms = new Map<string, Rows>();

  constructor(private readonly shape: Heads) {}

  /** The batch that the next rows are of. */
  take(batch: Decisions & Partial<Batch>): void {
    this.batch = batch;
  }

  /** Copies these rows of the batch, in their order. What was copied before is overwritten. */
  gather(order: Int32Array): void {
    const { mask, action, logProb, advantage, targets, rows } = this.batch!;
    const width = mask.length / rows;
    this.rows = order.length;
    this.mask = this.gathered('mask', mask, width, order);
    this.action = this.gathered('action', action, 1, order);
    if (logProb) this.logProb = this.gathered('logProb', logProb, 1, order);
    if (advantage) this.advantage = this.gathered('advantage', advantage, 1, order);
    this.targets = {};
    for (const head of this.shape.heads) {
      const target = targets[head.name];
      if (target) this.targets[head.name] = this.gathered(`target ${head.name}`, target, head.width, order);
    }
  }

  /** Row `order[i]` of `from` becomes row i. */
  private gathered<T extends Rows>(name: string, from: T, width: number, order: Int32Array): T {
    const size = order.length * width;
    let room = this.rooms.get(name) as T | undefined;
    if (!room || room.length < size) {
      room = new (from.constructor as new (length: number) => T)(size);
      this.rooms.set(name, room);
    }
    const to = room.subarray(0, size) as T;
    if (width < 8)
      for (let i = 0; i < order.length; i++)
        for (let k = 0, at = order[i]! * width; k < width; k++) to[i * width + k] = from[at + k]!;
    else
      for (let i = 0; i < order.length; i++)
        to.set(from.subarray(order[i]! * width, (order[i]! + 1) * width), i * width);
    return to;
  }
}

type Rows = Float32Array | Int32Array | Uint8Array;
