import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UserError } from '../env/user-error.js';
import { readCheckpoint } from './format.js';
import { RunDirectory } from './run.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const schema = z.object({ at: z.number() });

describe('making and opening', () => {
  it('makes the folders and opens again', () => {
    const path = join(folder, 'deep', 'a');
    RunDirectory.create(path, { game: 'pig' }).close();
    expect(readdirSync(path).sort()).toEqual(['checkpoints', 'config.json', 'events', 'exports', 'replays']);
    expect(RunDirectory.open(path).config(z.object({ game: z.string() }))).toEqual({ game: 'pig' });
  });

  it('takes an empty folder and what a killed start left, but no foreign one', () => {
    mkdirSync(join(folder, 'a', 'checkpoints'), { recursive: true });
    writeFileSync(join(folder, 'a', '.config.json.7.tmp'), '{');
    RunDirectory.create(join(folder, 'a'), {}).close();
    expect(readdirSync(join(folder, 'a'))).not.toContain('.config.json.7.tmp');
    expect(() => RunDirectory.create(join(folder, 'a'), {})).toThrow(/already holds a run; .*--resume/);

    mkdirSync(join(folder, 'photos'));
    writeFileSync(join(folder, 'photos', 'cat.jpg'), 'x');
    expect(() => RunDirectory.create(join(folder, 'photos'), {})).toThrow(/not empty \(cat\.jpg\)/);
    expect(readdirSync(join(folder, 'photos'))).toEqual(['cat.jpg']);
    expect(() => RunDirectory.create(join(folder, 'photos', 'cat.jpg'), {})).toThrow(UserError);
  });

  it('lists the runs beside a missing one', () => {
    RunDirectory.create(join(folder, 'one'), {});
    RunDirectory.create(join(folder, 'two'), {});
    mkdirSync(join(folder, 'other'));
    expect(() => RunDirectory.open(join(folder, 'three'))).toThrow(
      /no run at .*three: the folder does not exist; .*: one, two$/,
    );
    expect(() => RunDirectory.open(join(folder, 'other'))).toThrow(/it has no config.json/);
  });

  it('names the field that is wrong in config.json', () => {
    const run = RunDirectory.create(join(folder, 'a'), { game: 5 });
    expect(() => run.config(z.object({ game: z.string() }))).toThrow(/config\.json: game: /);
    writeFileSync(run.configFile, '{"game": ');
    expect(() => run.config(z.unknown())).toThrow(UserError);
  });
});

describe('checkpoints', () => {
  it('are ordered by decisions, not by name or time', () => {
    const run = RunDirectory.create(join(folder, 'a'), {});
    expect(run.latest()).toBeNull();
    expect(run.best()).toBeNull();
    expect(() => run.preferred()).toThrow(/no checkpoint yet/);
    for (const at of [9_000, 100, 2_000_000_000_000, 20_000]) run.save(at, { at });
    writeFileSync(join(run.path, 'checkpoints', 'notes.txt'), '');
    expect(run.checkpoints().map((entry) => entry.decisions)).toEqual([100, 9_000, 20_000, 2_000_000_000_000]);
    expect(run.latest()?.file).toBe(run.checkpointFile(2_000_000_000_000));
    expect(run.preferred()).toBe(run.checkpointFile(2_000_000_000_000));
  });

  it('keep the best when all others are pruned', () => {
    const run = RunDirectory.create(join(folder, 'a'), {});
    for (const at of [100, 200, 300, 400, 500]) run.save(at, { at });
    run.markBest(200);
    run.prune(2, (at) => at === 100);
    expect(run.checkpoints().map((entry) => entry.decisions)).toEqual([100, 400, 500]);
    run.prune(0);
    expect(run.checkpoints().map((entry) => entry.decisions)).toEqual([500]);
    expect(readCheckpoint(run.preferred(), schema).at).toBe(200);
    expect(() => run.markBest(200)).toThrow(/no such file/);
    expect(readCheckpoint(run.preferred(), schema).at).toBe(200);
  });
});

describe('metrics', () => {
  it('are cut back to a checkpoint, with everything else after it', () => {
    const run = RunDirectory.create(join(folder, 'a'), {});
    const lines: string[] = [];
    for (const at of [100, 200, 300]) {
      run.appendMetrics({ decisions: at, loss: 1 / at });
      lines.push(readFileSync(run.metricsFile, 'utf8'));
      run.save(at, { at });
      writeFileSync(run.replayFile(at, 'game'), '{}');
    }
    appendFileSync(run.metricsFile, '{"decisions": 4');
    expect(run.metrics().map((record) => record.decisions)).toEqual([100, 200, 300]);
    run.cutBack(200);
    expect(readFileSync(run.metricsFile, 'utf8')).toBe(lines[1]);
    expect(run.latest()?.decisions).toBe(200);
    expect(existsSync(run.replayFile(200, 'game'))).toBe(true);
    expect(existsSync(run.replayFile(300, 'game'))).toBe(false);
    run.cutBack(0);
    expect(run.metrics()).toEqual([]);
  });

  it('name a damaged line', () => {
    const run = RunDirectory.create(join(folder, 'a'), {});
    run.cutMetrics(5);
    run.appendMetrics({ decisions: 1 });
    appendFileSync(run.metricsFile, 'oops\n');
    run.appendMetrics({ decisions: 2 });
    expect(() => run.metrics()).toThrow(/metrics\.jsonl: line 2/);
  });
});
