import { expect, test } from 'vitest';
import { createRng } from '../../env/chance.js';
import { decodeFloat16, encodeFloat16, MAX_FLOAT16, roundToFloat16 } from './float16.js';

test('known bit patterns', () => {
  const known: [number, number][] = [
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [1 / 3, 0x3555],
    [Number.POSITIVE_INFINITY, 0x7c00],
    [65520, 0x7c00], // the tie above the largest goes to even: infinity
    [65519, 0x7bff],
    [2 ** -25, 0x0000], // tie to even
    [2 ** -25 * 1.001, 0x0001],
    [2048 + 1, 0x6800], // tie to even, down
    [2048 + 3, 0x6802], // tie to even, up
  ];
  for (const [value, bits] of known) expect(encodeFloat16(value), String(value)).toBe(bits);
  expect(decodeFloat16(encodeFloat16(Number.NaN))).toBeNaN();
});

test('every half-precision number survives the round trip', () => {
  for (let bits = 0; bits < 0x10000; bits++) {
    if ((bits & 0x7c00) === 0x7c00 && bits & 0x3ff) continue;
    expect(encodeFloat16(decodeFloat16(bits))).toBe(bits);
  }
});

test('rounds to the nearest of the two neighbours', () => {
  const rng = createRng('float16');
  for (let i = 0; i < 20_000; i++) {
    const value = Math.fround((rng.uniform() * 2 - 1) * 10 ** (rng.uniform() * 12 - 7));
    if (Math.abs(value) > MAX_FLOAT16) continue;
    const bits = encodeFloat16(value);
    const error = Math.abs(decodeFloat16(bits) - value);
    for (const near of [bits - 1, bits + 1])
      if ((near & 0x7fff) < 0x7c00 && near >= 0)
        expect(Math.abs(decodeFloat16(near) - value)).toBeGreaterThanOrEqual(error);
  }
  expect([...roundToFloat16(Float32Array.of(0.1, -3))]).toEqual([0.0999755859375, -3]);
});
