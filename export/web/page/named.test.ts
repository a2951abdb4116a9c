import { expect, it } from 'vitest';
import { namedIn } from './named.js';

const entry = (name: string, also?: string[]) => ({ name, text: `about ${name}`, ...(also && { also }) });
const legend = [
  { title: 'Tiles', entries: [entry('wolf den'), entry('temple')] },
  { title: 'Monsters', entries: [entry('wolf', ['wolves']), entry('bear')] },
];
const names = (words: string) => namedIn(legend, words).map(({ name }) => name);

it('finds what words name, in their order, whole words alone', () => {
  expect(names('bear 5 at the Temple')).toEqual(['bear', 'temple']);
  expect(names('wolfish bears')).toEqual([]);
  expect(names('two wolves')).toEqual(['wolf']);
});

it('finds the longer name first', () => {
  expect(names('c4: wolf den')).toEqual(['wolf den']);
  expect(names('c4: wolf den, wolf 2')).toEqual(['wolf den', 'wolf']);
});
