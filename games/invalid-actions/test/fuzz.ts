/** The invalid-action test as a subject of the fuzz. */
import { smallGame } from '../../../test/fuzz/small-game.js';
import { game } from '../game.js';

export const subject = smallGame(
  game,
  (rng) => {
    const dim = 2 + rng.int(69);
    return { dim, invalid: rng.int(dim - 1), masked: rng.int(4) > 0, length: 1 + rng.int(20) };
  },
  'time limit',
);
