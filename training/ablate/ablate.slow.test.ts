import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mean } from '../../eval/statistics.js';
import { scratch } from '../../test/scratch.js';
import { policySource, readSource } from '../run/branch.js';
import { parseConfig } from '../run/config.js';
import type { TrainResult, TrainWatch } from '../run/watch.js';
import { ablate, resumeAblation } from './ablate.js';
import { compareRuns } from './compare-runs.js';
import type { AblationPlan } from './plan.js';
import { combinations, oneAtATime, parseVary } from './variants.js';

const folder = scratch('tabletop-ablate');

const tiny = (learningRate: number) =>
  parseConfig({
    ...{ game: 'tic-tac-toe', workers: 0, learnerThreads: 1, games: 8, decisionsPerUpdate: 200 },
    network: { trunk: [16] },
    evaluation: { every: 2, blocks: 4, reportBlocks: 0, against: ['random'] },
    phases: [{ algorithm: 'ppo', decisions: 1200, learningRate, snapshots: { share: 0 } }],
  });
const plan: AblationPlan = {
  from: null,
  variants: combinations([parseVary('ppo.learningRate=1e-9|0.01')]).map(({ name, set }) => ({
    ...{ name, set },
    config: tiny(Number(set['ppo.learningRate'])),
  })),
  seeds: ['1', '2'],
  against: ['random'],
  deals: 60,
  seed: 'fresh',
};

describe('what is varied', () => {
  it('is read from text: values may hold commas', () => {
    expect(parseVary('network.trunk=[8,8]|[16]')).toEqual({ setting: 'network.trunk', values: ['[8,8]', '[16]'] });
    expect(combinations([parseVary('a=1|2'), parseVary('b=x,y|')]).map(({ name }) => name)).toEqual([
      ...['a=1 b=x,y', 'a=1 b=', 'a=2 b=x,y', 'a=2 b='],
    ]);
  });

  it('is changed one at a time where that is wanted', () => {
    const varied = ['a=1|2|3', 'b=x|y'].map(parseVary);
    expect(oneAtATime(varied)).toEqual([
      { name: 'a=1 b=x', set: { a: '1', b: 'x' } },
      { name: 'a=2', set: { a: '2', b: 'x' } },
      { name: 'a=3', set: { a: '3', b: 'x' } },
      { name: 'b=y', set: { a: '1', b: 'y' } },
    ]);
  });

  it.each([
    ['ppo.lambda', /write it as <setting>=<a>\|<b>/],
    ['ppo.lambda=0.9', /one value varies nothing/],
    ['ppo.lambda=0.9|0.9', /the value 0.9 is there twice/],
  ])('%s is refused', (text, words) => {
    expect(() => parseVary(text)).toThrow(words);
  });

  it('is refused where it is nothing, twice the same, or too much', () => {
    expect(() => combinations([])).toThrow(/nothing is varied/);
    expect(() => combinations([parseVary('a=1|2'), parseVary('a=3|4')])).toThrow(/a is varied twice/);
    expect(() => oneAtATime([parseVary('a=1|2'), parseVary('a=3|4')])).toThrow(/a is varied twice/);
    const many = Array.from({ length: 7 }, (_, i) => parseVary(`s${i}=1|2`));
    expect(() => combinations(many)).toThrow(/128 variants/);
    expect(oneAtATime(many).length).toBe(8);
  });
});

