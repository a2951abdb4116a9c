/** Negative control: each seat gets what the other has earned. */
import type { Game } from '../../../env/game.js';
import { broken } from './broken.js';

export const game: Game = broken('wrong-seat', (places) => places.reverse());
