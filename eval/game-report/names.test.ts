import { expect, it } from 'vitest';
import { choiceName, settleNames, withoutNumbers } from './names.js';

it.each([
  ['place the capital on c8', 'place the capital on …'],
  ['recruit a hero for 5', 'recruit a hero'],
  ['go to b7 (2 ore, wolf 2)', 'go to …'],
  ['blacksmith: 3 ore, 1 gold for 1 might', 'blacksmith'],
  ['raise sulphur 5 #32 for 1 bone, 3 sulphur', 'raise sulphur 5 …'],
  ['build Abattoir on Mountains for 3 gold', 'build Abattoir on Mountains'],
  ['use hero B1 on i10', 'use hero … on …'],
  ['column 7', 'column 7'],
])('%s is called %s', (text, name) => expect(choiceName(text)).toBe(name));

it('keeps numbers where they make few names out of one', () => {
  const few = ['column 1', 'column 2'];
  const many = Array.from({ length: 9 }, (_, i) => `pay ${i} coins`);
  const names = settleNames([...few, ...many, 'pass']);
  expect(few.map((name) => names.get(name))).toEqual(few);
  expect(new Set(many.map((name) => names.get(name)))).toEqual(new Set(['pay … coins']));
  expect(names.get('pass')).toBe('pass');
  expect(withoutNumbers('2 of 3.5')).toBe('… of …');
});
