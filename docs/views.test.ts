/** The pages of docs/views/ say what the games' definitions say. `npx vitest run docs/views.test.ts -u` writes them anew. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { games } from '../env/games/index.js';
import { viewPage } from '../eval/export/view-page.js';

const folder = fileURLToPath(new URL('views', import.meta.url));

it.each(games.map((game) => [game.id, game] as const))('%s', async (id, game) => {
  await expect(viewPage(game)).toMatchFileSnapshot(`views/${id}.md`);
});

it('has no page of a game that is gone', () => {
  expect(readdirSync(folder).sort()).toEqual(games.map(({ id }) => `${id}.md`).sort());
});
