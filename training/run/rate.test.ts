import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RunDirectory } from '../../checkpoints/run.js';
import { packageVersion } from '../../env/package.js';
import { scratch } from '../../test/scratch.js';
import { parseConfig } from './config.js';
import type { MeasureRecord } from './metrics.js';
import { evaluatedAs, rateRun } from './rate.js';
import { gain, readRatings } from './rating.js';
import { resume } from './resume.js';
import { train } from './train.js';

const folder = scratch('tabletop-rate');

const tiny = (over: object = {}) =>
  parseConfig({
    ...{ game: 'tic-tac-toe', workers: 0, learnerThreads: 1, games: 8, decisionsPerUpdate: 200 },
    network: { trunk: [8] },
    evaluation: { every: 0, reportBlocks: 0, against: ['random'] },
    ...{ checkpointEvery: 100, keepEvery: 3 },
    phases: [{ algorithm: 'ppo', decisions: 1600 }],
    ...over,
  });
const decisionsOf = (runDir: string) =>
  RunDirectory.open(runDir)
    .checkpoints()
    .map((entry) => entry.decisions);

it('keeps a checkpoint of every so many updates, however often the run is stopped, and rates them all', async () => {
  const runDir = join(folder, 'kept');
  const stop = new AbortController();
  let updates = 0;
  const onUpdate = () => {
    if (++updates === 4) stop.abort();
  };
  await train(tiny(), { runDir, signal: stop.signal, callbacks: { onUpdate } });
  expect(await resume(runDir)).toMatchObject({ finished: true });
  // The last three are there anyway: that of the stop, of update 6 and of the end.
  expect(decisionsOf(runDir)).toEqual(expect.arrayContaining([0, 600, 1200, 1600]));
  expect(await resume(runDir, { changes: { 'ppo.decisions': 3000, 'ppo.learningRate': 1e-3 } })).toMatchObject({
    finished: true,
  });
  expect(decisionsOf(runDir).filter((n) => n % 600 === 0)).toEqual([0, 600, 1200, 1800, 2400, 3000]);
  expect(decisionsOf(runDir)).not.toContain(800);

  const request = { deals: 20, seed: 3, workers: 0 };
  const { ratings } = await rateRun(runDir, request);
  expect(ratings.map(({ decisions }) => decisions)).toEqual(decisionsOf(runDir));
  expect(ratings[0]).toMatchObject({ seconds: 0, against: 'random', games: 40, seed: `3/report ${packageVersion()}` });
  expect(ratings[0]!.score.mean).toBeCloseTo(ratings[0]!.deals.reduce((a, b) => a + b) / 20);
  expect(gain(ratings, ratings[0]!)).toBeNull();
  expect(gain(ratings, ratings[2]!)!.mean).toBeCloseTo(ratings[2]!.score.mean - ratings[1]!.score.mean);
  const page = () => readFileSync(join(runDir, 'summary.html'), 'utf8');
  expect(page()).toMatch(/Win rate of the checkpoints<[\s\S]*Win rate of the checkpoints, by time</);

  // Nothing is played twice; another opponent is.
  let games = 0;
  const onProgress = () => games++;
  expect(await rateRun(runDir, { ...request, onProgress })).toEqual({ runDir, game: 'tic-tac-toe', ratings });
  expect(games).toBe(0);
  const more = await rateRun(runDir, { ...request, deals: 2, against: ['scripted:perfect'] });
  expect(more.ratings.length).toBe(ratings.length);
  const panel = await rateRun(runDir, { deals: 2, seed: 3, workers: 0, against: 'panel' });
  const met = panel.ratings.map(({ against }) => against);
  expect(met).toHaveLength(3 * ratings.length);
  expect(met.slice(0, 3)).toEqual(['random', expect.stringMatching(/^scripted:/), 'scripted:perfect']);
  // Training goes on, and the page keeps the curve up to there; what is torn or strange is left out.
  appendFileSync(RunDirectory.open(runDir).ratingsFile, '{"decisions":7,"against":4}\n{"decis');
  expect(readRatings(RunDirectory.open(runDir)).length).toBe(3 * ratings.length);
  await resume(`${runDir}@1200`);
  const left = readRatings(RunDirectory.open(runDir));
  expect(Math.max(...left.map(({ decisions }) => decisions))).toBe(1200);
  expect(page()).toContain('against scripted:perfect');
});

it('counts the same game once, in the run and afterwards', async () => {
  const runDir = join(folder, 'same');
  const evaluation = { every: 4, blocks: 30, reportBlocks: 0, temperature: 0, against: ['scripted:simple'] };
  const over = { evaluation, checkpointEvery: 4, keepEvery: 0 };
  await train(tiny(over), { runDir });
  const [measure] = RunDirectory.open(runDir)
    .metrics()
    .filter(({ kind }) => kind === 'evaluation') as MeasureRecord[];
  const found = measure!.against['scripted:simple']!;
  expect(found).toMatchObject({ games: 60, openings: 1 });
  expect(found.different).toBeLessThan(20);
  expect(readFileSync(join(runDir, 'summary.html'), 'utf8')).toContain(`${found.different} different games among 60`);
  const { ratings } = await rateRun(runDir, { deals: 30, seed: 3, workers: 0 });
  for (const { games, different, openings, kept } of ratings) {
    expect([games, openings, different]).toEqual([60, 1, 2 * kept.length]);
    expect(kept.length).toBeLessThan(10);
  }
});

it('plays as the run evaluates, and asks for what is missing', async () => {
  const play = (over: object) => evaluatedAs(tiny({ evaluation: over }));
  expect(play({})).toEqual({ kind: 'policy', options: '' });
  expect(play({ temperature: 0 })).toEqual({ kind: 'policy', options: '?argmax' });
  expect(play({ temperature: 0.5 })).toEqual({ kind: 'policy', options: '?temperature=0.5' });
  expect(play({ lookahead: 8, rounds: 3 })).toEqual({ kind: 'policy+lookahead:8', options: '?rounds=3' });
  const request = { deals: 2, seed: 1, workers: 0 };
  await expect(rateRun(join(folder, 'nowhere'), request)).rejects.toThrow(/no run at/);
  const runDir = join(folder, 'kept');
  await expect(rateRun(runDir, { ...request, against: ['scripted:nobody'] })).rejects.toThrow(/no bot 'nobody'/);
  await expect(rateRun(runDir, { ...request, against: ['random', 'random'] })).rejects.toThrow(/random is given twice/);
});
