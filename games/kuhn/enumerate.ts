/** The legal actions of Kuhn poker once more, from the actions so far. For tests; shares no code with the rules. */
import { BET, type Position, words } from './position.js';

export function enumerate(s: Position): number[] {
  const said = [...s.words.subarray(0, s.said)];
  const first = said.indexOf(BET);
  // Who has not spoken yet must; after a bet, everybody has spoken once since then or has bet.
  const done = first < 0 ? said.length === s.players : said.length - first === s.players;
  return done ? [] : [...words.keys()];
}
