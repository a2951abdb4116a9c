import { expect, it } from 'vitest';
import { refuseNotFinite, refuseRewards } from './finite.js';

it('refuses an observation where a number is not finite, by the name of its piece', () => {
  const pieces = ['first', 'second'].map((name) => ({ name, shape: [2, 2], about: '' }));
  const values = new Float32Array(16);
  expect(() => refuseNotFinite({ pieces, size: 8 }, values, 8)).not.toThrow();
  values[8 + 5] = Number.NaN;
  expect(() => refuseNotFinite({ pieces, size: 8 }, values)).not.toThrow();
  expect(() => refuseNotFinite({ pieces, size: 8 }, values, 8)).toThrow('piece second is NaN (number 2 of 4)');
});

it('refuses one wherever a number is not finite, also where infinities cancel out', () => {
  const pieces = [{ name: 'all', shape: [7], about: '' }];
  const refuse = (...numbers: number[]) => refuseNotFinite({ pieces, size: 7 }, Float32Array.from(numbers));
  for (let at = 0; at < 7; at++)
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(() => refuse(...Array.from({ length: 7 }, (_, i) => (i === at ? wrong : 3e38)))).toThrow(
        `piece all is ${wrong} (number ${at + 1} of 7)`,
      );
  expect(() => refuse(0, Number.POSITIVE_INFINITY, 0, 0, 0, Number.NEGATIVE_INFINITY, 0)).toThrow('number 2 of 7');
  expect(() => refuse(3e38, 3e38, 3e38, 3e38, 3e38, 3e38, -3e38)).not.toThrow();
});

it('refuses a reward that is not finite, by seat', () => {
  expect(() => refuseRewards([0, 1, -1])).not.toThrow();
  expect(() => refuseRewards([0, 1, Number.POSITIVE_INFINITY])).toThrow('the reward of seat 2 is Infinity');
});
