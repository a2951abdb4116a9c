import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../test/scratch.js';
import { appendLine, endAfter, recordsOf, textLines } from './lines.js';
import { RunDirectory } from './run.js';

const folder = scratch('lines');
const file = join(folder, 'lines.jsonl');
const decisions = () => Array.from(recordsOf(file), ({ record }) => record.decisions);

it('reads lines that lie across its chunks, and letters of several bytes', () => {
  const texts = ['', 'a', 'ö'.repeat(700_000), 'x'.repeat(1 << 20), 'last'];
  writeFileSync(file, texts.join('\n'));
  const lines = [...textLines(file)];
  expect(lines.map(({ text }) => text.length)).toEqual(texts.map(({ length }) => length));
  expect(lines.map(({ text }, i) => text === texts[i])).not.toContain(false);
  expect(lines.map(({ whole }) => whole)).toEqual([true, true, true, true, false]);
  expect(lines.at(-1)!.end).toBe(readFileSync(file).length);
  expect([...textLines(join(folder, 'none'))]).toEqual([]);
});

it('adds and cuts, and leaves out a torn last line alone', () => {
  writeFileSync(file, '');
  for (const n of [1, 2, 3]) appendLine(file, { decisions: n });
  writeFileSync(file, '{"decis', { flag: 'a' });
  expect(decisions()).toEqual([1, 2, 3]);
  endAfter(file, [...recordsOf(file)][1]!.end);
  expect(decisions()).toEqual([1, 2]);
  writeFileSync(file, '[]\n', { flag: 'a' });
  expect(decisions).toThrow(/lines.jsonl: line 3 is not a JSON object with a number "decisions"/);
  writeFileSync(file, `{"decisions": 1}\n${'y'.repeat((1 << 24) + 1)}\n`);
  expect(decisions).toThrow(/lines.jsonl: line 2 is longer than 16 MiB; delete that line/);
});

it('gives charts an even part of the updates, and all other lines', () => {
  const run = RunDirectory.create(join(folder, 'run'), {});
  for (let n = 0; n < 300; n++) run.appendMetrics({ decisions: n, kind: n === 30 ? 'report' : 'update' });
  const sampled = run.sampledMetrics(10).map((line) => line.decisions);
  // Updates 0, 32, ... of 299, the report between them, and the latest 100 whole.
  expect(sampled.slice(0, 8)).toEqual([0, 30, 33, 65, 97, 129, 161, 193]);
  expect(sampled.slice(8)).toEqual(Array.from({ length: 100 }, (_, i) => 200 + i));
  expect(run.sampledMetrics(400)).toEqual(run.metrics());
  expect(run.lastMetrics()).toMatchObject({ decisions: 299 });
  expect(run.metricsAfter(3)).toMatchObject({ decisions: 2 });
});
