import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../env/chance.js';
import { momentsProblem, RunningStatistics } from './running-statistics.js';

/** Rows of three columns: around zero, far from it, and tiny. */
function numbers(rows: number, rng: Rng): Float32Array {
  const column = [(u: number) => u - 0.5, (u: number) => 1e5 + 30 * u, (u: number) => 1e-4 * u * u];
  return Float32Array.from({ length: 3 * rows }, (_, i) => column[i % 3]!(rng.uniform()));
}

/** Mean and standard deviation in two passes over everything. */
function twoPasses(all: Float32Array, column: number): [mean: number, deviation: number] {
  const own = [...all].filter((_, i) => i % 3 === column);
  const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
  return [mean, Math.sqrt(own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / own.length)];
}

function ofParts(parts: readonly Float32Array[]): RunningStatistics {
  const statistics = new RunningStatistics(3);
  for (const part of parts) statistics.add(part.length / 3, part);
  return statistics;
}

describe('running statistics', () => {
  it.each([[[1000]], [[1, 999]], [[0, 500, 0, 500]], [new Array<number>(1000).fill(1)], [[300, 1, 30, 669]]])(
    'are those of two passes, in parts of %s',
    (sizes) => {
      const rng = createRng('numbers');
      const parts = sizes.map((rows) => numbers(rows, rng));
      const statistics = ofParts(parts);
      const all = Float32Array.from(parts.flatMap((part) => [...part]));
      expect(statistics.count).toBe(1000);
      for (let column = 0; column < 3; column++) {
        const [mean, deviation] = twoPasses(all, column);
        expect(Math.abs(statistics.mean[column]! / mean - 1)).toBeLessThan(1e-12);
        expect(Math.abs(statistics.deviation(column) / deviation - 1)).toBeLessThan(1e-9);
      }
    },
  );

  it('find no deviation where a number never varies, however often it is counted', () => {
    const statistics = new RunningStatistics(2);
    expect(statistics.deviation(0)).toBe(0);
    for (const rows of [7, 100, 3]) statistics.add(rows, new Float32Array(2 * rows).fill(0.1));
    expect([...statistics.squares]).toEqual([0, 0]);
    expect(statistics.mean[0]).toBe(Math.fround(0.1));
  });

  it('count some numbers of wider rows', () => {
    const statistics = new RunningStatistics(2);
    statistics.add(2, Float32Array.of(9, 1, 9, 2, 9, 3, 9, 6), 4, Int32Array.of(3, 1));
    expect([...statistics.mean]).toEqual([4, 2]);
    expect([statistics.deviation(0), statistics.deviation(1)]).toEqual([2, 1]);
  });

  it('go on from where they were saved as if nothing had been', () => {
    const rng = createRng('save');
    const parts = [numbers(50, rng), numbers(60, rng)];
    const [first, second] = parts as [Float32Array, Float32Array];
    const resumed = new RunningStatistics(3);
    resumed.load(structuredClone(ofParts([first]).save()));
    resumed.add(60, second);
    expect(resumed.save()).toEqual(ofParts(parts).save());
  });

  it('refuse what is none', () => {
    const good = { count: 3, mean: Float64Array.of(1), squares: Float64Array.of(2) };
    expect(momentsProblem(good, 1)).toBeUndefined();
    expect(momentsProblem(good, 2)).toMatch(/have 1 and 1 numbers, wanted 2/);
    for (const bad of [{ mean: Float64Array.of(Number.NaN) }, { squares: Float64Array.of(-1) }, { count: -1 }])
      expect(momentsProblem({ ...good, ...bad }, 1)).toMatch(/cannot be/);
    expect(() => new RunningStatistics(1).load({ ...good, squares: Float64Array.of(Infinity) })).toThrow(RangeError);
  });
});
