import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunDirectory } from '../../checkpoints/run.js';
import { UserError } from '../../env/user-error.js';
import { listRuns } from './runs.js';

let folder: string;
const at = (name: string) => join(folder, name);

/** A run of three evaluations. @param rates won at each against random */
function make(name: string, config: object, rates: readonly number[]) {
  const run = RunDirectory.create(at(name), { phases: [{ algorithm: 'ppo', name: 'ppo' }], ...config });
  rates.forEach((mean, i) => {
    const against = { random: { winRate: { mean, low: mean - 0.1, high: mean + 0.1 }, parity: 0.5, meanReturn: 0 } };
    const line = { decisions: 100 * i, seconds: 60 * i, kind: 'evaluation', name: 'evaluation', score: mean, against };
    run.appendMetrics(line);
  });
  run.close();
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
  make('a-1', { game: 'kuhn', seed: '1', rate: 1 }, [0.4, 0.5, 0.6]);
  make('a-2', { game: 'kuhn', seed: '2', rate: 1 }, [0.4, 0.7, 0.8]);
  make('b', { game: 'kuhn', seed: '1', rate: 2 }, [0.4, 0.45]);
  make('other', { game: 'leduc', seed: '1' }, [0.4]);
  make('blind', { game: 'kuhn', seed: '1' }, []);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('runs', () => {
  it('are listed with what they are and where they stand; what is none or damaged is left out', () => {
    writeFileSync(at('no-run'), '');
    make('broken', { game: 'kuhn', seed: '1' }, []);
    writeFileSync(join(at('broken'), 'config.json'), '{');
    const told: string[] = [];
    const read: [number, number][] = [];
    const runs = listRuns(
      folder,
      (why) => told.push(why),
      (...at) => read.push(at),
    );
    expect(read).toEqual(Array.from({ length: 7 }, (_, i) => [i, 7]));
    expect(runs.map(({ run }) => run)).toEqual(['a-1', 'a-2', 'b', 'blind', 'other'].map(at));
    expect(runs[0]).toEqual({
      ...{ run: at('a-1'), game: 'kuhn', algorithms: ['ppo'], seed: '1', decisions: 200, minutes: 2, writer: null },
      latest: { name: 'evaluation', decisions: 200, winRates: { random: 0.6 } },
    });
    expect(runs[3]!.latest).toBeNull();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/broken.*config\.json/);
    expect(() => listRuns(at('nowhere'))).toThrow(UserError);
  });
});
