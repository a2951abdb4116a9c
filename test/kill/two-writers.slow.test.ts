import { expect, it } from 'vitest';
import { scratch } from '../scratch.js';
import { twoWriters } from './two-writers.js';

const folder = scratch('two-writers');

// 50 by command: npx tsx bench/two-writers.ts
it('of two writers of a run one is refused, and the other loses nothing', async () => {
  const report = await twoWriters({ moments: 3, seed: 'test' }, folder);
  expect(report.problems).toEqual([]);
  expect(Object.values(report.met)).toEqual([1, 1, 1]);
}, 600_000);
