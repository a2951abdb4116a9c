import { expect, it } from 'vitest';
import { packageVersion } from '../env/package.js';
import { reportSeed } from './report-seed.js';

it('gives a report other deals in each release, and the same ones within it', () => {
  expect(packageVersion()).toMatch(/^\d+\.\d+\.\d+/);
  expect(reportSeed(1)).toBe(`1/report ${packageVersion()}`);
  expect(reportSeed(1, '0.2.0')).not.toBe(reportSeed(1, '0.1.0'));
  expect(reportSeed(2, '0.1.0')).not.toBe(reportSeed(1, '0.1.0'));
});
