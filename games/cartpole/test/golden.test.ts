/** CartPole plays as before: golden.txt. */
import { expect, it } from 'vitest';
import type { Game } from '../../../env/game.js';
import { wholeGames } from '../../../test/golden.js';
import { game } from '../game.js';

it('plays as before', async () => {
  await expect(wholeGames(game as Game, [{}, { limit: 10 }], 8)).toMatchFileSnapshot('../golden.txt');
});
