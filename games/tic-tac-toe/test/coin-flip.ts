/** Negative control: a coin decides who gets which place, so that advantages say nothing of the moves. */
import type { Game } from '../../../env/game.js';
import { broken } from './broken.js';

export const game: Game = broken('coin-flip', (places, coin) => {
  if (coin === 1) places.reverse();
});
