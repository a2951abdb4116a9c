/** A broken game: the starter follows from the number of the process, so that it is the same only within one. */
import { game as pig } from '../../docs/examples/pig.js';

export const game: typeof pig = {
  ...pig,
  newState(options, chance) {
    const state = pig.newState(options, chance);
    state.cells[5] = state.cells[4] = process.pid % state.players;
    return state;
  },
};
