import { expect, it } from 'vitest';
import { refuseNotFinite, refuseRewards } from './finite.js';

it('refuses an observation where a number is not finite, by the name of its piece', () => {
  const pieces = ['first', 'second'].map((name) => ({ name, shape: [2, 2], about: '' }));
  const values = new Float32Array(16);
  expect(() => refuseNotFinite({ pieces, size: 8 }, values)).not.toThrow();
  values[8 + 5] = Number.NaN;
  expect(() => refuseNotFinite({ pieces, size: 8 }, values)).toThrow('piece second is NaN (number 2 of 4)');
});

it('refuses a reward that is not finite, by seat', () => {
  expect(() => refuseRewards([0, 1, -1])).not.toThrow();
  expect(() => refuseRewards([0, 1, Number.POSITIVE_INFINITY])).toThrow('the reward of seat 2 is Infinity');
});
