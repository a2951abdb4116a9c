/** The rows of gradient steps: all rows of a batch in a new order, cut into parts, and gathered from where they lie. */
import type { Heads, Outputs } from '../../agents/network/network.js';
import type { Rng } from '../../env/chance.js';
import type { Batch, Decisions } from './learner.js';

/** Fisher-Yates, in place. */
export function shuffle(order: Int32Array, rng: Rng): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
}

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
  mask = new Uint8Array(0);
  action = new Int32Array(0);
  logProb: Float32Array = new Float32Array(0);
  advantage: Float32Array = new Float32Array(0);
  targets: Outputs = {};
  magnet: Float32Array | undefined;
  private batch: (Decisions & Partial<Batch>) | undefined;
  private capacity = 0;
  private readonly floats = new Map<string, Float32Array>();

  constructor(private readonly shape: Heads) {}

  /** The batch that the next rows are of. */
  take(batch: Decisions & Partial<Batch>): void {
    this.batch = batch;
  }

  /** Copies these rows of the batch, in their order. */
  gather(rows: Int32Array): void {
    const batch = this.batch!;
    const n = rows.length;
    const width = batch.mask.length / batch.rows;
    if (n > this.capacity) {
      this.capacity = n;
      this.mask = new Uint8Array(n * width);
      this.action = new Int32Array(n);
    }
    this.rows = n;
    copy(batch.mask, this.mask, width, rows);
    for (let i = 0; i < n; i++) this.action[i] = batch.action[rows[i]!]!;
    const { logProb, advantage, magnet } = batch;
    if (logProb) this.logProb = this.gathered('logProb', logProb, 1, rows);
    if (advantage) this.advantage = this.gathered('advantage', advantage, 1, rows);
    this.magnet = magnet && this.gathered('magnet', magnet, width, rows);
    this.targets = {};
    for (const head of this.shape.heads) {
      const target = batch.targets[head.name];
      if (target) this.targets[head.name] = this.gathered(`target ${head.name}`, target, head.width, rows);
    }
  }

  private gathered(name: string, from: Float32Array, width: number, rows: Int32Array): Float32Array {
    let to = this.floats.get(name);
    if (!to || to.length < rows.length * width) this.floats.set(name, (to = new Float32Array(this.capacity * width)));
    copy(from, to, width, rows);
    return to;
  }
}

/** Row `rows[i]` of `from` becomes row i of `to`. */
function copy<T extends Float32Array | Uint8Array>(from: T, to: T, width: number, rows: Int32Array): void {
  if (width < 8)
    for (let i = 0; i < rows.length; i++)
      for (let k = 0, at = rows[i]! * width; k < width; k++) to[i * width + k] = from[at + k]!;
  else for (let i = 0; i < rows.length; i++) to.set(from.subarray(rows[i]! * width, (rows[i]! + 1) * width), i * width);
}
