import { expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { squareRoot } from './square-root.js';

/** x . y, of size x size. */
function times(x: Float64Array, y: Float64Array, size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    let sum = 0;
    for (let k = 0; k < size; k++) sum += x[i * size + k]! * y[k * size + j]!;
    return sum;
  });
}

it('of a known matrix', () => {
  // [[2, 1], [1, 2]] squared.
  const root = squareRoot(Float64Array.of(5, 4, 4, 5), 2);
  [2, 1, 1, 2].forEach((x, i) => {
    expect(root[i]).toBeCloseTo(x, 12);
  });
  expect([...squareRoot(Float64Array.of(4, 0, 0, 9), 2)]).toEqual([2, 0, 0, 3]);
});

it('times itself is the matrix, and symmetric to the bit, also where an eigenvalue is 0', () => {
  const size = 30;
  const rng = createRng('matrix');
  const half = Float64Array.from({ length: size * size }, () => rng.uniform() - 0.5);
  // The last row depends on the first.
  for (let k = 0; k < size; k++) half[(size - 1) * size + k] = 2 * half[k]!;
  const turned = half.map((_, at) => half[(at % size) * size + Math.floor(at / size)]!);
  const matrix = times(half, turned, size);
  const root = squareRoot(matrix, size);
  const square = times(root, root, size);
  for (const [at, x] of matrix.entries()) {
    expect(square[at]).toBeCloseTo(x, 7);
    expect(root[at]).toBe(root[(at % size) * size + Math.floor(at / size)]);
  }
});
