import { describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import { FirstLayer } from './first-layer.js';
import { largestDifference } from './testing/networks.js';

const INPUTS = 90;
/** Columns that are mostly not zero. */
const FULL = [0, 7, 8, 50, 89];

const rng = createRng('first layer');
const random = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() * 2 - 1);
const observations = (rows: number) =>
  random(rows * INPUTS).map((x, i) => (rng.uniform() < (FULL.includes(i % INPUTS) ? 0.8 : 0.03) ? x : 0));

/** The product of the parts that the layer hands over. */
function output(layer: FirstLayer, rows: number): Float32Array {
  const [x, kernel, sums] = [layer.x(), layer.kernel(), layer.sums()];
  const { width } = layer;
  const columns = layer.columns.length;
  expect([x.length, kernel.length]).toEqual([rows * columns, columns * width]);
  return Float32Array.from({ length: rows * width }, (_, i) => {
    const [r, j] = [Math.floor(i / width), i % width];
    let sum = sums[layer.mixed ? i : j]!;
    for (let k = 0; k < columns; k++) sum += x[r * columns + k]! * kernel[k * width + j]!;
    return sum;
  });
}

function byHand(x: Float32Array, order: number[], kernel: Float32Array, bias: Float32Array): Float32Array {
  const width = bias.length;
  return Float32Array.from({ length: order.length * width }, (_, i) => {
    let sum = bias[i % width]!;
    for (let k = 0; k < INPUTS; k++)
      sum += x[order[Math.floor(i / width)]! * INPUTS + k]! * kernel[k * width + (i % width)]!;
    return sum;
  });
}

describe('FirstLayer', () => {
  it.each([32, 64, 20])('computes what a dense layer does, forward and back, at width %i', (width) => {
    const layer = new FirstLayer(INPUTS, width);
    for (const rows of [40, 700, 30]) {
      const [kernel, bias, x] = [random(INPUTS * width), random(width), observations(rows)];
      layer.setWeights(kernel, bias);
      layer.prepare(rows, x);
      // A width that the sparse kernel cannot do is dense as a whole.
      expect(layer.mixed).toBe(width !== 20);
      if (layer.mixed && rows === 700) expect([...layer.columns]).toEqual(FULL);
      const order = Int32Array.from({ length: 25 }, () => rng.int(rows));
      layer.select(x, order);
      expect(largestDifference(output(layer, 25), byHand(x, [...order], kernel, bias))).toBeLessThan(1e-5);

      const d = random(25 * width);
      const product = (columns: Iterable<number>) =>
        Float32Array.from(
          [...columns].flatMap((column) =>
            Array.from({ length: width }, (_, j) =>
              order.reduce((sum, row, r) => sum + x[row * INPUTS + column]! * d[r * width + j]!, 0),
            ),
          ),
        );
      const gradient = random(INPUTS * width);
      if (layer.mixed) layer.sumsGradient().set(d);
      layer.gradient(product(layer.columns), gradient);
      expect(largestDifference(gradient, product(Array(INPUTS).keys()))).toBeLessThan(1e-5);
    }
  });

  it('reads small batches to play with, before and after it told the columns apart', () => {
    const layer = new FirstLayer(INPUTS, 32);
    const [kernel, bias] = [random(INPUTS * 32), random(32)];
    layer.setWeights(kernel, bias);
    for (const step of ['all dense', 'chosen', 'chosen', 'reset'] as const) {
      const x = observations(40);
      if (step === 'chosen') layer.choose(40, x, 'play');
      if (step === 'reset') layer.reset();
      layer.read(40, x);
      expect(layer.mixed).toBe(step === 'chosen');
      const rows = Array.from({ length: 40 }, (_, r) => r);
      expect(largestDifference(output(layer, 40), byHand(x, rows, kernel, bias))).toBeLessThan(1e-5);
    }
  });

  it('sees columns that only some games fill, where the games take turns row by row', () => {
    const layer = new FirstLayer(INPUTS, 32);
    const rows = 64 * 512;
    const x = new Float32Array(rows * INPUTS);
    // Every second of 64 games has something in column 3.
    for (let r = 1; r < rows; r += 2) x[r * INPUTS + 3] = 1;
    layer.choose(rows, x, 'learn');
    expect([...layer.columns]).toEqual([3]);
  });

  it('is read and selected from in turns', () => {
    const layer = new FirstLayer(INPUTS, 32);
    const [kernel, bias] = [random(INPUTS * 32), random(32)];
    layer.setWeights(kernel, bias);
    const rows = (n: number) => Array.from({ length: n }, (_, r) => r);
    for (const n of [20, 300, 900]) {
      const x = observations(n);
      layer.prepare(n, x);
      layer.read(20, x);
      expect(largestDifference(output(layer, 20), byHand(x, rows(20), kernel, bias))).toBeLessThan(1e-5);
      layer.select(x, Int32Array.from(rows(n)));
      expect(largestDifference(output(layer, n), byHand(x, rows(n), kernel, bias))).toBeLessThan(1e-5);
    }
  });

  it('takes columns as dense that were always zero where it looked, if there is nothing else', () => {
    const layer = new FirstLayer(INPUTS, 32);
    layer.prepare(20, new Float32Array(20 * INPUTS));
    expect([...layer.columns]).toEqual([0]);
    const full = new Float32Array(20 * INPUTS).fill(1);
    layer.prepare(20, full);
    expect(layer.mixed).toBe(false);
    expect(layer.columns.length).toBe(INPUTS);
  });
});
