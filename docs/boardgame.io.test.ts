/** The page shows the examples as they are. That they work: test/boardgame-io/. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const docs = fileURLToPath(new URL('.', import.meta.url));
const read = (file: string) => readFileSync(path.join(docs, file), 'utf8');
const page = read('boardgame.io.md');
const blocks = [...page.matchAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);

it('shows code of the examples', () => {
  const sources = ['tic-tac-toe.ts', 'three-rounds.ts', 'kuhn.mjs'].map((name) =>
    read(`examples/boardgame.io/${name}`),
  );
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks)
    expect(
      sources.some((source) => source.includes(block)),
      block,
    ).toBe(true);
});

it('has no line of 120 characters or more outside of code, but rows of tables', () => {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '').split('\n');
  expect(prose.filter((line) => line.length >= 120 && !line.startsWith('|'))).toEqual([]);
});
