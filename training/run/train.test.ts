import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actorCritic, loadPolicy } from '../../agents/policy/policy.js';
import { PolicyAgent } from '../../agents/policy/policy-agent.js';
import { RandomAgent } from '../../agents/random.js';
import { NoRoom } from '../../checkpoints/atomic.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { game as pig } from '../../docs/examples/pig.js';
import { UserError } from '../../env/user-error.js';
import { reportSeed } from '../../eval/report-seed.js';
import { measureRun } from '../ablate/comparison.js';
import { measure } from '../collect/measure.js';
import { readTraining } from '../testing/read-training.js';
import {
  both,
  config,
  everyEvent,
  everything,
  killedAndStopped,
  learning,
  made,
  newRuns,
  ppo,
} from '../testing/small-runs.js';
import { type ConfigInput, configSchema } from './config.js';
import { measured } from './metrics.js';
import { rateRun } from './rate.js';
import { resume } from './resume.js';
import { train } from './train.js';
import type { TrainCallbacks, TrainProgress } from './watch.js';

const newRun = newRuns('tabletop-train');

describe('training', () => {
  it('reports win rates before, between phases and at the end, and tells how it goes', async () => {
    const runDir = newRun();
    const told: TrainProgress[] = [];
    const updates: string[] = [];
    const ends: unknown[] = [];
    const callbacks: TrainCallbacks = {
      ...everyEvent((progress) => told.push(progress)),
      onUpdate: ({ phase }) => updates.push(phase),
      onEnd: (end) => ends.push(end),
    };
    const result = await train(config(everything), { runDir, callbacks });
    expect(ends).toEqual([result]);
    expect(Object.keys(result.reports)).toEqual(['after imitation', 'end']);
    expect(result.reports.end!.against.random!.games).toBe(6);
    expect(result.finished).toBe(true);
    expect(result.decisions).toBe(4 * 384 + 8 * 384);
    expect(updates).toEqual([...Array(4).fill('imitation'), ...Array(8).fill('ppo')]);
    expect(told.at(-1)!.progress).toBe(1);
    expect(Object.keys(told.at(-1)!.winRates)).toEqual(['random', 'scripted:bold']);
    const run = RunDirectory.open(runDir);
    expect(run.checkpoints().length).toBe(
      3 +
        Number(
          !run
            .checkpoints()
            .slice(-3)
            .some((entry) => entry.decisions === result.best!.decisions),
        ),
    );
    expect(result.best).not.toBeNull();
    expect(loadPolicy(runDir, { game: pig }).shape.trunk).toEqual([8]);
    const page = readFileSync(join(runDir, 'summary.html'), 'utf8');
    for (const text of ['<svg', 'scripted:bold', 'after imitation', 'Imitation: accuracy', 'explained_variance'])
      expect(page).toContain(text);
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    // Every third update of imitation, then from the start of PPO.
    const lines = readFileSync(join(runDir, 'metrics.jsonl'), 'utf8').trim().split('\n');
    const measured = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'evaluation');
    expect(measured.map(({ decisions }) => decisions / 384)).toEqual([3, 4, 7, 10, 12]);
    expect(readdirSync(join(runDir, 'events')).length).toBe(1);
  });

  it('takes the later one of equally good checkpoints for the best', async () => {
    // It does not move, so that every measurement of the same games gives the same.
    const over = { phases: ppo({ learningRate: 0 }) };
    const { best, decisions } = await train(config(everything, over), { runDir: newRun() });
    expect(best!.decisions).toBe(decisions);
  });

  it('draws a number of players for each game, and measures one number at a time', async () => {
    const options = { players: [3, 2], rounds: 4 };
    const { runDir, reports } = await train(config(everything, { options, phases: both({ decisions: 400 }) }), {
      runDir: newRun(),
    });
    const run = RunDirectory.open(runDir);
    expect(run.config(configSchema)).toMatchObject({ options: { players: 3, rounds: 4 }, players: [2, 3] });
    const rates = Object.entries(reports.end!.against);
    expect(rates.map(([name, { parity }]) => [name, parity])).toEqual([
      ['random, 2 players', 1 / 2],
      ['random, 3 players', 1 / 3],
      ['scripted:bold, 2 players', 1 / 2],
      ['scripted:bold, 3 players', 1 / 3],
    ]);
    const { ratings } = await rateRun(runDir, { against: ['random'], deals: 2, seed: 1, workers: 0 });
    expect(ratings.slice(-2).map(({ against, games, parity }) => [against, games, parity])).toEqual([
      ['random, 2 players', 4, 1 / 2],
      ['random, 3 players', 6, 1 / 3],
    ]);
    const deals = { against: ['random'], deals: 2, seed: '1' };
    const own = { ...run.config(configSchema), game: everything.game! };
    expect(await measureRun(runDir, own, deals, { workers: 0 })).toMatchObject({
      parity: expect.closeTo(5 / 12),
      variety: { games: 10 },
    });
    // It was trained for both, and for no others.
    for (const players of [2, 3]) loadPolicy(runDir, { game: pig }, { options: { players, rounds: 4 } });
    expect(() => loadPolicy(runDir, { game: pig }, { options: { players: 4, rounds: 4 } })).toThrow(
      /was trained with players=2 or 3, not with players=4/,
    );
    await expect(
      train(config(everything, { options: { players: [2, 3] }, phases: [{ algorithm: 'evolution' }] }), {
        runDir: newRun(),
      }),
    ).rejects.toThrow(/phase evolution .* plays one number of players, not 2, 3/);
  });

  it('measures the policy as it is told to play', async () => {
    const over = {
      phases: both({ decisions: 400 }),
      evaluation: { every: 0, blocks: 1, reportBlocks: 20, temperature: 0 },
    };
    const runDir = newRun();
    const { reports } = await train(config(everything, over), { runDir });
    const games = (argmax: boolean) => {
      const job = {
        variant: 0,
        against: 'random',
        seed: reportSeed(1),
        temperature: 1,
        lookahead: 0,
        rounds: 0,
        blocks: 20,
        part: 0,
        parts: 1,
      };
      const player = new PolicyAgent(actorCritic(pig, loadPolicy(runDir)), { argmax });
      return measured(measure(pig, { players: 3, rounds: 4 }, player, () => new RandomAgent(), job).outcomes).firstRate;
    };
    expect(reports.end!.against.random!.firstRate).toBe(games(true));
    expect(games(true)).not.toBe(games(false));
  });

  it('does not count measuring as playing', async () => {
    const runDir = newRun();
    await train(config(everything, { evaluation: { every: 1, blocks: 60 } }), { runDir });
    let last = 0;
    let updates = 0;
    for (const line of RunDirectory.open(runDir).metrics()) {
      const { seconds } = line;
      if (line.kind === 'update') {
        updates++;
        // Times in the file are rounded to milliseconds.
        expect(Number(line.collect_seconds) + Number(line.learn_seconds)).toBeLessThan(Number(seconds) - last + 0.002);
      }
      last = Number(seconds);
    }
    expect(updates).toBeGreaterThan(5);
  });

  it('imitates a scripted bot', async () => {
    const runDir = newRun();
    const settings = { agent: 'scripted:bold', decisions: 30_000, learningRate: 3e-3, epochs: 4, minibatch: 256 };
    await train(config(learning, { phases: [{ algorithm: 'imitation', ...settings }] }), { runDir });
    const lines = RunDirectory.open(runDir).metrics();
    const accuracy = lines.map((line) => line.imitation_accuracy as number);
    expect(accuracy.length).toBe(8);
    expect(accuracy[0]).toBeLessThan(accuracy.at(-1)!);
    expect(accuracy.at(-1)).toBeGreaterThan(0.95);
  });

  it('makes the same bytes from the same seed, and others from another', async () => {
    const [one, two, other] = [newRun(), newRun(), newRun()];
    await train(config(everything), { runDir: one });
    await train(config(everything), { runDir: two });
    await train(config(everything, { seed: 2 }), { runDir: other });
    expect(made(two)).toEqual(made(one));
    expect(made(other).latest).not.toBe(made(one).latest);
  });

  it('goes on exactly after being killed or stopped', () => killedAndStopped({ workers: 0 }, newRun));

  it('lets nobody else write meanwhile, in this process either', async () => {
    const runDir = newRun();
    const refused: Promise<unknown>[] = [];
    const onUpdate = () => {
      if (refused.length > 1) return;
      refused.push(resume(runDir).catch((error) => error));
      refused.push(train(config(everything), { runDir }).catch((error) => error));
    };
    const result = await train(config(everything), { runDir, callbacks: { onUpdate } });
    expect(result.finished).toBe(true);
    for (const error of await Promise.all(refused)) {
      expect(error).toBeInstanceOf(UserError);
      expect((error as Error).message).toMatch(/is being written by process/);
    }
    expect(readdirSync(runDir).filter((name) => name.startsWith('lock'))).toEqual([]);
    await resume(runDir);
  });

  it('goes on exactly from an earlier checkpoint, where the latest is damaged or another one is wanted', async () => {
    const runDir = newRun();
    await train(config(everything), { runDir });
    const wanted = made(runDir);
    const run = RunDirectory.open(runDir);
    const [first, ...later] = run.checkpoints();
    const notes: string[] = [];
    const onNote = (text: string) => notes.push(text);

    for (const { file } of later) writeFileSync(file, readFileSync(file).subarray(0, -1));
    writeFileSync(run.bestFile, '');
    await resume(runDir, { onNote });
    expect(made(runDir)).toEqual(wanted);
    expect(notes.length).toBe(later.length);
    for (const note of notes) expect(note).toMatch(`training continues from ${first!.decisions} decisions`);
    expect(readdirSync(join(runDir, 'checkpoints')).filter((name) => name.endsWith('.damaged')).length).toBe(
      later.length + 1,
    );

    const chosen = run.checkpoints()[0]!;
    await resume(`${runDir}@${chosen.decisions}`, { onNote });
    expect(made(runDir)).toEqual(wanted);
    expect(notes.at(-1)).toMatch(/what came after \(checkpoints: \d, metrics, replays\) is kept in .+set-aside/);
  });

  it('forgets the best of a course that is left', async () => {
    const runDir = newRun();
    await train(config(everything), { runDir });
    const run = RunDirectory.open(runDir);
    const first = run.checkpoints()[0]!;
    const state = readTraining(first.file, loadPolicy(runDir).shape);
    const stop = new AbortController();
    stop.abort();
    const { best } = await resume(`${runDir}@${first.decisions}`, { signal: stop.signal, onNote: () => {} });
    // It is what it was then, or none.
    expect([null, state.best?.decisions ?? null]).toContain(best?.decisions ?? null);
    if (best) expect(readTraining(run.best()!, loadPolicy(runDir).shape).decisions).toBe(best.decisions);
    else expect(run.best()).toBeNull();
  });

  it('ends after its minutes', async () => {
    const runDir = newRun();
    const result = await train(config(learning, { phases: ppo({ decisions: 0 }), minutes: 0.03 }), { runDir });
    expect(result.finished).toBe(true);
    expect(RunDirectory.open(runDir).metrics().at(-1)!.progress).toBe(1);
    await expect(resume(runDir)).resolves.toMatchObject({ finished: true, decisions: result.decisions });
  });

  it('names the command that goes on when there is no room for the last line of a log', async () => {
    const runDir = newRun();
    const noRoom = () => {
      throw new NoRoom('cannot write events: the disk is full', 'run the same command again', undefined);
    };
    const sinks = [{ write: () => {}, close: noRoom }];
    const training = train(config(learning, { phases: ppo({ decisions: 4096 }) }), { runDir, sinks });
    await expect(training).rejects.toThrow(
      `cannot write events: the disk is full and continue with: tabletop train --resume ${runDir}`,
    );
    await expect(resume(runDir)).resolves.toMatchObject({ finished: true });
  });

  it.each([
    [{ game: 'no-such-game' }, /unknown game/],
    [{ phases: both({ opponents: [{ agent: 'scripted:nobody' }] }) }, /nobody/],
    [{ evaluation: { against: ['scripted:nobody'] } }, /nobody/],
    [{ phases: [{ algorithm: 'imitation', agent: 'scripted:nobody' }] }, /nobody/],
    [{ phases: [{ algorithm: 'imitation', agent: 'advisor' }] }, /agent advisor: this run has none; set advisor/],
    [{ options: { players: 9 } }, /players/],
    [{ engine: 'abacus' }, /abacus/],
    [{ phases: both({ shaping: 1 }) }, /ppo.shaping: .* has no potential to shape by; set shaping to 0/],
    [{ network: { adviceTemperature: 0.3 } }, /network.adviceTemperature: there is no advisor; name one/],
    [{ advisor: 'scripted:bold', network: { adviceTemperature: 0.3 } }, /scripted:bold has no action values/],
    [
      { advisor: 'scripted:bold', network: { adviceTemperature: 0.3, actions: 0 } },
      /network.adviceTemperature: the policy does not read action values/,
    ],
  ] as [ConfigInput, RegExp][])('refuses %j before it makes a folder', async (over, message) => {
    const runDir = newRun();
    const training = train(config(everything, over), { runDir });
    await expect(training).rejects.toThrow(message);
    await expect(training).rejects.toBeInstanceOf(UserError);
    expect(existsSync(runDir)).toBe(false);
  });

  it('refuses to overwrite a run, and to resume none', async () => {
    const runDir = newRun();
    RunDirectory.create(runDir, config(everything)).close();
    await expect(train(config(everything), { runDir })).rejects.toThrow(/already holds a run/);
    await expect(resume(newRun())).rejects.toThrow(/no run at/);
  });
});
