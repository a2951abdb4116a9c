/**
 * The comparison with MaskablePPO: what may be compared, what is made of the numbers, and once all of it, where it can
 * run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { curveOf, type Learned, middle, reached } from '../bench/side-by-side/curves.js';
import { evaluateWords, type Measured } from '../bench/side-by-side/measure.js';
import { page } from '../bench/side-by-side/page.js';
import { strengthPlot } from '../bench/side-by-side/plot.js';
import { pointAt } from '../bench/side-by-side/points.js';
import { type Result, resultSchema } from '../bench/side-by-side/result.js';
import { comparison, peerOrder } from '../bench/side-by-side/settings.js';
import { finished, type SideName, sides } from '../bench/side-by-side/training.js';
import { versions } from '../bench/side-by-side/versions.js';
import { UserError } from '../env/user-error.js';
import { root } from './paths.js';
import { scratch } from './scratch.js';

const folder = scratch('side-by-side');
const asked = { minutes: 0, cores: 2, set: [] as string[] };

describe('settings', () => {
  it.each(['connect-four', 'doomspire'])('of %s are the same on both sides', async (game) => {
    const config = await comparison(game, asked);
    const order = peerOrder(config, 3, 1);
    expect(order).toMatchObject({ game, seed: 3, trunk: config.network.trunk, rows: config.decisionsPerUpdate });
    expect(order.rivals.map(({ games }) => games)).toEqual([64, 64]);
    expect(order.rivals[0]!.agent).toBe('random');
    expect(order).toMatchObject({ minutes: config.minutes, threads: 1, gamma: 1, lambda: 0.95, valueWeight: 0.5 });
  });

  it('divide the games of an opponent among the cores', async () => {
    const config = await comparison('connect-four', {
      ...asked,
      cores: 6,
      set: ['games=64', 'decisionsPerUpdate=1024'],
    });
    expect(peerOrder(config, 1, 2).rivals.map(({ games }) => games)).toEqual([10, 11, 11, 10, 11, 11]);
    expect(peerOrder({ ...config, workers: 1 }, 1, 2).rivals.map(({ games }) => games)).toEqual([32, 32]);
  });

  it.each([
    ['network.actions=32', 'network.actions: not the same on both sides: '],
    ['ppo.snapshots.share=0.1', 'ppo.snapshots.share: '],
    ['ppo.shaping=0.5', 'ppo.shaping: '],
    ['returns.winWeight=0.3', 'returns: '],
    ['evaluation.every=10', 'evaluation.every: '],
    ['advisor=scripted:tactical', 'advisor: '],
    ['ppo.decisions=1000', 'ppo.decisions: '],
    ['games=100', 'decisionsPerUpdate: '],
    ['ppo.opponents=[{"agent":"random","share":0,"allSeats":0.5}]', 'ppo.opponents: '],
    ['ppo.opponents=[{"agent":"random","share":0,"allSeats":{"from":1,"to":0}}]', 'ppo.opponents: '],
  ])('that cannot be the same are refused: %s', async (set, words) => {
    const refused = comparison('connect-four', { ...asked, set: [set] });
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(words);
  });

  it('of a game that has none are refused', async () => {
    await expect(comparison('chess', asked)).rejects.toThrow(
      '--game chess: there are no settings bench/side-by-side/chess',
    );
    await expect(comparison('../shipped-players', asked)).rejects.toThrow(UserError);
  });
});

it('a policy is kept at each moment of the time', () => {
  expect([0, 89.9, 90, 899, 900, 950].map((seconds) => pointAt(seconds, 15, 10))).toEqual([0, 0, 1, 9, 10, 10]);
});

it('policies of both sides are measured by the same command', () => {
  const how = { game: 'doomspire', options: { roundCap: 40 }, against: [], blocks: 25, seed: 'a', workers: 2 };
  const [ours, theirs] = [
    evaluateWords('ours', 'p.tgym', 'random', how),
    evaluateWords('MaskablePPO', 'p.onnx', 'random', how),
  ];
  expect(ours.slice(0, 2)).toEqual(['evaluate', 'policy:p.tgym']);
  expect(theirs.slice(0, 2)).toEqual(['evaluate', 'onnx:p.onnx']);
  expect(ours.slice(2)).toEqual(theirs.slice(2));
  expect(ours).toContain('{"roundCap":40}');
});

it('a training that was finished with other settings is not taken for this one', async () => {
  const config = await comparison('connect-four', asked);
  const plan = { side: 'ours', seed: 1, config, points: 2, peerThreads: 2, folder } as const;
  expect(finished(plan)).toBeNull();
  const points = [{ point: 2, seconds: 1, decisions: 1, file: 'a' }];
  writeFileSync(
    path.join(folder, 'trained.json'),
    JSON.stringify({ side: 'ours', seed: 1, order: '{}', points, load: [0, 0] }),
  );
  expect(() => finished(plan)).toThrow(/was trained with other settings: choose another --out/);
  writeFileSync(path.join(folder, 'trained.json'), '{}');
  expect(() => finished(plan)).toThrow(/trained\.json is damaged/);
});

/** Trainings of four minutes that won these shares after 2 and after 4. */
function learnedBy(side: SideName, rates: readonly (readonly [number, number])[]): Learned[] {
  return rates.map((both, i) => ({
    trained: {
      ...{ side, seed: i + 1, order: '', load: [0.1, 1] as [number, number] },
      points: both.map((_, k) => ({ point: k + 1, seconds: 121 * (k + 1), decisions: 1e6 * (k + 1), file: 'a' })),
    },
    measured: both.map(
      (mean, k): Measured => ({
        ...{ point: k + 1, against: 'random', blocks: 10, seed: 'a', games: 20 },
        winRate: { mean, low: mean - 0.1, high: mean + 0.1 },
        ...{ meanReturn: { mean: 2 * mean - 1, low: -1, high: 1 }, truncated: 0 },
      }),
    ),
  }));
}

