import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { scratch } from '../scratch.js';
import { killAndResume, valuesConfig } from './kill.js';

const folder = scratch('kill');
const KILLS = Number(process.env.KILLS ?? 4);

// KILLS=30 kills each so often; 100 and more by command: npx tsx bench/kill-resume.ts
it.each([
  ['one worker', { workers: 1 }],
  ['two workers', { workers: 2 }],
  ['values of positions', { workers: 2, of: valuesConfig }],
])(
  'a run with %s that is killed again and again ends as one left alone',
  async (name, way) => {
    const own = mkdtempSync(path.join(folder, 'runs-'));
    const report = await killAndResume({ ...way, kills: KILLS, seed: name }, own);
    expect(report.differences).toEqual([]);
    expect(report.kills).toBeGreaterThanOrEqual(KILLS);
  },
  150_000 * KILLS,
);
