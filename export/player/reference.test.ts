/** The reference of a game lists all that its definitions have. */
import { expect, it } from 'vitest';
import { observationSize } from '../../env/game.js';
import { loadGames } from '../../env/load-game.js';
import { gameReference } from './reference.js';

const games = (await loadGames()).map(({ game }) => game);

it.each(games.map((game) => [game.id, game] as const))('covers the observation and every prompt of %s', (_, game) => {
  const page = gameReference(game);
  const rows = [...page.matchAll(/^\| (\d+)(?:-(\d+))? \| ([^|]+) \|/gm)];
  expect(rows.map((row) => row[3])).toEqual(game.observation.map(({ name }) => name));
  let at = 0;
  for (const [, first, last = first] of rows) {
    expect(Number(first)).toBe(at);
    at = Number(last) + 1;
  }
  expect(at).toBe(observationSize(game));
  for (const prompt of game.prompts) expect(page).toContain(`\n| \`${prompt}\` | `);
  expect(page).toContain('\n| `options` | object | the options of the game |');
});

it('lists the observation of a game without a guide', () => {
  const [{ guide: _, ...bare }] = games as [(typeof games)[number]];
  const page = gameReference(bare);
  expect(page).toContain('## Observation');
  expect(page).toContain(`${bare.actions} ids.`);
  expect(page).not.toContain('## Prompts');
});
