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
import { checkpointFile, gameFrom, RunDirectory, readNamedCheckpoint, runOf, splitRunPath } from './run.js';

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
    expect(readdirSync(path).sort()).toEqual(['checkpoints', 'config.json', 'events', 'exports', 'id', 'replays']);
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

  it.each(['what?argmax', 'a,b', '-x', 'a\nb', 'a '])(
    'refuses the name %j, which no command could give later',
    (name) => {
      const path = name.startsWith('-') ? name : join(folder, name);
      expect(() => RunDirectory.checkFree(path)).toThrow(/^the run .* could not be named later, for /s);
    },
  );

  it('is written by one at a time; opened to read, nothing changes', () => {
    const path = join(folder, 'a');
    const run = RunDirectory.create(path, {});
    writeFileSync(join(path, 'checkpoints', '.ckpt.7.tmp'), 'half');
    expect(() => RunDirectory.write(path)).toThrow(/is being written by process/);
    expect(() => RunDirectory.create(path, {})).toThrow(/already holds a run, and is being written by process/);
    const reader = RunDirectory.open(path);
    expect(readdirSync(join(path, 'checkpoints'))).toEqual(['.ckpt.7.tmp']);
    expect(() => reader.appendMetrics({ decisions: 1 })).toThrow(/opened to read/);
    expect(existsSync(run.metricsFile)).toBe(false);
    run.close();
    RunDirectory.write(path).close();
    expect(readdirSync(join(path, 'checkpoints'))).toEqual([]);
    expect(readdirSync(path)).not.toContain('lock-1.json');
  });

  it('stops writing when the lock was taken away', () => {
    const run = RunDirectory.create(join(folder, 'a'), {});
    rmSync(join(run.path, 'lock-1.json'));
    expect(() => run.save(1, { at: 1 })).toThrow(/lock of this process is gone/);
    expect(run.checkpoints()).toEqual([]);
  });

  it('leaves no lock behind where a run cannot be made', () => {
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'checkpoints'), 'a file in the way');
    expect(() => RunDirectory.create(join(folder, 'a'), {})).toThrow(UserError);
    expect(readdirSync(join(folder, 'a'))).toEqual(['checkpoints']);
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

describe('a path', () => {
  it('means a run, one of its checkpoints, or a file', () => {
    const path = join(folder, 'a');
    const run = RunDirectory.create(path, { game: '../my/game.ts' });
    for (const at of [100, 200, 300]) run.save(at, { at });
    expect(splitRunPath(`${path}@200`)).toEqual({ path, decisions: 200 });
    expect(splitRunPath(`${path}@best`)).toEqual({ path: `${path}@best`, decisions: null });
    expect(checkpointFile(path)).toBe(run.checkpointFile(300));
    expect(checkpointFile(`${path}@200`)).toBe(run.checkpointFile(200));
    expect(checkpointFile('some.tgym')).toBe('some.tgym');
    expect(() => checkpointFile(`${path}@250`)).toThrow(/no checkpoint after 250 decisions; there are 100, 200, 300$/);
    expect(() => checkpointFile(join(folder, 'b@250'))).toThrow(/no run at/);
    for (const of of [path, `${path}@200`, run.checkpointFile(100)]) {
      expect(runOf(of)?.path).toBe(path);
      expect(runOf(of)?.game()).toBe(join(folder, 'my', 'game.ts'));
    }
    for (const of of [folder, join(folder, 'b.tgym'), 'nowhere']) expect(runOf(of)).toBeNull();
    // A folder of such a name is itself.
    RunDirectory.create(`${path}@200`, { game: 'pig' });
    expect(splitRunPath(`${path}@200`).decisions).toBeNull();
    expect(runOf(`${path}@200`)?.game()).toBe('pig');
  });

  it('of a game is told from the run', () => {
    expect(gameFrom(join('/p', 'runs', 'a'), 'kuhn')).toBe('kuhn');
    expect(gameFrom('/p/runs/a', '/p/games/pig.ts')).toBe('../../games/pig.ts');
    expect(gameFrom('/p', '/p/games/pig.ts')).toBe('./games/pig.ts');
  });

  it('whose checkpoint is damaged names another one', () => {
    const path = join(folder, 'a');
    const run = RunDirectory.create(path, {});
    for (const at of [100, 200, 300]) run.save(at, { at });
    writeFileSync(run.checkpointFile(300), readFileSync(run.checkpointFile(300)).subarray(0, 60));
    writeFileSync(run.checkpointFile(200), 'nonsense');
    expect(() => readNamedCheckpoint(path, schema)).toThrow(/000300\.tgym: is cut off: .+: .*a@100 can be read$/);
    expect(() => readNamedCheckpoint(run.checkpointFile(200), schema)).toThrow(/a@100 can be read$/);
    expect(readNamedCheckpoint(`${path}@100`, schema).value.at).toBe(100);
    writeFileSync(run.checkpointFile(100), '');
    expect(() => readNamedCheckpoint(path, schema)).toThrow(/another copy$/);
    expect(run.putAway(run.checkpointFile(300))).toBe(`${run.checkpointFile(300)}.damaged`);
    run.save(300, { at: 300 });
    expect(run.putAway(run.checkpointFile(300))).toBe(`${run.checkpointFile(300)}.damaged-2`);
    expect(run.latest()?.decisions).toBe(200);
  });
});

describe('going back', () => {
  it('keeps what came after', () => {
    const run = RunDirectory.create(join(folder, 'a'), {});
    for (const at of [100, 200, 300]) {
      run.appendMetrics({ decisions: at });
      run.save(at, { at });
      writeFileSync(run.replayFile(at, 'game'), '{}');
    }
    run.markBest(300);
    expect(run.setAside(300)).toBeNull();
    const first = run.setAside(200)!;
    expect(first).toEqual({ folder: join(run.path, 'set-aside', '1'), checkpoints: 1 });
    expect(readdirSync(first.folder).sort()).toEqual([
      '000000000300-game.json',
      'best.tgym',
      'ckpt-000000000300.tgym',
      'config.json',
      'metrics.jsonl',
    ]);
    run.cutBack(200);
    expect(run.setAside(100)!.folder).toBe(join(run.path, 'set-aside', '2'));
    expect(run.checkpoints().map((entry) => entry.decisions)).toEqual([100]);
    expect(readFileSync(join(first.folder, 'metrics.jsonl'), 'utf8').split('\n').length).toBe(4);
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
