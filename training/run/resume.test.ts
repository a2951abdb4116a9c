/** Runs that are told something on the way, and runs that begin with the weights of others. */
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../agents/policy/policy.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import { config, copy, finished, longer, newRun, prepareRuns, stopped } from '../testing/extended-runs.js';
import { made } from '../testing/small-runs.js';
import { type ConfigInput, configSchema, parseConfig } from './config.js';
import { mergeConfig } from './merge-config.js';
import { resume } from './resume.js';
import { resumedConfig } from './standing.js';
import { train } from './train.js';
import type { TrainProgress } from './watch.js';

prepareRuns();

describe('a run that is extended', () => {
  it('goes on, reports its new end and keeps its history', async () => {
    const runDir = copy(finished);
    const updates: TrainProgress[] = [];
    const onUpdate = (progress: TrainProgress) => updates.push(progress);
    const result = await resume(runDir, { changes: longer, callbacks: { onUpdate } });
    expect(result).toMatchObject({ finished: true, segments: [{ set: { 'ppo.decisions': 4000 } }] });
    expect(result.decisions).toBeGreaterThanOrEqual(4400);
    expect(result.reports.end!.decisions).toBe(result.decisions);
    expect(result.best!.decisions).toBeLessThanOrEqual(result.decisions);
    // Progress is that of the whole run.
    expect(updates[0]!.progress).toBeGreaterThan(0.4);
    expect(updates[0]!.progress).toBeLessThan(0.6);
    expect(updates.at(-1)).toMatchObject({ progress: 1, secondsLeft: 0 });
    const lines = RunDirectory.open(runDir)
      .metrics()
      .filter(({ kind, phase }) => kind === 'update' && phase === 'ppo');
    const from = result.segments[0]!.decisions;
    const [early, late] = [
      lines.filter((line) => line.decisions <= from),
      lines.filter((line) => line.decisions > from),
    ];
    expect(Number(early.at(-1)!.learning_rate)).toBeLessThan(5e-4);
    for (const line of late) expect(line.learning_rate).toBeCloseTo(1e-4, 12);
    expect(late.map((line) => Number(line.entropy_coef))).toEqual(
      late.map((_, i) => expect.closeTo(0.2 * (1 - (i * 384) / (4000 - result.segments[0]!.phases[1]!)))),
    );
    const page = readFileSync(join(runDir, 'summary.html'), 'utf8');
    expect(page).toMatch(/Changes during the run[\s\S]*ppo.decisions=4000/);
    // Nothing more to do, with or without the same words.
    const again = made(runDir);
    expect(await resume(runDir, { changes: longer })).toMatchObject({ finished: true, decisions: result.decisions });
    expect(await resume(runDir)).toMatchObject({ finished: true, decisions: result.decisions });
    expect(made(runDir)).toEqual(again);
  });

  it('measures its best checkpoint again where scores would not compare', async () => {
    const runDir = copy(finished);
    await resume(runDir, { changes: { 'ppo.decisions': 2400, 'evaluation.blocks': 5 } });
    const again = RunDirectory.open(runDir)
      .metrics()
      .filter(({ name }) => name === 'best again');
    expect(again).toHaveLength(1);
  });

  it('counts minutes from its beginning where it gets a budget of them', async () => {
    const runDir = copy(stopped);
    await resume(runDir, { changes: { minutes: 60, 'ppo.decisions': 2000 } });
    const { minutes } = RunDirectory.open(runDir).config(configSchema);
    expect(minutes).toBe(0);
    expect((await resumedConfig(runDir)).minutes).toBe(60);
  });

  it('is without what was changed later where somebody goes back, and keeps it where checkpoints are lost', async () => {
    const extended = copy(finished);
    const { decisions } = await resume(extended, { changes: { 'ppo.decisions': 2000 } });
    const run = RunDirectory.open(extended);
    const began = RunDirectory.open(finished).latest()!.decisions;
    const before = run.checkpoints().findLast((entry) => entry.decisions < began)!.decisions;
    const later = run.checkpoints().filter((entry) => entry.decisions > before);
    const notes: string[] = [];
    const onNote = (text: string) => notes.push(text);
    const back = copy(extended);
    const result = await resume(`${back}@${before}`, { onNote });
    expect(result).toMatchObject({ finished: true, segments: [], decisions: began });
    expect(notes.join()).toContain(`holds no more: from ${began} decisions: ppo.decisions=2000`);
    const lost = copy(extended);
    for (const { file } of later) truncateSync(join(lost, 'checkpoints', basename(file)), 100);
    expect(await resume(lost, { onNote })).toMatchObject({
      finished: true,
      segments: [{ decisions: before }],
      decisions,
    });
    expect(notes.join()).toContain(`changed later holds from ${before} decisions: ppo.decisions=2000`);
  });

  it('is refused without its history', async () => {
    const runDir = copy(finished);
    await resume(runDir, { changes: { 'ppo.decisions': 2000 } });
    rmSync(join(runDir, 'history.json'));
    await expect(resume(runDir)).rejects.toThrow(/history\.json has 0 segments.*restore the file/);
  });

  it('is left as it was by what is refused', async () => {
    const before = readFileSync(RunDirectory.open(finished).latest()!.file);
    for (const changes of [
      { 'network.trunk': [4] },
      { 'ppo.entropy': 0 },
      { 'ppo.decisions': 100 },
      { 'imitation.decisions': 4000, 'ppo.decisions': 9000 },
      { 'ppo.opponents': [{ agent: 'scripted:nobody' }], 'ppo.decisions': 9000 },
    ])
      await expect(resume(finished, { changes })).rejects.toBeInstanceOf(UserError);
    expect(existsSync(join(finished, 'history.json'))).toBe(false);
    expect(readFileSync(RunDirectory.open(finished).latest()!.file)).toEqual(before);
  });
});

