/** Crown of Ash plays as before, without and with its AI: golden.txt, golden-ai.txt. */
import { expect, it } from 'vitest';
import { firstRounds } from '../../../test/golden.js';
import { DONE } from '../actions.js';
import { game } from '../game.js';
import { lords } from '../names.js';

it('plays as before', async () => {
  const options = game.options.parse({ players: 3, components: { numbers: { startGold: 3 } } });
  await expect(firstRounds(game, options, 'golden', 2, lords, DONE)).toMatchFileSnapshot('../golden.txt');
});

it('plays as before against its AI', async () => {
  const options = game.options.parse({ players: 2, ai: 'medium' });
  const told = firstRounds(game, options, 'golden', 2, ['Visio', 'Nox', 'AI'], DONE);
  await expect(told).toMatchFileSnapshot('../golden-ai.txt');
});
