/** Broken versions of tic-tac-toe: what a learner learns there must not make a player. */
import type { Chance } from '../../../env/chance.js';
import type { Game } from '../../../env/game.js';
import { game as ticTacToe } from '../game.js';

/** Tic-tac-toe whose final places are changed by `change`. */
export function broken(id: string, change: (places: Uint8Array, coin: number) => void): Game {
  const whole = ticTacToe as Game;
  return {
    ...whole,
    id,
    streams: ['coin'],
    newState(options: unknown, chance: Chance) {
      const coin = chance.draw(0, 2);
      const state = whole.newState(options, chance);
      const places = state.places.bind(state);
      state.places = (out: Uint8Array) => {
        places(out);
        change(out, coin);
      };
      return state;
    },
  };
}
