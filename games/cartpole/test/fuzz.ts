/** CartPole as a subject of the fuzz. */
import { ask, smallGame } from '../../../test/fuzz/small-game.js';
import { game } from '../game.js';

export const subject = smallGame(game, (rng) => ({ limit: 1 + rng.int(60), askForced: ask(rng) }), 'time limit');
