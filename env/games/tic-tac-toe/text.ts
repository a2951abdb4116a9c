/** Tic-tac-toe in words. */
import { ACTOR, BOARD } from './state.js';

export function boardText(cells: Int16Array, seat: number): string {
  const rows = [0, 1, 2].map(
    (row) => `  ${3 - row}  ${[0, 1, 2].map((column) => '.XO'[cells[BOARD + 3 * row + column]!]).join(' ')}`,
  );
  const actor = cells[ACTOR]!;
  const turn = actor < 0 ? 'the game is over' : `${'XO'[actor]} to move`;
  return [`You are ${'XO'[seat]}, ${turn}`, ...rows, '     a b c'].join('\n');
}
