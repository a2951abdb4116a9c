/** A broken game: the starter depends on the program that runs, so that it is the same only within one process. */
import { game as pig } from '../../docs/examples/pig-by-hand.js';

const elsewhere = process.argv[1]?.includes('elsewhere') ? 1 : 0;

export const game: typeof pig = {
  ...pig,
  newState(options, chance) {
    const state = pig.newState(options, chance);
    state.cells[5] = state.cells[4] = elsewhere;
    return state;
  },
};
