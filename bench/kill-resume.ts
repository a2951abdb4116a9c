/**
 * Kill training runs at random moments and resume them, many times; prints how many kills, and whether every run ended
 * with the same bytes as one that was left alone. Exit code 1 if not. Build first (npm run build).
 *
 *   npx tsx bench/kill-resume.ts --kills 100 --seed 1
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killAndResume } from '../test/kill/kill.js';
import { commandLine, wholeNumber } from './command-line.js';

const { values: flags } = commandLine(import.meta.url, {
  kills: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
});
const kills = Math.ceil(wholeNumber('kills', flags.kills) / 3);
let bad = 0;
for (const workers of [0, 1, 2]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-'));
  const report = await killAndResume({ workers, kills, seed: `${flags.seed}/${workers}` }, folder);
  rmSync(folder, { recursive: true });
  bad += report.differences.length;
  process.stdout.write(
    `${workers} workers: ${report.kills} kills (${report.early} before a checkpoint), ` +
      `${report.runs} runs ended, ${report.differences.join('; ') || 'all as left alone'}\n`,
  );
}
process.exitCode = bad > 0 ? 1 : 0;
