/** Each game's view.md says what its definition says. `npx vitest run docs/views.test.ts -u` writes them anew. */
import { expect, it } from 'vitest';
import { loadGames } from '../env/load-game.js';
import { viewPage } from '../export/player/view-page.js';

const games = (await loadGames()).map(({ game }) => game);

it.each(games.map((game) => [game.id, game] as const))('%s', async (id, game) => {
  await expect(viewPage(game)).toMatchFileSnapshot(`../games/${id}/view.md`);
});
