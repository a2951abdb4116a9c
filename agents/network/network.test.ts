import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { Inference } from './inference.js';
import {
  actorCriticShape,
  countWeights,
  flattenWeights,
  type Head,
  headOf,
  initialWeights,
  networkProblem,
  networkText,
  outputsFor,
  POLICY,
  sectionsOf,
  VALUE,
  viewWeights,
  type Weights,
  weightShapes,
  weightsProblem,
} from './network.js';

const shape = actorCriticShape({ inputs: 7, actions: 5, values: 3, trunk: [6, 4], activation: 'tanh' });

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
      { name: 'trunk.0.kernel', shape: [7, 6], section: 'trunk' },
      { name: 'trunk.0.bias', shape: [6], section: 'trunk' },
      { name: 'trunk.1.kernel', shape: [6, 4], section: 'trunk' },
      { name: 'trunk.1.bias', shape: [4], section: 'trunk' },
      { name: 'policy.kernel', shape: [4, 5], section: 'trunk' },
      { name: 'policy.bias', shape: [5], section: 'trunk' },
      { name: 'value.kernel', shape: [4, 3], section: 'value' },
      { name: 'value.bias', shape: [3], section: 'value' },
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
    const tiny = actorCriticShape({ inputs: 2, actions: 2, values: 1, trunk: [2], activation: 'relu' });
    const weights: Weights = {
      'trunk.0.kernel': Float32Array.of(1, -1, 2, 1),
      'trunk.0.bias': Float32Array.of(0, 0.5),
      'policy.kernel': Float32Array.of(1, 2, 3, 4),
      'policy.bias': Float32Array.of(0.25, 0),
      'value.kernel': Float32Array.of(-1, 10),
      'value.bias': Float32Array.of(1),
    };
    const out = outputsFor(tiny, 1);
    const [logits, values] = [out[POLICY]!, out[VALUE]!];
    const inference = new Inference(tiny, weights);
    // hidden = relu([3 + 4, -3 + 2 + 0.5]) = [7, 0]; the offset skips the first number.
    inference.run(Float32Array.of(9, 3, 2), 1, out);
    expect([...logits, ...values]).toEqual([7.25, 14, -6]);
    // hidden = relu([0, 0.5])
    inference.run(Float32Array.of(0, 0), 0, out);
    expect([...logits, ...values]).toEqual([1.75, 2, 6]);
  });

  it('works without a trunk, and refuses weights that do not fit', () => {
    const flat = { ...shape, trunk: [] };
    const logits = new Float32Array(5);
    const weights = initialWeights(flat, createRng(1));
    new Inference(flat, weights).run(Float32Array.of(1, 0, 0, 0, 0, 0, 0), 0, { [POLICY]: logits });
    expect(logits).toEqual(weights['policy.kernel']!.slice(0, 5));
    expect(() => new Inference(shape, weights)).toThrow('trunk.0.kernel is missing');
  });

  it('adds to each legal action what it makes of its features', () => {
    const features = { pieces: [{ name: 'worths', size: 2 }], width: 2 };
    const tiny = actorCriticShape({ inputs: 1, actions: 3, values: 1, trunk: [], activation: 'relu', features });
    const weights: Weights = {
      'policy.kernel': new Float32Array(5),
      'policy.bias': Float32Array.of(0.5, 0.25, 7, 1, -1), // three logits, two units of context
      'policy.actions.kernel': Float32Array.of(1, 2, -3, 1), // [features, units]
      'policy.actions.out': Float32Array.of(10, 100),
      'value.kernel': new Float32Array(1),
      'value.bias': Float32Array.of(7),
    };
    expect(weightShapes(tiny).map(({ name }) => name)).toEqual(Object.keys(weights));
    expect(networkText(tiny)).toBe('1, policy 3 with 2 units an action on worths 2, value 1');
    expect(sectionsOf(weightShapes(tiny)).map(({ name, to }) => [name, to])).toEqual([
      ['trunk', 5 + 5 + 4 + 2],
      ['value', 18],
    ]);
    const out = outputsFor(tiny, 1);
    const network = new Inference(tiny, weights);
    // Actions 0 and 2 are legal; the position's part of everything begins later.
    network.run(Float32Array.of(9, 1), 1, out, Uint8Array.of(1, 1, 0, 1), 1, Float32Array.of(9, 1, 0, 0, 1), 1);
    // Action 0: relu(1 + 1, -1 + 2) = 2, 1. Action 2: relu(1 - 3, -1 + 1) = 0, 0.
    expect([...out[POLICY]!]).toEqual([0.5 + 20 + 100, 0.25, 7]);
    // Action 2 has no features: it gets nothing, not even of the context.
    network.run(Float32Array.of(1), 0, out, Uint8Array.of(1, 0, 1), 0, Float32Array.of(1, 0, 0, 0));
    expect([...out[POLICY]!]).toEqual([0.5 + 20 + 100, 0.25, 7]);
    network.run(Float32Array.of(1), 0, out, Uint8Array.of(1, 0, 1), 0, Float32Array.of(0, 0, 1, 0));
    expect([...out[POLICY]!]).toEqual([0.5, 0.25, 7 + 20 + 100]);
    expect(() => network.run(Float32Array.of(1), 0, out)).toThrow('the head policy needs the legal actions');
  });

  it('refuses features of actions that nothing reads, or that are not there', () => {
    const features = { pieces: [{ name: 'worths', size: 2 }], width: 2 };
    const made = actorCriticShape({ inputs: 1, actions: 3, values: 1, trunk: [], activation: 'relu', features });
    const problem = (pieces: { name: string; size: number }[] | undefined, head: Partial<Head>) =>
      networkProblem({ ...made, actions: pieces, heads: [{ ...made.heads[0]!, ...head }, made.heads[1]!] });
    expect(problem(features.pieces, {})).toBeUndefined();
    expect(problem(undefined, {})).toBe('its head policy reads features of actions, and the network is shown none');
    expect(problem(features.pieces, { actions: undefined })).toBe('no head reads the features of its actions');
    expect(problem(features.pieces, { actions: 0 })).toBe('its head policy has no hidden units for actions');
    expect(problem(features.pieces, { masked: false })).toMatch(/legal actions, and is not masked/);
    expect(problem([], {})).toMatch(/1 to 4096 numbers, not 0/);
    expect(problem([...features.pieces, ...features.pieces], {})).toMatch(/two pieces worths/);
  });
});

