import { expect, it } from 'vitest';
import { markup } from './markup.js';

it('escapes what it is given, and lets markup through', () => {
  const hostile = '"><script>&';
  expect(markup`<a title="${hostile}">${hostile}</a>`.toString()).toBe(
    '<a title="&quot;&gt;&lt;script&gt;&amp;">&quot;&gt;&lt;script&gt;&amp;</a>',
  );
  expect(`${markup`<p>${markup`<b>${'a < b'}</b>`}</p>`}`).toBe('<p><b>a &lt; b</b></p>');
});

it('writes numbers as coordinates, lists line by line, and nothing for null', () => {
  expect(String(markup`${1 / 3} ${57.5} ${0.1 + 0.2}`)).toBe('0.33 57.5 0.3');
  expect(String(markup`<ul>${['<', [markup`<li>`, 2]]}${null}</ul>`)).toBe('<ul>&lt;\n<li>\n2</ul>');
});
