/** Islebound plays as before: golden.txt. */
import { expect, it } from 'vitest';
import { firstRounds } from '../../../test/golden.js';
import { END } from '../actions.js';
import { game } from '../game.js';

it('plays as before', async () => {
  const options = game.options.parse({ components: { numbers: { humanCoins: 20 } } });
  await expect(firstRounds(game, options, 'golden', 9, ['You'], END)).toMatchFileSnapshot('../golden.txt');
});
