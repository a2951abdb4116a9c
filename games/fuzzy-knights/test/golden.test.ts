/** Fuzzy Knights plays as before: golden.txt. */
import { expect, it } from 'vitest';
import { firstRounds } from '../../../test/golden.js';
import { END } from '../actions.js';
import { game } from '../game.js';
import { seatNames } from '../terms.js';

it('plays as before', async () => {
  const options = game.options.parse({ players: 3, maxDays: 20, components: { setup: { startCoins: 20 } } });
  await expect(firstRounds(game, options, 'golden', 4, seatNames, END)).toMatchFileSnapshot('../golden.txt');
});
