import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RunDirectory } from '../../checkpoints/run.js';
import { scratch } from '../../test/scratch.js';
import { Journal } from './journal.js';

const folder = scratch('journal');
let runs = 0;
const newRun = () => RunDirectory.create(join(folder, `run-${runs++}`), {});
const files = (run: RunDirectory) => readdirSync(run.eventsFolder).sort();
const events = (run: RunDirectory, n: number) => readFileSync(join(run.eventsFolder, files(run)[n]!));
/** Wall time of the first event: record head, then key 1 and a double. */
const firstTime = (bytes: Buffer) => bytes.readDoubleLE(12 + 1);
const line = (decisions: number) => ({ decisions, seconds: 1, kind: 'update', phase: 'ppo', entropy: 0.5 });
const write = (run: RunDirectory, from: number, ...decisions: number[]) => {
  const journal = new Journal(run, from);
  for (const one of decisions) journal.write(line(one));
  return journal;
};
const decisionsOf = (run: RunDirectory) => run.metrics().map(({ decisions }) => decisions);

it('gives events the clock time of their lines', () => {
  const run = newRun();
  const before = Date.now() / 1000;
  write(run, 0, 100, 200, 300);
  const written = events(run, 0);
  expect(firstTime(written)).toBeGreaterThanOrEqual(before);
  expect(firstTime(written)).toBeLessThanOrEqual(Date.now() / 1000);
  expect(written.toString('latin1')).not.toContain('ppo/time');
});

it('leaves files that others follow: lines are cut in place, and events go on in a file of their own', () => {
  const run = newRun();
  write(run, 0, 100, 200, 300);
  const written = events(run, 0);
  const { ino } = statSync(run.metricsFile);
  // As a killed process leaves it: a line after the last checkpoint, and a torn one.
  write(run, 2, 250, 350);
  writeFileSync(run.metricsFile, '{"decisions": 4', { flag: 'a' });
  expect(statSync(run.metricsFile).ino).toBe(ino);
  expect(decisionsOf(run)).toEqual([100, 200, 250, 350]);
  expect(files(run).length).toBe(2);
  expect(events(run, 0).equals(written)).toBe(true);
  // A restart at step 201 (varint c9 01), then what was learned since; a reader drops step 300 of the first file.
  expect(events(run, 1).toString('hex')).toMatch(/10c9013a020801/);

  write(run, 3);
  expect(decisionsOf(run)).toEqual([100, 200, 250]);
});

it('makes the events again where they are gone', () => {
  const run = newRun();
  write(run, 0, 100, 200);
  const written = events(run, 0);
  rmSync(join(run.eventsFolder, files(run)[0]!));
  write(run, 2);
  expect(events(run, 0).equals(written)).toBe(true);
});

it('refuses metrics that have lost lines which the checkpoint counts, and changes nothing', () => {
  const run = newRun();
  write(run, 0, 100, 200, 300);
  const text = readFileSync(run.metricsFile, 'utf8');
  truncateSync(run.metricsFile, text.indexOf('\n') + 1);
  expect(() => new Journal(run, 3)).toThrow(
    /metrics.jsonl has 1 of the 3 lines that the checkpoint counts: restore it, or .*train --from/,
  );
  expect(decisionsOf(run)).toEqual([100]);
  rmSync(run.metricsFile);
  expect(() => new Journal(run, 3)).toThrow('has 0 of the 3 lines');
  expect(existsSync(run.metricsFile)).toBe(false);
});