describe('heads', () => {
  const more: Head[] = [
    { name: 'left', width: 1, loss: 'squared-error' },
    { name: 'place', width: 4, loss: 'cross-entropy', input: 0, gain: 2 },
  ];
  const both = actorCriticShape({ inputs: 7, actions: 5, values: 3, trunk: [6, 4], activation: 'tanh' }, more);

  it('add their tensors behind those that were there, whose starting weights stay', () => {
    const names = weightShapes(both).slice(8);
    expect(names).toEqual([
      { name: 'left.kernel', shape: [4, 1], section: 'left' },
      { name: 'left.bias', shape: [1], section: 'left' },
      { name: 'place.kernel', shape: [6, 4], section: 'place' },
      { name: 'place.bias', shape: [4], section: 'place' },
    ]);
    const [few, many] = [shape, both].map((of) => initialWeights(of, createRng(1)));
    for (const { name } of weightShapes(shape)) expect(many![name], name).toEqual(few![name]);
    expect(Math.hypot(...many!['place.kernel']!)).toBeCloseTo(2 * Math.sqrt(4), 5);
  });

  it('are sections of the weights, the first one together with the trunk', () => {
    expect(sectionsOf(weightShapes(both))).toEqual([
      { name: 'trunk', from: 0, to: 48 + 28 + 25 },
      { name: 'value', from: 101, to: 116 },
      { name: 'left', from: 116, to: 121 },
      { name: 'place', from: 121, to: 149 },
    ]);
    expect(countWeights(both)).toBe(149);
  });

  it('of a network of your own leave out tensors without one, and lie in one piece', () => {
    const tensor = (name: string, section?: string) => ({ name, shape: [2, 3], section });
    expect(sectionsOf([tensor('a', 'body'), tensor('b', 'body'), tensor('c'), tensor('d', 'end')])).toEqual([
      { name: 'body', from: 0, to: 12 },
      { name: 'end', from: 18, to: 24 },
    ]);
    for (const between of [tensor('b'), tensor('b', 'end')])
      expect(() => sectionsOf([tensor('a', 'body'), between, tensor('c', 'body')])).toThrow(
        'the tensors of the section body do not follow each other',
      );
  });

  it('are found by name, and told in a few words', () => {
    expect(headOf(both, 'place').width).toBe(4);
    expect(() => headOf(both, 'owner')).toThrow('this network has no head owner: it has policy, value, left, place');
    expect(networkText(both)).toBe('7-6-4, policy 5, value 3, left 1, place 4');
  });

  it('are computed when they are asked for, and no others', () => {
    const weights = initialWeights(both, createRng(1));
    const x = Float32Array.from({ length: 7 }, (_, i) => Math.sin(i));
    const all = outputsFor(both, 1);
    const network = new Inference(both, weights);
    network.run(x, 0, all);
    const place = outputsFor(both, 1, ['place']);
    network.run(x, 0, place);
    expect(place).toEqual({ place: all.place });
    const hidden = [0, 1, 2, 3, 4, 5].map((j) =>
      Math.tanh(x.reduce((sum, v, i) => sum + v * weights['trunk.0.kernel']![6 * i + j]!, 0)),
    );
    const first = hidden.reduce((sum, v, i) => sum + v * weights['place.kernel']![4 * i]!, 0);
    expect(place.place![0]).toBeCloseTo(first, 5);
  });

  it.each<[string, Partial<Head>, RegExp]>([
    ['a name that is taken', { name: 'value' }, /"value" cannot be the name of a head/],
    ['a name of the trunk', { name: 'trunk' }, /"trunk" cannot be/],
    ['a name with odd letters', { name: '__proto__' }, /"__proto__" cannot be/],
    ['a long name', { name: 'x'.repeat(33) }, /cannot be the name/],
    ['no outputs', { width: 0 }, /its head left is empty/],
    ['half an output', { width: 1.5 }, /its head left is empty/],
    ['a layer that is not there', { input: 2 }, /reads a layer that is not there/],
    ['a mask of another width', { masked: true }, /not equally wide/],
    ['a gain of nothing', { gain: 0 }, /begins with a gain of 0/],
  ])('are refused: %s', (_, wrong, message) => {
    const head: Head = { name: 'left', width: 1, loss: 'squared-error', ...wrong };
    expect(networkProblem({ ...shape, heads: [...shape.heads, head] })).toMatch(message);
  });

  it('must be there, not too many, and one of them on the last layer', () => {
    expect(networkProblem({ ...shape, heads: [] })).toBe('a network has 1 to 16 heads');
    const many = Array.from({ length: 17 }, (_, i): Head => ({ name: `h${i}`, width: 1, loss: 'squared-error' }));
    expect(networkProblem({ ...shape, heads: many })).toBe('a network has 1 to 16 heads');
    expect(networkProblem({ ...shape, heads: [{ ...many[0]!, input: 0 }] })).toMatch(/no head reads the last layer/);
    expect(networkProblem(both)).toBeUndefined();
  });
});
