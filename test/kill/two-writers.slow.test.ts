import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { twoWriters } from './two-writers.js';

const folder = mkdtempSync(path.join(tmpdir(), 'two-writers-'));
afterAll(() => rmSync(folder, { recursive: true }));

// 50 by command: npx tsx bench/two-writers.ts
it('of two writers of a run one is refused, and the other loses nothing', async () => {
  const report = await twoWriters({ moments: 6, seed: 'test' }, folder);
  expect(report.problems).toEqual([]);
  expect(Object.values(report.met)).toEqual([2, 2, 2]);
}, 600_000);
