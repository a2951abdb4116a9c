/** Where rollouts put decisions: flat buffers in shared memory, written by one thread, read by the one that learns. */
import type { Outputs } from '../../agents/network/network.js';

/** Sizes of a row. */
export interface RowSizes {
  /** Most rows the buffer holds. */
  capacity: number;
  /** Numbers in an observation. */
  observation: number;
  /** Action ids. */
  actions: number;
  /** Values a row: one a seat, in relative order. */
  values: number;
  /** Widths of the heads beside policy and value: what they shall give is a part of a row too. */
  further?: Readonly<Record<string, number>>;
}

/** Memory of a `Rows`; can be posted to another thread. */
export type RowMemory = Record<'float' | 'int' | 'byte', SharedArrayBuffer> & { sizes: RowSizes };

/** One array of each kind, so that a thread is given three blocks of memory and not ten. */
export function rowMemory(sizes: RowSizes): RowMemory {
  const { capacity, observation, actions, values, further = {} } = sizes;
  const more = Object.values(further).reduce((sum, width) => sum + width, 0);
  return {
    sizes,
    float: new SharedArrayBuffer(4 * capacity * (observation + 4 * values + more + 2)),
    int: new SharedArrayBuffer(4 * capacity * 3),
    byte: new SharedArrayBuffer(capacity * actions),
  };
}

/** Typed windows into a `RowMemory`. Row r of a field with width w has the numbers r*w .. r*w+w-1. */
export class Rows {
  readonly sizes: RowSizes;
  readonly observation: Float32Array;
  readonly mask: Uint8Array;
  readonly action: Int32Array;
  /** Log-probability of the action under the policy that acted. */
  readonly logProb: Float32Array;
  /** What the network expected, relative seats. */
  readonly value: Float32Array;
  /**
   * What every seat (relative) received until the row's seat decided again; shaping included, and the discounted value
   * of the last position where a limit of time cut the game.
   */
  readonly reward: Float32Array;
  /** Shaping potential of every seat (relative), already weighted. */
  readonly potential: Float32Array;
  /** Lambda-returns (`lambdaReturns`). */
  readonly target: Float32Array;
  readonly advantage: Float32Array;
  /** Targets of the further heads; NaN where nobody knows. */
  readonly further: Outputs;
  /** Link to the same seat's next decision (gae.ts). */
  readonly next: Int32Array;
  /** Which agent slot decided: game * players + seat. */
  readonly agentSlot: Int32Array;

  constructor(memory: RowMemory) {
    const { capacity, observation, values, further = {} } = (this.sizes = memory.sizes);
    let at = 0;
    const floats = (width: number) => {
      const array = new Float32Array(memory.float, at, capacity * width);
      at += 4 * capacity * width;
      return array;
    };
    this.observation = floats(observation);
    this.value = floats(values);
    this.reward = floats(values);
    this.potential = floats(values);
    this.target = floats(values);
    this.logProb = floats(1);
    this.advantage = floats(1);
    this.further = Object.fromEntries(Object.entries(further).map(([head, width]) => [head, floats(width)]));
    this.action = new Int32Array(memory.int, 0, capacity);
    this.next = new Int32Array(memory.int, 4 * capacity, capacity);
    this.agentSlot = new Int32Array(memory.int, 8 * capacity, capacity);
    this.mask = new Uint8Array(memory.byte);
  }

  /** Moves what a waiting decision needs (not its link, target or advantage) to an earlier row. */
  move(from: number, to: number): void {
    const { observation, actions, values } = this.sizes;
    const shift = (array: Float32Array | Int32Array | Uint8Array, width: number) =>
      array.copyWithin(to * width, from * width, (from + 1) * width);
    shift(this.observation, observation);
    shift(this.mask, actions);
    shift(this.value, values);
    shift(this.reward, values);
    shift(this.potential, values);
    shift(this.action, 1);
    shift(this.logProb, 1);
    shift(this.agentSlot, 1);
  }
}
