import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { killAndResume } from './kill.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kill-'));
afterAll(() => rmSync(folder, { recursive: true }));

// 100 and more by command: npx tsx bench/kill-resume.ts
it.each([
  ['one worker', { workers: 1 }],
  ['two workers', { workers: 2 }],
])(
  'a run with %s that is killed again and again ends as one left alone',
  async (name, way) => {
    const own = mkdtempSync(path.join(folder, 'runs-'));
    const report = await killAndResume({ ...way, kills: 10, seed: name }, own);
    expect(report.differences).toEqual([]);
    expect(report.kills).toBeGreaterThanOrEqual(10);
  },
  600_000,
);