describe('an ablation', () => {
  const dir = join(folder, 'killed');

  it('goes on where it was killed, and makes no finished training again', async () => {
    const begun: string[] = [];
    const stop = new AbortController();
    const watch = {
      workers: 0,
      signal: stop.signal,
      training: (label: string, _: unknown, start: (watch: TrainWatch) => Promise<TrainResult>) => {
        begun.push(label);
        const onUpdate = () => {
          if (begun.length === 3) stop.abort();
        };
        return start({ callbacks: { onUpdate } });
      },
    };
    const stopped = await ablate(dir, plan, watch);
    expect(stopped.finished).toBe(false);
    expect(stopped.variants.map(({ seeds }) => seeds.length)).toEqual([1, 1]);
    expect(begun).toEqual([
      'ppo.learningRate=1e-9, seed 1',
      'ppo.learningRate=0.01, seed 1',
      'ppo.learningRate=1e-9, seed 2',
    ]);
    const again: string[] = [];
    const result = await resumeAblation(dir, {
      workers: 0,
      training: (label, _, start) => {
        again.push(label);
        return start({});
      },
    });
    expect(again).toEqual(['ppo.learningRate=1e-9, seed 2', 'ppo.learningRate=0.01, seed 2']);
    expect(result.finished).toBe(true);

    // The same, in one go.
    const whole = await ablate(join(folder, 'whole'), plan, { workers: 0 });
    const timeless = ({ variants }: typeof result) =>
      variants.map(({ minutes: _, seeds, ...rest }) => ({
        ...rest,
        seeds: seeds.map(({ minutes: _, ...one }) => one),
      }));
    expect(timeless(result)).toEqual(timeless(whole));
    const quiet = { training: () => Promise.reject(new Error('nothing is left to train')) };
    expect(timeless(await resumeAblation(dir, quiet))).toEqual(timeless(whole));
  });

  it('measures every policy on the same deals and compares variants seed by seed', () => {
    const { summary, runs } = JSON.parse(readFileSync(join(dir, 'ablation.json'), 'utf8'));
    const [slow, fast] = summary.variants;
    expect(slow.difference).toBeNull();
    expect(fast.difference.mean).toBeCloseTo(fast.score.mean - slow.score.mean, 9);
    expect(fast.score.mean).toBeCloseTo(mean(fast.seeds.map(({ score }: { score: number }) => score)), 9);
    // A little is learned, and a rate of nothing learns nothing; of two seeds an interval says little.
    expect(fast.difference.mean).toBeGreaterThan(0);
    expect(slow.seeds.map(({ decisions }: { decisions: number }) => decisions)).toEqual([1200, 1200]);
    expect(runs.length).toBe(4);
    const csv = readFileSync(join(dir, 'ablation.csv'), 'utf8').trimEnd().split('\n');
    expect(csv[0]).toBe('ppo.learningRate,seed,score,decisions,games,minutes,run');
    expect(csv.length).toBe(5);
    expect(csv[1]).toMatch(/^1e-9,1,0\.\d+,1200,\d+,[\d.]+,variant-1-seed-1$/);
    const page = readFileSync(join(dir, 'ablation.html'), 'utf8');
    expect(page.match(/<figcaption>/g)?.length).toBe(2);
    expect(page.match(/class="area"/g)?.length).toBe(4);
    expect(page).toMatch(/parity: 50\.0 %/);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('leaves runs that can be compared one by one: those that differ only in their seed are one variant', async () => {
    const all = [1, 2].flatMap((variant) => [1, 2].map((seed) => join(dir, `variant-${variant}-seed-${seed}`)));
    const request = { deals: 60, seed: '1', workers: 0 };
    const { comparison, page } = await compareRuns(all, request);
    expect(comparison).toMatchObject({ game: 'tic-tac-toe', against: ['random'], deals: 60, parity: 0.5 });
    const [slow, fast] = comparison.variants;
    expect([slow, fast].map((one) => [one!.name, one!.seeds.map(({ seed }) => seed)])).toEqual([
      ['variant-1-seed (2 seeds)', ['1', '2']],
      ['variant-2-seed (2 seeds)', ['1', '2']],
    ]);
    expect(fast!.difference!.mean).toBeCloseTo(fast!.score!.mean - slow!.score!.mean, 9);
    const { summary } = JSON.parse(readFileSync(join(dir, 'ablation.json'), 'utf8'));
    for (const [i, { seeds }] of comparison.variants.entries())
      for (const [k, { decisions, games }] of seeds.entries())
        expect({ decisions, games }).toMatchObject({
          decisions: summary.variants[i].seeds[k].decisions,
          games: summary.variants[i].seeds[k].games,
        });
    expect(page.match(/<figcaption>/g)?.length).toBe(2);
    expect(page).toContain('lowest to highest of 2 seeds');
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    const again = join(dir, 'again');
    cpSync(all[0]!, again, { recursive: true });
    for (const [runs, words] of [
      [all.slice(1, 2), /at least two runs/],
      [
        [all[0]!, again],
        /variant-1-seed-1 and .*again have the same settings and the same seed, 1: they tell as much as one/,
      ],
      [[all[0]!, all[0]!], /named twice/],
      [[all[0]!, join(dir, 'nowhere')], /nowhere/],
    ] as const)
      await expect(compareRuns(runs, request)).rejects.toThrow(words);
  });

  it('begins every training with the same weights, and with no others when it goes on', async () => {
    const source = join(dir, 'variant-2-seed-1');
    const begun = join(folder, 'begun');
    const stop = new AbortController();
    const first = { ...plan, seeds: ['1'], from: policySource(readSource(source), begun) };
    const quiet = { workers: 0, signal: stop.signal };
    await ablate(begun, first, {
      ...quiet,
      training: async (_label, _config, start) => {
        const result = await start({});
        stop.abort();
        return result;
      },
    });
    // With a rate of nothing it is still the policy that it began with.
    const weights = (run: string) => Object.values(readSource(run).policy.weights).flatMap((one) => [...one]);
    expect(weights(join(begun, 'variant-1-seed-1'))).toEqual(
      weights(source).map((weight) => expect.closeTo(weight, 4)),
    );
    const best = readSource(source).file;
    const kept = readFileSync(best);
    writeFileSync(best, readFileSync(readSource(join(dir, 'variant-1-seed-1')).file));
    await expect(resumeAblation(begun, { workers: 0 })).rejects.toThrow(/with which it began, has changed/);
    writeFileSync(best, kept);
    expect((await resumeAblation(begun, { workers: 0 })).finished).toBe(true);
  });

  it('trains nothing when a variant could not be trained', async () => {
    const wrong = { ...plan, variants: [plan.variants[0]!, { ...plan.variants[1]!, config: tiny(0.01) }] };
    wrong.variants[1]!.config.evaluation.against = ['scripted:nobody'];
    const dir = join(folder, 'wrong');
    await expect(ablate(dir, wrong)).rejects.toThrow(/no bot 'nobody'/);
    expect(existsSync(dir)).toBe(false);
  });

  it('is refused where its folder is taken or its file is not its own', async () => {
    await expect(ablate(dir, plan)).rejects.toThrow(/already holds an ablation; continue it/);
    await expect(ablate(folder, plan)).rejects.toThrow(/is there already/);
    await expect(resumeAblation(join(folder, 'nowhere'))).rejects.toThrow(/no ablation at/);
    const file = join(dir, 'ablation.json');
    const content = JSON.parse(readFileSync(file, 'utf8'));
    for (const [edit, words] of [
      [{ ...content, format: 'other' }, /format/],
      [{ ...content, runs: [{ ...content.runs[0], variant: 7 }] }, /variant 8 does not fit/],
    ] as const) {
      writeFileSync(file, JSON.stringify(edit));
      await expect(resumeAblation(dir)).rejects.toThrow(words);
    }
  });
});
