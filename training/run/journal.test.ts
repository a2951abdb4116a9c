import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RunDirectory } from '../../checkpoints/run.js';
import { Journal } from './journal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const events = (run: RunDirectory) => readFileSync(join(run.eventsFolder, readdirSync(run.eventsFolder)[0]!));
/** Wall time of the first event: record head, then key 1 and a double. */
const firstTime = (bytes: Buffer) => bytes.readDoubleLE(12 + 1);

it('gives events the clock time of their lines, and makes the same file again from the lines (finding 32)', () => {
  const run = RunDirectory.create(join(folder, 'run'), {});
  const journal = new Journal(run, 0);
  const before = Date.now() / 1000;
  for (const decisions of [100, 200, 300])
    journal.write({ decisions, seconds: 1, kind: 'update', phase: 'ppo', entropy: 0.5 });
  const written = events(run);
  expect(firstTime(written)).toBeGreaterThanOrEqual(before);
  expect(firstTime(written)).toBeLessThanOrEqual(Date.now() / 1000);
  expect(written.toString('latin1')).not.toContain('ppo/time');

  new Journal(run, 3);
  expect(events(run).equals(written)).toBe(true);
  // Cut back and gone on with: the first events are as they were.
  new Journal(run, 2).write({ decisions: 300, seconds: 1, kind: 'update', phase: 'ppo', entropy: 0.25 });
  const cut = events(run);
  const head = 16 + 24; // The version record; the three others are of one size.
  const kept = head + (2 * (written.length - head)) / 3;
  expect(cut.subarray(0, kept).equals(written.subarray(0, kept))).toBe(true);
  expect(cut.length).toBe(written.length);
});

it('puts the settings beside what came of them, at the beginning and the end', () => {
  const run = RunDirectory.create(join(folder, 'settings'), {});
  const journal = new Journal(run, 0, [], { seed: '7', phases: [{ name: 'ppo', clip: 0.2 }] });
  journal.write({ decisions: 100, seconds: 1, kind: 'update', phase: 'ppo', entropy: 0.5 });
  expect(events(run).toString('latin1')).toMatch(/_hparams_\/session_start_info[\s\S]*ppo\.clip/);
  expect(events(run).toString('latin1')).not.toContain('session_end_info');
  journal.close();
  expect(events(run).toString('latin1')).toContain('_hparams_/session_end_info');
});
