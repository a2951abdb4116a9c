/** Items: kinds are type * 5 + level, carried by heroes and kept in armories. Rulebook, Items. */
import { ITEM_KINDS } from '../data.js';

/** Level 1-5 of the best item of a type, 0 without one. @param owner hero or tile whose fifteen counts begin at 15 * owner */
export function bestLevel(counts: Uint8Array, owner: number, type: number): number {
  const at = owner * ITEM_KINDS + type * 5;
  for (let level = 5; level > 0; level--) if (counts[at + level - 1] !== 0) return level;
  return 0;
}

/** Whether there is any item. */
export function hasItems(counts: Uint8Array, owner: number): boolean {
  return countItems(counts, owner) > 0;
}

/** Number of items. */
export function countItems(counts: Uint8Array, owner: number): number {
  let n = 0;
  for (let k = owner * ITEM_KINDS; k < (owner + 1) * ITEM_KINDS; k++) n += counts[k]!;
  return n;
}

/** Moves all items. */
export function moveItems(from: Uint8Array, owner: number, to: Uint8Array, receiver: number): void {
  for (let k = 0; k < ITEM_KINDS; k++) {
    to[receiver * ITEM_KINDS + k]! += from[owner * ITEM_KINDS + k]!;
    from[owner * ITEM_KINDS + k] = 0;
  }
}
