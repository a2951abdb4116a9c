import { describe, expect, it } from 'vitest';
import { checkReturns, defaultReturns, placeReturns, placesByScore, type ReturnRule } from './returns.js';

function returns(places: number[], truncated: boolean, rule: ReturnRule): number[] {
  const out = new Float64Array(places.length);
  placeReturns(Uint8Array.from(places), truncated, rule, out);
  return [...out];
}

const tables = [
  [0, 1, 2, 3],
  [0, 0, 2, 3],
  [1, 0, 1, 3],
  [0, 0],
  [1, 0],
  [0, 0, 0],
];
const weights = [0, 0.3, 1];

describe('the worth of a game that our own cap ended', () => {
  it('half: half of what its places are, zero-sum', () => {
    for (const places of tables)
      for (const winWeight of weights) {
        const whole = returns(places, false, { winWeight, capped: 'half' });
        const halved = returns(places, true, { winWeight, capped: 'half' });
        expect(halved).toEqual(whole.map((value) => value * 0.5));
        expect(halved.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12);
      }
  });

  it('loss: what the last place alone is worth, for every seat', () => {
    for (const places of tables)
      for (const winWeight of weights) {
        const last = Math.min(...returns([...places.keys()], false, { winWeight, capped: 'loss' }));
        const lost = returns(places, true, { winWeight, capped: 'loss' });
        for (const value of lost) expect(value).toBeCloseTo(last, 12);
        expect(lost.reduce((a, b) => a + b, 0)).toBeLessThan(0);
      }
    expect(returns([0, 1, 2, 3], true, { winWeight: 0, capped: 'loss' })).toEqual([-1, -1, -1, -1]);
  });

  it('changes nothing of games that ended by the rules', () => {
    for (const places of tables)
      expect(returns(places, false, { winWeight: 0.3, capped: 'loss' })).toEqual(
        returns(places, false, { winWeight: 0.3, capped: 'half' }),
      );
  });

  it('leaves a single player without a return: its rules say what it earns', () => {
    for (const capped of ['half', 'loss'] as const) expect(returns([0], true, { winWeight: 0.5, capped })).toEqual([0]);
  });
});

it('refuses a score that is no number, by seat', () => {
  expect(() => placesByScore([1, Number.NaN])).toThrow('the score of seat 1 is NaN');
  expect(placesByScore([1, Number.POSITIVE_INFINITY])).toEqual([1, 0]);
});

it('refuses rules that are none, as code without types may give them', () => {
  for (const rule of [{}, { winWeight: Number.NaN, capped: 'half' }, { winWeight: 5, capped: 'half' }])
    expect(() => checkReturns(rule as ReturnRule)).toThrow(/^returns\.winWeight is (undefined|NaN|5), wanted 0\.\.1$/);
  expect(() => checkReturns({ winWeight: 0, capped: 'x' as 'half' })).toThrow(
    'returns.capped is x, wanted half or loss',
  );
  expect(checkReturns(defaultReturns)).toBe(defaultReturns);
});
