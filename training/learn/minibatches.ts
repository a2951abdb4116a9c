/** The rows of gradient steps: all rows of a batch in a new order, cut into parts, and gathered from where they lie. */
import type { Heads } from '../../agents/network/network.js';
import type { Batch, Decisions, LossRows, RowArray } from '../collect/batch.js';

/**
 * Cuts rows into minibatches: as many as of this size are needed, of sizes that differ by at most one.
 * @param order row numbers; the parts are views of it
 */
export function cut(order: Int32Array, minibatch: number): Int32Array[] {
  const parts = Math.ceil(order.length / minibatch);
  return Array.from({ length: parts }, (_, i) =>
    order.subarray(Math.floor((i * order.length) / parts), Math.floor(((i + 1) * order.length) / parts)),
  );
}

/** Which columns there are follows from the batch: the constructor alone cannot make them. */
const Gathered = class {} as new () => LossRows;

/**
 * Some rows of a batch, gathered from where they lie: every column but the observation, and the targets of the network's heads.
 * What the batch lacks is missing here too.
 */
export class Minibatch extends Gathered {
  private batch: Decisions | undefined;
  private columns: readonly (readonly [name: string, from: RowArray])[] = [];
  /** Memory that is used again and again. */
  private readonly rooms = new Map<string, RowArray>();

  constructor(private readonly shape: Heads) {
    super();
    this.rows = 0;
    this.targets = {};
  }

  /** The batch that the next rows are of. */
  take(batch: Decisions & Partial<Batch>): void {
    const { rows: _rows, observation: _observation, features: _features, targets: _targets, ...columns } = batch;
    for (const [name] of this.columns) Object.assign(this, { [name]: undefined });
    this.batch = batch;
    this.columns = Object.entries(columns).filter((entry): entry is [string, RowArray] => ArrayBuffer.isView(entry[1]));
  }

  /** Copies these rows of the batch, in their order. What was copied before is overwritten. */
  gather(order: Int32Array): void {
    const { rows, targets } = this.batch!;
    this.rows = order.length;
    for (const [name, from] of this.columns)
      Object.assign(this, { [name]: this.gathered(name, from, from.length / rows, order) });
    this.targets = {};
    for (const { name, width } of this.shape.heads) {
      const target = targets[name];
      if (target) this.targets[name] = this.gathered(`target ${name}`, target, width, order);
    }
  }

  /** Row `order[i]` of `from` becomes row i. */
  private gathered<T extends RowArray>(name: string, from: T, width: number, order: Int32Array): T {
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