const learned = [
  ...learnedBy('ours', [
    [0.3, 0.8],
    [0.55, 0.7],
    [0.5, 0.9],
  ]),
  ...learnedBy('MaskablePPO', [
    [0.2, 0.4],
    [0.3, 0.6],
    [0.25, 0.3],
  ]),
];
const curves = sides.map((side) => curveOf(side, 'random', learned, 4, 2));
const result: Result = {
  ...{ command: 'npx tsx <it>', game: 'connect-four', title: 'Connect Four', version: '2', minutes: 4, points: 2 },
  ...{ blocks: 10, players: 2, against: ['random'], rivals: [{ agent: 'random', share: 1 }], network: 'net' },
  ...{
    rows: 8192,
    games: 128,
    cores: 1,
    together: true,
    load: 0.1,
    versions: { Node: '20.0.0', PyTorch: '2.15.0' },
    curves,
  },
  machine: { cpu: 'CPU', cores: 2, memoryGiB: 24 },
};

describe('several seeds', () => {
  it('become the middle one and a range', () => {
    expect([middle([3, 1, 2]), middle([4, 1, 2, 3]), middle([5])]).toEqual([2, 3, 5]);
    expect(curves[0]!.moments).toEqual([
      expect.objectContaining({ minutes: 2, won: { median: 0.5, lowest: 0.3, highest: 0.55 }, seeds: 3 }),
      expect.objectContaining({ minutes: 4, won: { median: 0.8, lowest: 0.7, highest: 0.9 }, seeds: 3 }),
    ]);
    expect(curves[0]!.moments[1]!.returns.median).toBeCloseTo(0.6);
    const [passedBy, ...others] = learned;
    const without = { ...passedBy!, measured: passedBy!.measured.slice(1) };
    expect(curveOf('ours', 'random', [without, ...others], 4, 2).moments[0]).toMatchObject({
      won: { lowest: 0.5 },
      seeds: 2,
    });
  });

  it('reach a level when the middle one does, or not', () => {
    const minutes = 121 / 60;
    expect(reached(curves[0]!, 0.5)).toEqual({ level: 0.5, minutes, seeds: 3, of: 3 });
    expect(reached(curves[0]!, 0.75)).toEqual({ level: 0.75, minutes: 2 * minutes, seeds: 2, of: 3 });
    expect(reached(curves[1]!, 0.5)).toEqual({ level: 0.5, minutes: null, seeds: 1, of: 3 });
  });
});

it('the page has strength over time, what was not reached, and each training', () => {
  const text = page([resultSchema.parse(JSON.parse(JSON.stringify(result)))], (game) => `${game}.svg`);
  expect(text).toContain('| 2 | 50.0 [30.0, 55.0] | 25.0 [20.0, 30.0] |');
  expect(text).toContain('| 4 | 80.0 [70.0, 90.0] | 40.0 [30.0, 60.0] |');
  expect(text).toContain('| 50 % | 2.0 | not reached (1 of 3 seeds did) |');
  expect(text).toContain('| 75 % | 4.0 (2 of 3 seeds) | not reached |');
  expect(text).not.toContain('| 95 % |');
  expect(text).toContain('| ours | 1 | 2.00 | 8,264 | 80.0 % [70.0, 90.0] (0.60) |');
  expect(text).toContain('| MaskablePPO | middle |  | 8,264 |  |');
  expect(text).toContain('![Share of games won against minutes of training](connect-four.svg)');
  expect(text).toContain('`random` in 100.0 % of the games');
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  const none = { ...result, curves: curves.map((curve) => ({ ...curve, seeds: [] })) };
  expect(page([none], (game) => game)).toContain('No seed of either side won so much as the least of 25 %, 50 %');
});