describe('a run that begins with the weights of another', () => {
  const small: ConfigInput = { phases: [{ algorithm: 'ppo', decisions: 400 }] };

  it('has them, other games and a record of where they came from', async () => {
    const runDir = newRun();
    let first: Buffer | undefined;
    const result = await train(config(small), {
      runDir,
      from: finished,
      callbacks: {
        onCheckpoint: ({ file }) => {
          first ??= readFileSync(file);
        },
      },
    });
    expect(result.from).toEqual({
      source: expect.stringMatching(/^\.\.\/run-\d+\/checkpoints\/best\.tgym$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      decisions: expect.any(Number),
    });
    expect(result.segments).toEqual([]);
    const start = `${newRun()}.tgym`;
    writeFileSync(start, first!);
    expect(loadPolicy(start).weights).toEqual(loadPolicy(finished).weights);
    const lines = RunDirectory.open(runDir)
      .metrics()
      .filter(({ kind, phase }) => kind === 'update' && phase === 'ppo');
    const plain = newRun();
    await train(config(small), { runDir: plain });
    expect(lines[0]!.episode_return_mean).not.toBe(
      RunDirectory.open(plain)
        .metrics()
        .find(({ kind }) => kind === 'update')!.episode_return_mean,
    );
  });

  it('takes them again where it was killed before its first checkpoint, if they are still the same', async () => {
    const [source, runDir] = [copy(finished), newRun()];
    await train(config(small), { runDir, from: source });
    const wanted = RunDirectory.open(runDir).latest()!;
    const bytes = readFileSync(wanted.file);
    rmSync(join(runDir, 'checkpoints'), { recursive: true });
    rmSync(join(runDir, 'metrics.jsonl'));
    const killed = copy(runDir);
    await resume(runDir);
    expect(readFileSync(RunDirectory.open(runDir).latest()!.file)).toEqual(bytes);
    cpSync(RunDirectory.open(source).checkpoints()[0]!.file, join(source, 'checkpoints/best.tgym'));
    await expect(resume(killed)).rejects.toThrow(/has changed; start it again/);
  });

  it.each([
    [{ network: { trunk: [9] } }, /trunk \[8\], the config \[9\]/],
    [{ network: { activation: 'tanh' } }, /activation/],
    [{ advisor: 'scripted:bold' }, /no advisor, the config the advisor scripted:bold/],
    [
      { game: 'kuhn', options: {}, phases: [{ algorithm: 'ppo', opponents: [] }], evaluation: { against: ['random'] } },
      /plays big-pig|plays .*not kuhn/,
    ],
  ] as [ConfigInput, RegExp][])(
    'is refused before anything is made where they do not fit: %j',
    async (over, message) => {
      const runDir = newRun();
      const wrong = parseConfig(mergeConfig({ ...config(small), ...('options' in over ? { options: {} } : {}) }, over));
      await expect(train(wrong, { runDir, from: finished })).rejects.toThrow(message);
      expect(existsSync(runDir)).toBe(false);
    },
  );
});
