/** What a player might expect to choose, but cannot just now: each with why, in the game's own words. */
import type { Game, State } from '../../env/game.js';
import { actionWords, thingsOf, wordsOf } from './moves.js';
import type { Closed } from './protocol.js';

/**
 * @param mask the legal actions of the seat to act
 * @returns in the order of their ids; empty where the game tells of none
 */
export function closedOf(game: Game, state: State, mask: Uint8Array): Closed[] {
  const { whyNot } = game;
  if (!whyNot) return [];
  const closed: Closed[] = [];
  for (let action = 0; action < mask.length; action++) {
    if (mask[action] === 1) continue;
    const why = whyNot(state, action);
    if (why === null) continue;
    const text = actionWords(game, state, action);
    closed.push({ text, things: thingsOf(game, state, action), why: wordsOf(game, state, why) });
  }
  return closed;
}
