import { expect, it } from 'vitest';
import { table } from './terminal.js';

it('lines words up to the left and numbers to the right', () => {
  const rows = [
    ['game', 'title', 'players', 'rate'],
    ['a', 'Long title', '1-4', '5 %'],
    ['longer', 'Short', '12', ''],
  ];
  expect(table(rows)).toBe(
    ['game    title       players  rate', 'a       Long title      1-4   5 %', 'longer  Short            12'].join(
      '\n',
    ),
  );
});
