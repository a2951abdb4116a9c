/** The guide and the API reference can be made (`npm run site`), what they say of parameters is true, and links lead somewhere. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { deadLinks, filesOf } from './links.js';
import { root } from './paths.js';
import { scratch } from './scratch.js';

const { makeGuide } = (await import(pathToFileURL(path.join(root, 'scripts/guide.mjs')).href)) as {
  makeGuide: (out: string) => Promise<{ wrong: string[]; pages: ReadonlyMap<string, string> }>;
};
/** What `npm run site` puts beside them. */
const beside = ['games/icon.svg', 'games/index.html', 'train/index.html'] as const;

it('has no warnings and no dead link', async () => {
  const out = scratch('tabletop-guide');
  const { wrong, pages } = await makeGuide(out);
  expect(wrong).toEqual([]);
  const files = filesOf(out);
  for (const file of ['docs/web.md', 'CHANGELOG.md', 'games/kuhn/README.md', 'bench/results/ppo.md'])
    expect(files.has(pages.get(file)!), file).toBe(true);
  expect(deadLinks(new Map([...files, ...beside.map((name) => [name, ''] as const)]))).toEqual([]);
  expect(deadLinks(files).filter((dead) => dead.startsWith('index.html'))).toEqual(
    beside.map((name) => `index.html: ${name}`),
  );
}, 300_000);
