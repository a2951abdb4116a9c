/** Every finding of README.md has a case. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('each finding has a case', () => {
  const here = import.meta.dirname;
  const findings = [...readFileSync(path.join(here, 'README.md'), 'utf8').matchAll(/^\| (\d+) \|/gm)].map((m) =>
    Number(m[1]),
  );
  const texts = ['..', '../../env'].flatMap((folder) =>
    readdirSync(path.join(here, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(here, folder, name), 'utf8')),
  );
  const cases = new Set(
    texts.flatMap((text) => [...text.matchAll(/\bfinding: (\d+)|\(finding (\d+)\)/g)].map((m) => Number(m[1] ?? m[2]))),
  );
  expect(findings).toHaveLength(39);
  expect(findings.filter((n) => !cases.has(n))).toEqual([]);
});
