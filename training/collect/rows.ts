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
  /** Numbers in the features of an action; 0: there are none. */
  features?: number;
  /** Whether distributions over actions are to be imitated. */
  choices?: boolean;
  /** Widths of the heads beside policy and value: what they shall give is a part of a row too. */
  further?: Readonly<Record<string, number>>;
}

/** Memory of a `Rows`; can be posted to another thread. */
export type RowMemory = Record<'float' | 'int' | 'byte' | 'features', SharedArrayBuffer> & { sizes: RowSizes };

/**
 * One array of each kind, so that a thread is given a few blocks of memory and not ten. That of features has room for all
 * actions of all rows, since nobody knows how many will be legal: addresses alone, memory is taken for what is written.
 */
export function rowMemory(sizes: RowSizes): RowMemory {
  const { capacity, observation, actions, values, features = 0, choices, further = {} } = sizes;
  const choice = choices ? actions : 0;
  const more = Object.values(further).reduce((sum, width) => sum + width, 0);
  return {
    sizes,
    float: new SharedArrayBuffer(4 * capacity * (observation + 4 * values + more + choice + 2)),
    int: new SharedArrayBuffer(4 * (capacity * 4 + 1)),
    features: new SharedArrayBuffer(4 * capacity * actions * features),
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
  /** What the imitated agent makes of all actions, a distribution; empty where none is imitated. */
  readonly choice: Float32Array;
  /** Targets of the further heads; NaN where nobody knows. */
  readonly further: Outputs;
  /** Link to the same seat's next decision (gae.ts). */
  readonly next: Int32Array;
  /** Which agent slot decided: game * players + seat. */
  readonly agentSlot: Int32Array;
  /** Features of the legal actions, one behind the other, row after row. */
  readonly features: Float32Array;
  /** [capacity + 1] number of legal actions before each row: where its features begin. */
  readonly first: Int32Array;

  constructor(memory: RowMemory) {
    const { capacity, observation, actions, values, choices, further = {} } = (this.sizes = memory.sizes);
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
    this.choice = floats(choices ? actions : 0);
    this.action = new Int32Array(memory.int, 0, capacity);
    this.next = new Int32Array(memory.int, 4 * capacity, capacity);
    this.agentSlot = new Int32Array(memory.int, 8 * capacity, capacity);
    this.first = new Int32Array(memory.int, 12 * capacity, capacity + 1);
    this.features = new Float32Array(memory.features);
    this.mask = new Uint8Array(memory.byte);
  }

  /**
   * Writes the mask of a row and the features of its legal actions. Rows are written in their order: those of the next one
   * come behind.
   * @param features from `at` on
   */
  legal(row: number, mask: Uint8Array, legal: number, features: Float32Array, at: number): void {
    const { actions, features: size = 0 } = this.sizes;
    this.mask.set(mask, row * actions);
    const from = this.first[row]!;
    this.first[row + 1] = from + legal;
    if (size > 0) this.features.set(features.subarray(at, at + legal * size), from * size);
  }

  /**
   * Moves what a waiting decision needs (not its link, target or advantage) to an earlier row. One after the other, from the
   * first row on.
   */
  move(from: number, to: number): void {
    const { observation, actions, values, features = 0, choices } = this.sizes;
    const { first } = this;
    const [begin, end] = [first[from]!, first[from + 1]!];
    this.features.copyWithin(first[to]! * features, begin * features, end * features);
    first[to + 1] = first[to]! + end - begin;
    const shift = (array: Float32Array | Int32Array | Uint8Array, width: number) =>
      array.copyWithin(to * width, from * width, (from + 1) * width);
    shift(this.observation, observation);
    shift(this.mask, actions);
    if (choices) shift(this.choice, actions);
    shift(this.value, values);
    shift(this.reward, values);
    shift(this.potential, values);
    shift(this.action, 1);
    shift(this.logProb, 1);
    shift(this.agentSlot, 1);
  }
}
