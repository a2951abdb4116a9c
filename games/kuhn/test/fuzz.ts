/** Kuhn poker as a subject of the fuzz. */
import { ask, smallGame } from '../../../test/fuzz/small-game.js';
import { game } from '../game.js';

export const subject = smallGame(game, (rng) => ({ players: 2 + rng.int(3), askForced: ask(rng) }));
