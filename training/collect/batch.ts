/** What is collected to be learned from: decisions, row by row. */
import type { ActionFeatures } from '../../agents/network/action-head.js';
import type { Outputs } from '../../agents/network/network.js';
import type { LearnedColumns } from './columns.js';

export type { RowArray } from './columns.js';

/** Decisions to learn from. D: observation size, A: actions. */
export interface Decisions {
  rows: number;
  /** [rows, D] */
  observation: Float32Array;
  /** [rows, A], 1 for legal. */
  mask: Uint8Array;
  /** What is known of the legal actions of each row, for a network that reads it. */
  features?: ActionFeatures | undefined;
  /** [rows], the action taken. */
  action: Int32Array;
  /**
   * What the heads shall give, [rows, width of the head]: numbers, or of a head with cross-entropy a
   * distribution. NaN marks an entry that is not to be learned (an absent seat), of a distribution the whole row. A head
   * without targets is left alone. The value head's are returns in relative seat order; the policy's are for imitation
   * alone, where they take the place of `action`.
   */
  targets: Outputs;
}

/** Decisions of the current policy, for PPO: every column that is learned (columns.ts), advantages already normalised. */
export interface Batch extends Decisions, LearnedColumns {}

/** What a loss sees of some rows: a batch without what the network read. */
export type LossRows = Omit<Batch, 'observation' | 'features'>;

/** The rows from..to-1 of a batch; no copies. */
export function batchRows<B extends Decisions>(batch: B, from: number, to: number): B {
  const cut = (array: Float32Array | Int32Array | Uint8Array) => {
    const width = array.length / batch.rows;
    return array.subarray(from * width, to * width);
  };
  const { features } = batch;
  const arrays = Object.entries(batch).filter((entry) => ArrayBuffer.isView(entry[1]));
  return {
    ...batch,
    ...Object.fromEntries(arrays.map(([name, array]) => [name, cut(array)])),
    ...(features && { features: { values: features.values, first: features.first.subarray(from, to) } }),
    targets: Object.fromEntries(Object.entries(batch.targets).map(([head, array]) => [head, cut(array)])),
    rows: to - from,
  };
}
