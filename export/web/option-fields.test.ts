import { expect, it } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { optionFieldsOf } from './option-fields.js';

const fieldsOf = async (name: string) => optionFieldsOf((await loadGame(name)).game);

it('asks for simple options by simple fields, the number of players first', async () => {
  const about = expect.any(String);
  expect(await fieldsOf('crown-of-ash')).toEqual([
    { name: 'players', about, forDesigners: false, kind: 'number', whole: true, min: 1, max: 4, initial: 4 },
    {
      name: 'ai',
      about,
      forDesigners: false,
      kind: 'choice',
      values: ['none', 'easy', 'medium', 'hard'],
      initial: 'none',
    },
    { name: 'startChoice', about, forDesigners: false, kind: 'switch', initial: true },
    { name: 'memoryAid', about, forDesigners: false, kind: 'switch', initial: false },
    { name: 'winWeight', about, forDesigners: true, kind: 'number', whole: false, min: 0, max: 1, initial: 0.5 },
    { name: 'components', about, forDesigners: true, kind: 'json', initial: {} },
  ]);
});

it('reads schemas that look at what was given first, and those of others', async () => {
  expect((await fieldsOf('doomspire')).map(({ kind }) => kind)).toContain('choice');
  expect((await fieldsOf('docs/examples/eleven-peaks.ts')).map(({ name }) => name)).toEqual([
    'players',
    'peaks',
    'rounds',
  ]);
  expect(await fieldsOf('leduc')).toEqual([]);
});

it('tells what is for designers: tables of components, and what the schema says to be', async () => {
  const { game } = await loadGame('islebound');
  const designers = optionFieldsOf(game).filter(({ forDesigners }) => forDesigners);
  expect(designers.map(({ name }) => name)).toEqual(['marginWeight', 'roundCap', 'components']);
});