it('where hardly anybody wins, page and plot show places', () => {
  const lost = { median: 0, lowest: 0, highest: 0.01 };
  const moments = [{ minutes: 4, seeds: 3, won: lost, returns: { median: -0.35, lowest: -0.4, highest: -0.3 } }];
  const none = { ...result, curves: curves.map((curve) => ({ ...curve, moments })) };
  const text = page([none], (game) => game);
  expect(text).toContain('| 4 | -0.35 [-0.40, -0.30] | -0.35 [-0.40, -0.30] |');
  expect(text).toContain('Nobody won 5 % of the games at any moment. Mean return');
  const svg = strengthPlot(none);
  expect(svg).toContain('<title>Connect Four: mean return by places');
  expect(svg).toContain('Against random, ours: -0.35, -0.40 to -0.30, after 4 minutes.');
});

it('the plot names the sides that it shows', () => {
  const other = {
    ...result,
    curves: curves.map((curve, i) => ({ ...curve, side: i === 0 ? 'afterstate' : 'PPO' }) as const),
  };
  const svg = strengthPlot(other);
  expect(svg).toContain('>afterstate</text>');
  expect(svg).toContain('>PPO</text>');
  expect(svg).not.toContain('MaskablePPO');
});

it('algorithms are compared on a game that is named, by sides that there are', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', path.join(root, 'bench/side-by-side/algorithms.ts'), ...words], {
      encoding: 'utf8',
    });
  const strange = run('--game', 'kuhn', '--sides', 'afterstate,magic');
  expect([strange.status, strange.stderr]).toEqual([
    2,
    expect.stringContaining('--sides magic: use afterstate, PPO, expert iteration, MaskablePPO, PPO with planes,'),
  ]);
});

it('the plot is one SVG with both sides, the same bytes each time', () => {
  const svg = strengthPlot(result);
  expect(svg).toMatch(
    /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>Connect Four: share of games won/,
  );
  expect(svg).toContain('Against random, ours: 80.0 %, 70.0 % to 90.0 %, after 4 minutes.');
  expect(svg).toContain('npx tsx &lt;it&gt;');
  // Of each side: the range, the middle, and three seeds.
  expect(svg.match(/<path [^>]*d="M/g)!.length).toBeGreaterThanOrEqual(2 * (1 + 1 + 3));
  expect(svg.match(/<circle /g)).toHaveLength(4);
  expect(svg).not.toMatch(/NaN|undefined|var\(/);
  expect(strengthPlot(result)).toBe(svg);
});

/** Why nothing can be trained here; undefined where it can. */
function missing(): string | undefined {
  try {
    versions();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const why = missing();
if (why !== undefined) console.log(`side by side: not run as a whole, ${why}`);

it.skipIf(why !== undefined)('all of it, in seconds: trained, measured, written, and not trained again', () => {
  const out = path.join(folder, 'out');
  const small = ['games=8', 'decisionsPerUpdate=64', 'ppo.minibatch=64', 'ppo.epochs=1', 'network.trunk=[16]'];
  const set = [...small, 'evaluation.blocks=1', 'evaluation.against=random', 'checkpointEvery=1'];
  const words = [
    '--game',
    'connect-four',
    '--minutes',
    '0.02',
    '--seeds',
    '1',
    '--points',
    '1',
    '--cores',
    '1',
    '--out',
    out,
  ];
  const all = ['--import', 'tsx', 'bench/side-by-side/run.ts', ...words, ...set.flatMap((one) => ['--set', one])];
  const run = () => spawnSync(process.execPath, all, { cwd: root, encoding: 'utf8' });
  const first = run();
  expect(first.stderr).toMatch(/MaskablePPO, seed 1: \d+ decisions, wins [\d.]+ % against random/);
  expect(first.status).toBe(0);
  const read = () => resultSchema.parse(JSON.parse(readFileSync(path.join(out, 'connect-four/result.json'), 'utf8')));
  const trained = read();
  expect(trained.curves.map(({ side, seeds }) => [side, seeds[0]!.points.length > 0])).toEqual([
    ['ours', true],
    ['MaskablePPO', true],
  ]);
  expect(readFileSync(path.join(out, 'connect-four/side-by-side-connect-four.svg'), 'utf8')).toContain('MaskablePPO');
  const again = run();
  expect(again.stderr).toContain('2 trainings of 1s, 2 of them there; 0s of training left');
  expect(read().curves).toEqual(trained.curves);
});
