/** The legal actions of Leduc poker once more, from the words of the round. For tests; shares no code with the rules. */
import { CALL, FOLD, MAX_SAID, RAISE, ROUND, SAID, WORDS } from './state.js';

export function enumerate({ cells }: { cells: Int16Array }): number[] {
  const round = cells[ROUND]!;
  const from = WORDS + round * MAX_SAID;
  const said = Array.from(cells.subarray(from, from + cells[SAID + round]!));
  const raises = said.filter((action) => action === RAISE).length;
  const last = said.at(-1);
  // A fold ends the game, and so does a call of the second round that does not open it.
  if (last === FOLD || (last === CALL && said.length > 1)) return [];
  return [...(last === RAISE ? [FOLD] : []), CALL, ...(raises < 2 ? [RAISE] : [])];
}
