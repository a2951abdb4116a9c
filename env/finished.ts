/** What a game says of its end, checked where it is read: a ranking that is none would count as wins and losses. */
import type { State } from './game.js';
import { UserError } from './user-error.js';
import { printable } from './words.js';

/** Letters of an ending that are kept: it is "one word or two". */
const LONGEST = 100;

/** No seat has this place: it is one of 255 seats more than there are. */
const UNWRITTEN = 255;

/**
 * Final places of a finished game.
 * @param out written: 0 is first, those who tie share the better one; length players
 * @throws UserError when the game gives no ranking
 */
export function finalPlaces(state: State, out: Uint8Array): void {
  const { players } = state;
  out.fill(UNWRITTEN, 0, players);
  state.places(out);
  for (let seat = 0; seat < players; seat++) {
    let better = 0;
    for (let other = 0; other < players; other++) if (out[other]! < out[seat]!) better++;
    // A single player has its place among rivals that the rules play: those have places, but no seats.
    if (players === 1 ? out[0] !== UNWRITTEN : out[seat] === better) continue;
    const given = Array.from(out.subarray(0, players), (place) => (place === UNWRITTEN ? 'none' : place)).join(', ');
    throw new UserError(
      `the game gives its seats the places ${given}: 0 is first, and those who tie share the better one; tabletop check says more`,
    );
  }
}

/** The game's own count of rounds, or of decisions. @throws UserError when it counts none */
export function roundOf(state: State): number {
  const round: unknown = state.round;
  if (typeof round !== 'number' || !Number.isInteger(round) || round < 0)
    throw new UserError(
      `the round of a position is ${String(round)}: State.round must count rounds from 1, or decisions where a game has none`,
    );
  return round;
}

/** How a finished game ended, in one word or two. @throws UserError when that is no text */
export function endingOf(state: State): string {
  const ending: unknown = state.ending();
  if (typeof ending !== 'string')
    throw new UserError(`the game says that it ended by ${JSON.stringify(ending)}: ending() must give a text`);
  return printable(ending, LONGEST);
}
