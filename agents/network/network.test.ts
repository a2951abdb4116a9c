import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import {
  countWeights,
  flattenWeights,
  Inference,
  initialWeights,
  type NetworkShape,
  viewWeights,
  type Weights,
  weightShapes,
  weightsProblem,
} from './network.js';

const shape: NetworkShape = { inputs: 7, actions: 5, values: 3, trunk: [6, 4], activation: 'tanh' };

/** Dot products of all pairs of rows (or columns) of a row-major matrix. */
function gram(kernel: Float32Array, rows: number, columns: number, byRow: boolean): number[][] {
  const vectors = byRow
    ? Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => kernel[r * columns + c]!))
    : Array.from({ length: columns }, (_, c) => Array.from({ length: rows }, (_, r) => kernel[r * columns + c]!));
  return vectors.map((u) => vectors.map((v) => u.reduce((sum, x, i) => sum + x * v[i]!, 0)));
}

describe('weights', () => {
  it('lie in a fixed order', () => {
    expect(weightShapes(shape)).toEqual([
      { name: 'trunk.0.kernel', shape: [7, 6] },
      { name: 'trunk.0.bias', shape: [6] },
      { name: 'trunk.1.kernel', shape: [6, 4] },
      { name: 'trunk.1.bias', shape: [4] },
      { name: 'policy.kernel', shape: [4, 5] },
      { name: 'policy.bias', shape: [5] },
      { name: 'value.kernel', shape: [4, 3] },
      { name: 'value.bias', shape: [3] },
    ]);
    expect(countWeights(shape)).toBe(48 + 28 + 25 + 15);
  });

  it.each([
    ['trunk.0.kernel', 7, 6, false, 2],
    ['policy.kernel', 4, 5, true, 1e-4],
    ['value.kernel', 4, 3, false, 1],
  ] as const)('start orthogonal: %s', (name, rows, columns, byRow, lengthSquared) => {
    const products = gram(initialWeights(shape, createRng(1))[name]!, rows, columns, byRow);
    for (const [i, row] of products.entries())
      for (const [j, x] of row.entries()) expect(x / lengthSquared).toBeCloseTo(i === j ? 1 : 0, 5);
  });

  it('follow from the seed', () => {
    expect(initialWeights(shape, createRng('a'))).toEqual(initialWeights(shape, createRng('a')));
    expect(initialWeights(shape, createRng('a'))).not.toEqual(initialWeights(shape, createRng('b')));
  });

  it('become one array and back', () => {
    const weights = initialWeights(shape, createRng(1));
    const flat = flattenWeights(shape, weights);
    expect(flat.length).toBe(countWeights(shape));
    expect(viewWeights(shape, flat)).toEqual(weights);
    expect(flat[0]).toBe(weights['trunk.0.kernel']![0]);
  });

  it('are checked', () => {
    const change = (edit: (weights: Weights) => void) => {
      const weights = initialWeights(shape, createRng(1));
      edit(weights);
      return weightsProblem(shape, weights);
    };
    expect(change(() => {})).toBeUndefined();
    expect(change((w) => delete w['value.bias'])).toBe('tensor value.bias is missing');
    expect(change((w) => (w['trunk.1.bias'] = new Float32Array(3)))).toMatch(/trunk.1.bias has 3 numbers, wanted 4/);
    expect(change((w) => (w['policy.bias']![2] = Number.NaN))).toMatch(/policy.bias holds a number that is not finite/);
    expect(change((w) => (w.other = new Float32Array(1)))).toMatch(/tensor other does not belong/);
  });
});

describe('Inference', () => {
  it('computes by hand what it should', () => {
    const tiny: NetworkShape = { inputs: 2, actions: 2, values: 1, trunk: [2], activation: 'relu' };
    const weights: Weights = {
      'trunk.0.kernel': Float32Array.of(1, -1, 2, 1),
      'trunk.0.bias': Float32Array.of(0, 0.5),
      'policy.kernel': Float32Array.of(1, 2, 3, 4),
      'policy.bias': Float32Array.of(0.25, 0),
      'value.kernel': Float32Array.of(-1, 10),
      'value.bias': Float32Array.of(1),
    };
    const logits = new Float32Array(2);
    const values = new Float32Array(1);
    const inference = new Inference(tiny, weights);
    // hidden = relu([3 + 4, -3 + 2 + 0.5]) = [7, 0]; the offset skips the first number.
    inference.run(Float32Array.of(9, 3, 2), 1, logits, values);
    expect([...logits, ...values]).toEqual([7.25, 14, -6]);
    // hidden = relu([0, 0.5])
    inference.run(Float32Array.of(0, 0), 0, logits, values);
    expect([...logits, ...values]).toEqual([1.75, 2, 6]);
  });

  it('works without a trunk, and refuses weights that do not fit', () => {
    const flat: NetworkShape = { ...shape, trunk: [] };
    const logits = new Float32Array(5);
    const weights = initialWeights(flat, createRng(1));
    new Inference(flat, weights).run(Float32Array.of(1, 0, 0, 0, 0, 0, 0), 0, logits, new Float32Array(3));
    expect(logits).toEqual(weights['policy.kernel']!.slice(0, 5));
    expect(() => new Inference(shape, weights)).toThrow('trunk.0.kernel is missing');
  });

  it('adds to each square what the board head makes of it', () => {
    // Four numbers: a plane of two squares, another of two. Actions: pass, square 0, square 1.
    const board = { squares: 2, planes: [0, 2], action: 1, width: 2 };
    const tiny: NetworkShape = { inputs: 4, actions: 3, values: 1, trunk: [], activation: 'relu', board };
    const weights: Weights = {
      'policy.kernel': new Float32Array(4 * 5),
      'policy.bias': Float32Array.of(0.5, 0.25, 0, 1, -1), // three logits, two units of context
      'board.kernel': Float32Array.of(1, 2, -3, 1), // [planes, width]
      'board.out': Float32Array.of(10, 100),
      'value.kernel': new Float32Array(4),
      'value.bias': Float32Array.of(7),
    };
    const logits = new Float32Array(3);
    new Inference(tiny, weights).run(Float32Array.of(1, 0, 0, 1), 0, logits, new Float32Array(1));
    // Square 0: relu(1 + 1, -1 + 2) = 2, 1. Square 1: relu(1 - 3, -1 + 1) = 0, 0.
    expect([...logits]).toEqual([0.5, 0.25 + 20 + 100, 0]);
  });

  it('refuses a board that is not there', () => {
    const board = { squares: 2, planes: [3], action: 1, width: 2 };
    const tiny: NetworkShape = { inputs: 4, actions: 3, values: 1, trunk: [], activation: 'relu', board };
    expect(weightsProblem(tiny, {})).toBe('a plane of its board lies outside the observation');
    expect(weightsProblem({ ...tiny, board: { ...board, planes: [0], action: 2 } }, {})).toMatch(
      /more squares than actions/,
    );
    expect(weightsProblem({ ...tiny, board: { ...board, planes: [] } }, {})).toBe('its board head is empty');
  });
});
