/** The legal actions of Leduc poker once more, from the words of the round. For tests; shares no code with the rules. */
import { CALL, FOLD, MAX_SAID, type Position, RAISE } from './position.js';

export function enumerate({ street, said, words }: Position): number[] {
  const from = street * MAX_SAID;
  const round = [...words.subarray(from, from + said[street]!)];
  const raises = round.filter((word) => word === RAISE).length;
  const last = round.at(-1);
  // A fold ends the game, and so does a call of the second round that does not open it.
  if (last === FOLD || (last === CALL && round.length > 1)) return [];
  return [...(last === RAISE ? [FOLD] : []), CALL, ...(raises < 2 ? [RAISE] : [])];
}
