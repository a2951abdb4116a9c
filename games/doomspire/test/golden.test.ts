/** Lords of Doomspire plays as before, in both editions: golden.txt, golden-airef.txt. */
import { expect, it } from 'vitest';
import { firstRounds } from '../../../test/golden.js';
import { DONE } from '../actions.js';
import { game } from '../game.js';
import { seatNames } from '../terms.js';

it.each([
  ['rulebook', '../golden.txt'],
  ['airef', '../golden-airef.txt'],
] as const)('edition %s plays as before', async (edition, file) => {
  const components = { numbers: { startResources: [3, 3, 3, 3] as [number, number, number, number] } };
  const options = game.options.parse({ edition, components });
  await expect(firstRounds(game, options, 'golden', 4, seatNames, DONE)).toMatchFileSnapshot(file);
});
