/** Legal actions with features as arrays of one length a row, for graphs (`TapeActions`). */
import type { ActionFeatures } from '../action-head.js';

/** Arrays row by row; `count` slots a row, one more than any row needs. */
interface Slots {
  count: number;
  /** [rows, count, numbers in the features of an action] */
  features: Float32Array;
  /** [rows, actions]: slot of each action; the last one for actions without features. */
  slot: Int32Array;
  /** [rows, count]: the action in each slot. */
  action: Int32Array;
  /** [rows, count]: 1, or 0 in empty slots. */
  used: Float32Array;
}

/**
 * Each row's legal actions with features, in its first slots.
 * @param mask [rows, actions]
 * @param known features of the legal actions, those of row i at `first[order[i]]`, or without an order at `first[i]`
 * @param size numbers in the features of an action
 */
export function inSlots(
  rows: number,
  mask: Uint8Array,
  actions: number,
  { values, first }: ActionFeatures,
  size: number,
  order?: Int32Array,
): Slots {
  let most = 0;
  for (let r = 0; r < rows; r++) {
    let legal = 0;
    for (let i = r * actions; i < (r + 1) * actions; i++) legal += mask[i]!;
    most = Math.max(most, legal);
  }
  const count = most + 1;
  const features = new Float32Array(rows * count * size);
  const slot = new Int32Array(rows * actions).fill(most);
  const action = new Int32Array(rows * count);
  const used = new Float32Array(rows * count);
  for (let r = 0; r < rows; r++) {
    let from = first[order ? order[r]! : r]! * size;
    let next = 0;
    for (let a = 0; a < actions; a++) {
      if (mask[r * actions + a] === 0) continue;
      const own = values.subarray(from, (from += size));
      // Nothing is added to an action whose features are all zero (action-head.ts).
      if (own.every((x) => x === 0)) continue;
      const at = r * count + next;
      features.set(own, at * size);
      slot[r * actions + a] = next++;
      action[at] = a;
      used[at] = 1;
    }
  }
  return { count, features, slot, action, used };
}
