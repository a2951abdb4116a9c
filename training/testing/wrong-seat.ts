/** A negative control: Big Pig in which the next seat gets what a seat has earned. Learning it must not make a player. */
import { bots, game as pig } from '../../docs/examples/pig.js';
import type { Game, State } from '../../env/game.js';

export { bots };

export const game: Game = {
  ...(pig as Game),
  id: 'wrong-seat',
  newState(options, chance) {
    const state = (pig as Game).newState(options, chance);
    const places = state.places.bind(state);
    state.places = (out: Uint8Array) => {
      places(out);
      const own = out.slice(0, state.players);
      for (let seat = 0; seat < state.players; seat++) out[(seat + 1) % state.players] = own[seat]!;
    };
    return state as State;
  },
};
