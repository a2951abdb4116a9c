/** The legal actions of Kuhn poker once more, from the words that were said. For tests; shares no code with the rules. */
import { ACTIONS, BET, PLAYERS, SAID, WORDS } from './state.js';

export function enumerate({ cells }: { cells: Int16Array }): number[] {
  const players = cells[PLAYERS]!;
  const said = Array.from(cells.subarray(WORDS, WORDS + cells[SAID]!));
  const first = said.indexOf(BET);
  // Who has not spoken yet must; after a bet, everybody has spoken once since then or has bet.
  const done = first < 0 ? said.length === players : said.length - first === players;
  return done ? [] : Array.from({ length: ACTIONS }, (_, action) => action);
}
