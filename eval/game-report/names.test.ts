import { expect, it } from 'vitest';
import { choiceName, kindName, plainName, settleNames } from './names.js';

it.each([
  ['place the capital on c8', 'place the capital on c8', 'place the capital on …'],
  ['recruit a hero for 5', 'recruit a hero', 'recruit a hero'],
  ['go to b7 (2 ore, wolf 2)', 'go to b7', 'go to …'],
  ['blacksmith: 3 ore, 1 gold for 1 might', 'blacksmith', 'blacksmith'],
  ['raise sulphur 5 #32 for 1 bone, 3 sulphur', 'raise sulphur … #32', 'raise sulphur …'],
  ['buy the white card #45 (1 point) for 3 blue', 'buy the white card #45', 'buy the white card …'],
  ['build from place 4 for 5 coins: #28, renown 8', 'build from place … #28', 'build from place …'],
  ['build Abattoir on Mountains for 3 gold', 'build Abattoir on Mountains', 'build Abattoir on Mountains'],
  ['use hero B1 on i10', 'use hero B1 on i10', 'use hero … on …'],
  ['column 7', 'column 7', 'column 7'],
])('%s is called %s, of the kind %s', (text, name, kind) => {
  expect(choiceName(text)).toBe(name);
  expect(kindName(name)).toBe(kind);
});

it('keeps numbers where they make few names out of one', () => {
  const few = ['column 1', 'column 2'];
  const many = Array.from({ length: 9 }, (_, i) => `pay ${i} coins`);
  const names = settleNames(new Map([...few, ...many, 'pass'].map((name) => [name, 1])), 20);
  expect(few.map((name) => names.get(name))).toEqual(few.map((name) => [name]));
  expect(new Set(many.flatMap((name) => names.get(name)!))).toEqual(new Set(['pay … coins']));
  expect(names.get('pass')).toEqual(['pass']);
  expect(plainName('2 of 3.5')).toBe('… of …');
});

it('lets single cards and squares stand beside their kind where enough seats chose them', () => {
  const seats = { 'buy card #1': 30, 'buy card #2': 19, 'go to c8': 20, 'go to c9': 3, 'mark b2': 90 };
  const names = settleNames(new Map(Object.entries(seats)), 20);
  expect(Object.fromEntries(names)).toEqual({
    'buy card #1': ['buy card …', 'buy card #1'],
    'buy card #2': ['buy card …'],
    'go to c8': ['go to …', 'go to c8'],
    'go to c9': ['go to …'],
    'mark b2': ['mark …'],
  });
});
