/**
 * Temporary files of a run of tests lie in a folder of their own, which goes with it: the processes of tests are ended before
 * they could tidy up, and what they leave running (the bundler) stays in the folder where it began.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

export default function temporary(): (() => void) | undefined {
  // Once a run, and not once for each project of vitest.config.ts.
  if (process.env.TABLETOP_TESTS) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-tests-'));
  const { TMPDIR: before } = process.env;
  Object.assign(process.env, { TABLETOP_TESTS: folder, TMPDIR: folder });
  return () => {
    delete process.env.TABLETOP_TESTS;
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}
