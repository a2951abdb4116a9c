/** Whether a game shows the same when it is asked twice about one position: where it does not, every other check stumbles over it. */
import { isDeepStrictEqual } from 'node:util';
import type { State } from '../game.js';
import { Fault } from './fault.js';
import { difference, observe, pieceAt, type Trial } from './trial.js';

const CAUSE = 'unsteady: ';

/** Looks at the first game of each set of options. @returns what is another each time it is asked for */
export function unsteady(trial: Trial): Fault | undefined {
  const { game } = trial;
  const say = (what: string) => {
    throw new Fault(`${what} is another each time it is asked for, in one and the same position`, CAUSE + what);
  };
  try {
    trial.play({
      games: trial.variants.length,
      visit({ state }) {
        for (let seat = 0; seat < state.players; seat++) {
          const [first, second] = [look(trial, state, seat), look(trial, state, seat)];
          const at = difference(first.observed, second.observed);
          if (at >= 0) say(pieceAt(game, at));
          if (first.text !== second.text) say('the text of a position');
          if (!isDeepStrictEqual(first.view, second.view)) say('the view of a position');
        }
      },
    });
  } catch (error) {
    if (error instanceof Fault && error.same.startsWith(CAUSE)) return error;
  }
  return undefined;
}

const look = (trial: Trial, state: State, seat: number) => ({
  observed: observe(trial, state, seat),
  text: state.text(seat),
  view: state.view?.(seat),
});
