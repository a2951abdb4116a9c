/** Connect Four as a subject of the fuzz. */
import { ask, smallGame } from '../../../test/fuzz/small-game.js';
import { game } from '../game.js';

export const subject = smallGame(game, (rng) => ({ askForced: ask(rng) }));
