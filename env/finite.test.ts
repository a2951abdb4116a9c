import { expect, it } from 'vitest';
import { refuseNotFinite } from './finite.js';

it('refuses an observation where a number is not finite, by the name of its piece', () => {
  const pieces = ['first', 'second'].map((name) => ({ name, shape: [2, 2], about: '' }));
  const values = new Float32Array(16);
  expect(() => refuseNotFinite({ pieces, size: 8 }, values)).not.toThrow();
  values[8 + 5] = Number.NaN;
  expect(() => refuseNotFinite({ pieces, size: 8 }, values)).toThrow('piece second is NaN (number 2 of 4)');
});
