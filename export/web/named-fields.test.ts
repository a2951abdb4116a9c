import { expect, it } from 'vitest';
import { createRng, SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { namedFieldsOf } from './named-fields.js';

async function begun(name: string) {
  const game = (await loadGame(name)).game as Game;
  return { game, state: game.newState(game.options.parse({}), new SeededChance('3', game.streams)) };
}

it('gives what each seat has as rows of the players, and the rest by name', async () => {
  const { game, state } = await begun('docs/examples/pig.ts');
  const { facts, seats } = namedFieldsOf(game, state, 0)!;
  expect(seats).toEqual([{ name: 'Scores', about: 'Points held by each seat.', values: ['0', '0'] }]);
  expect(facts).toContainEqual({ name: 'Turn', about: 'Points of this turn, not yet held.', values: ['0'] });
  expect(facts).toContainEqual({
    name: 'Starter',
    about: 'Seat that began.',
    values: [expect.stringMatching(/^seat [01]$/)],
  });
  // The page shows these elsewhere.
  expect(facts.map(({ name }) => name)).not.toContain('Prompt');
});

it('has words for lists, numbers and what is not known', async () => {
  const { game } = await begun('kuhn');
  const view = { seat: 0, cards: [2, null], xDot: 0.123456, done: true, none: [], cart: { speed: 1 } };
  const state = { players: 2, view: () => view } as never;
  const { facts, seats } = namedFieldsOf({ ...game, guide: undefined as never }, state, 0)!;
  expect(seats).toEqual([]);
  expect(facts.map(({ name, values }) => [name, values[0]])).toEqual([
    ['Cards', '2, not known'],
    ['X dot', '0.1235'],
    ['Done', 'yes'],
    ['None', 'none'],
    ['Cart speed', '1'],
  ]);
  expect(namedFieldsOf({}, { players: 2 } as never, 0)).toBeNull();
});

it('tells nothing that is hidden: the same whatever a seat cannot know', async () => {
  for (const name of ['kuhn', 'leduc', 'docs/examples/honey-fair.ts']) {
    const { game, state } = await begun(name);
    const other = state.clone();
    other.resample(0, createRng('other'));
    expect(namedFieldsOf(game, other, 0), name).toEqual(namedFieldsOf(game, state, 0));
  }
});
