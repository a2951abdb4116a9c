import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { ENDED, lambdaReturns, normaliseAdvantages, OPEN, type SeatRows } from './gae.js';

function run(rows: Omit<SeatRows, 'rows'>, gamma: number, lambda: number) {
  const n = rows.next.length;
  const target = new Float32Array(n * rows.values).fill(Number.NaN);
  const advantage = new Float32Array(n).fill(Number.NaN);
  lambdaReturns({ rows: n, ...rows }, gamma, lambda, target, advantage);
  return { target: [...target], advantage: [...advantage] };
}

const close = (got: number[], want: number[]) => {
  expect(got.length).toBe(want.length);
  for (const [i, value] of want.entries()) {
    if (Number.isNaN(value)) expect(got[i]).toBeNaN();
    else expect(got[i]).toBeCloseTo(value, 5);
  }
};

describe('lambda-returns', () => {
  it('sums discounted errors in closed form for a single seat', () => {
    const [gamma, lambda] = [0.9, 0.8];
    const value = Float32Array.of(0.5, -0.25, 1);
    const reward = Float32Array.of(1, 0, 2);
    const d = [1 + 0.9 * -0.25 - 0.5, 0 + 0.9 * 1 + 0.25, 2 - 1];
    const g = gamma * lambda;
    const { advantage, target } = run({ values: 1, next: Int32Array.of(1, 2, ENDED), reward, value }, gamma, lambda);
    close(advantage, [d[0]! + g * d[1]! + g * g * d[2]!, d[1]! + g * d[2]!, d[2]!]);
    close(
      target,
      advantage.map((a, i) => a + value[i]!),
    );
  });

  it('gives Monte-Carlo returns for lambda 1 and one-step errors for lambda 0', () => {
    const rows = { values: 1, next: Int32Array.of(1, 2, ENDED), reward: Float32Array.of(0, 0, 1) };
    const value = Float32Array.of(0.1, 0.2, 0.3);
    close(run({ ...rows, value }, 1, 1).target, [1, 1, 1]);
    close(run({ ...rows, value }, 1, 0).target, [0.2, 0.3, 1]);
  });

  it('keeps interleaved seats, several actions in a row and eliminated seats apart', () => {
    // Seats act a a b c a b a; c is eliminated after its only decision. Final returns: a 1, b -1, c 0.
    const next = Int32Array.of(1, 4, 5, ENDED, 6, ENDED, ENDED);
    const reward = Float32Array.of(0, 0, 0, 0, 0, -1, 1);
    const value = Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7);
    const l = 0.5;
    const a6 = 1 - 0.7;
    const a4 = 0.7 - 0.5 + l * a6;
    const a1 = 0.5 - 0.2 + l * a4;
    const a0 = 0.2 - 0.1 + l * a1;
    const b5 = -1 - 0.6;
    const b2 = 0.6 - 0.3 + l * b5;
    close(run({ values: 1, next, reward, value }, 1, l).advantage, [a0, a1, b2, -0.4, a4, b5, a6]);
  });

  it('bootstraps with the value of an open row and leaves that row alone', () => {
    const rows = { values: 1, next: Int32Array.of(1, OPEN), reward: Float32Array.of(0.25, 9) };
    const { target, advantage } = run({ ...rows, value: Float32Array.of(0.5, 2) }, 0.5, 0.95);
    close(target, [0.25 + 0.5 * 2, Number.NaN]);
    close(advantage, [0.75, Number.NaN]);
  });

  it('treats every value index as a chain of its own and takes the advantage from the first', () => {
    const rng = createRng('values');
    const values = 3;
    const next = Int32Array.of(2, 3, 4, ENDED, ENDED);
    const random = () => Float32Array.from({ length: 5 * values }, () => rng.uniform() * 2 - 1);
    const [reward, value] = [random(), random()];
    const all = run({ values, next, reward, value }, 0.97, 0.9);
    for (let k = 0; k < values; k++) {
      const pick = (from: Float32Array) => Float32Array.from({ length: 5 }, (_, i) => from[i * values + k]!);
      const one = run({ values: 1, next, reward: pick(reward), value: pick(value) }, 0.97, 0.9);
      close(
        all.target.filter((_, i) => i % values === k),
        one.target,
      );
      if (k === 0) close(all.advantage, one.advantage);
    }
  });

  it('normalises advantages over the rows given', () => {
    const advantage = Float32Array.of(1, 2, 3, 4, 99);
    normaliseAdvantages(advantage, 4);
    const s = Math.sqrt(1.25);
    close([...advantage], [-1.5 / s, -0.5 / s, 0.5 / s, 1.5 / s, 99]);
  });
});
