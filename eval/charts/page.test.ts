import { expect, it } from 'vitest';
import { markup } from './markup.js';
import { page } from './page.js';

it('is one file, for which a browser asks for no other, not even an icon', () => {
  const text = page('A & B', markup`<p>body</p>`);
  expect(text).toContain('<title>A &amp; B</title>');
  expect([...text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual(['data:,']);
  expect(text).toContain('<link rel="icon"');
});
