/** Connect Four in words. */
import { ACTOR, BOARD, COLUMNS, ROWS } from './state.js';

export function boardText(cells: Int16Array, seat: number): string {
  const rows = [];
  for (let row = ROWS - 1; row >= 0; row--) {
    const from = BOARD + row * COLUMNS;
    rows.push(`  ${Array.from(cells.subarray(from, from + COLUMNS), (sign) => '.XO'[sign]).join(' ')}`);
  }
  const actor = cells[ACTOR]!;
  const turn = actor < 0 ? 'the game is over' : `${'XO'[actor]} to move`;
  return [`You are ${'XO'[seat]}, ${turn}`, ...rows, '  1 2 3 4 5 6 7'].join('\n');
}
