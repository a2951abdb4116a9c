/**
 * Let two processes want to write one run at random moments of its life, many times; prints how they met, and whether
 * one was refused each time and the other ended with the same bytes as a run that was left alone. Exit code 1 if not.
 * Build first (npm run build).
 *
 *   npx tsx bench/two-writers.ts --moments 50 --seed 1
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { twoWriters } from '../test/kill/two-writers.js';
import { commandLine, wholeNumber } from './command-line.js';

const { values: flags } = commandLine(import.meta.url, {
  moments: { type: 'string', default: '50' },
  seed: { type: 'string', default: '1' },
});
const folder = mkdtempSync(path.join(tmpdir(), 'two-writers-'));
const { met, missed, problems } = await twoWriters(
  { moments: wholeNumber('moments', flags.moments), seed: flags.seed },
  folder,
);
rmSync(folder, { recursive: true });
for (const [way, times] of Object.entries(met)) process.stdout.write(`${way}: ${times} times\n`);
process.stdout.write(`(${missed} tries in which one had ended before the other looked are not counted)\n`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(problems.length > 0 ? '' : 'one refused each time, the other as left alone, byte for byte\n');
process.exitCode = problems.length > 0 ? 1 : 0;
