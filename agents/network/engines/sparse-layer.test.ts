import { describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import { SparseLayer } from './sparse-layer.js';
import { largestDifference } from './testing/networks.js';

const rng = createRng('sparse');
const random = (n: number, zeros = 0) =>
  Float32Array.from({ length: n }, () => (rng.uniform() < zeros ? 0 : rng.uniform() * 2 - 1));

/** [a, b] times [b, c]; `transposed`: the first is [b, a]. */
function product(x: Float32Array, y: Float32Array, a: number, b: number, c: number, transposed: boolean): number[] {
  return Array.from({ length: a * c }, (_, at) => {
    const [i, j] = [Math.floor(at / c), at % c];
    let sum = 0;
    for (let k = 0; k < b; k++) sum += x[transposed ? k * a + i : i * b + k]! * y[k * c + j]!;
    return sum;
  });
}

describe('SparseLayer', () => {
  it.each([32, 64, 96])('agrees with the product by hand at width %i, also after it had to grow', (width) => {
    const inputs = 50;
    const layer = new SparseLayer(inputs, width);
    const kernel = random(inputs * width);
    const bias = random(width);
    layer.setKernel(kernel);
    for (const rows of [1, 700, 9]) {
      const x = random(rows * inputs, 0.8);
      x.fill(0, 0, inputs); // a row without any
      expect(layer.read(rows, x)).toBe(true);
      const sums = product(x, kernel, rows, inputs, width, false).map((s, i) => s + bias[i % width]!);
      expect(largestDifference(layer.forward(bias), sums)).toBeLessThan(1e-5);
      const d = random(rows * width);
      const gradient = new Float32Array(inputs * width).fill(9);
      layer.gradient(d, gradient);
      expect(largestDifference(gradient, product(x, d, inputs, rows, width, true))).toBeLessThan(1e-4);
    }
  });

  it('declines observations with too few zeros, and goes on working', () => {
    const layer = new SparseLayer(40, 32);
    expect(layer.read(100, random(4000))).toBe(false);
    expect(layer.read(100, random(4000, 0.6))).toBe(false);
    expect(layer.read(100, random(4000, 0.8))).toBe(true);
    expect(layer.read(3, new Float32Array(120))).toBe(true);
    expect([...layer.forward(new Float32Array(32).fill(2))]).toEqual(new Array(96).fill(2));
  });

  it('fits widths that its registers divide', () => {
    expect([16, 32, 48, 256].map(SparseLayer.fits)).toEqual([false, true, false, true]);
  });
});
