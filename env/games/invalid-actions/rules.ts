/** The rules of the invalid-action test over the cells of a position. */
import type { Chance } from '../../chance.js';
import { DIM, INVALID, RIGHT, STEP, TARGET, TARGET_STREAM, VALID, VALID_STREAM } from './state.js';

/** Draws the next number, then which others stay valid beside it. @param others room for all numbers */
export function ask(cells: Int16Array, others: Uint8Array, chance: Chance): void {
  const dim = cells[DIM]!;
  const target = chance.draw(TARGET_STREAM, dim);
  cells[TARGET] = target;
  cells.fill(0, VALID);
  cells[VALID + target] = 1;
  let left = 0;
  for (let i = 0; i < dim; i++) if (i !== target) others[left++] = i;
  // Drawing the valid ones is the same as drawing the invalid ones, and shorter.
  for (let valid = dim - 1 - cells[INVALID]!; valid > 0; valid--) {
    const at = chance.draw(VALID_STREAM, left);
    cells[VALID + others[at]!] = 1;
    others[at] = others[--left]!;
  }
}

/** Names a number. */
export function name(cells: Int16Array, others: Uint8Array, action: number, chance: Chance): void {
  cells[RIGHT] = action === cells[TARGET] ? 1 : 0;
  cells[STEP]!++;
  ask(cells, others, chance);
}
