import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { Encoder } from './encode.js';
import { type EntitiesShape, encodedSize, encoderProblem, type PlanesShape, plainStretches } from './encoder.js';
import { initialWeights, type NetworkShape, networkProblem, networkText, weightShapes } from './network.js';
import { networkSchema } from './schema.js';

const planes: PlanesShape = {
  pieces: [{ name: 'board', from: 1, to: 10 }],
  ...{ height: 3, width: 3, filters: 1, blocks: 0, kernel: 3 },
};
const entities: EntitiesShape = { pieces: [{ name: 'units', from: 10, to: 16, places: 3 }], layers: [1] };
const shapeOf = (of: Partial<NetworkShape>): NetworkShape => ({
  ...{ inputs: 17, trunk: [4], activation: 'relu', heads: [{ name: 'value', width: 1, loss: 'squared-error' }] },
  ...of,
});

describe('what a network reads before its trunk', () => {
  it('is a convolution over the board: each square and its neighbours, zeros beyond the edge', () => {
    const encoder = Encoder.of(shapeOf({ planes }))!;
    const observation = new Float32Array(17);
    observation[0] = 7;
    observation.set([1, 2, 3, 4, 5, 6, 7, 8, 9], 1);
    const ones = new Float32Array(9).fill(1);
    const sums = [12, 21, 16, 27, 45, 33, 24, 39, 28];
    const read = encoder.read({ 'planes.0.kernel': ones, 'planes.0.bias': Float32Array.of(0.5) }, observation);
    expect([...read]).toEqual([7, ...observation.slice(10), ...sums.map((x) => x + 0.5)]);
    // The first number of the kernel is that of the square above to the left.
    const corner = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0);
    const shifted = encoder.read({ 'planes.0.kernel': corner, 'planes.0.bias': new Float32Array(1) }, observation);
    expect([...shifted.slice(8)]).toEqual([0, 0, 0, 0, 1, 2, 0, 4, 5]);
  });

  it('begins each block as the identity', () => {
    const shape = shapeOf({ planes: { ...planes, filters: 3, blocks: 2 } });
    const weights = initialWeights(shape, createRng(1));
    const observation = Float32Array.from({ length: 17 }, (_, i) => Math.sin(i));
    const without = shapeOf({ planes: { ...planes, filters: 3 } });
    expect(Encoder.of(shape)!.read(weights, observation)).toEqual(Encoder.of(without)!.read(weights, observation));
  });

  it('pools things: the mean over all places, then the largest; a place of zeros counts for nothing', () => {
    const encoder = Encoder.of(shapeOf({ entities }))!;
    const weights = { 'entities.0.0.kernel': Float32Array.of(1, 10), 'entities.0.0.bias': Float32Array.of(5) };
    const observation = new Float32Array(17);
    observation.set([1, 2, 0, 0, 3, 4], 10);
    const read = encoder.read(weights, observation);
    expect([...read.slice(-2)].map((x) => Math.round(3 * x))).toEqual([26 + 48, 3 * 48]);
    // Their order does not matter.
    observation.set([3, 4, 1, 2, 0, 0], 10);
    expect(encoder.read(weights, observation)).toEqual(read);
  });

  describe('with attention', () => {
    const attention = { heads: 2, blocks: 2 };
    const wide: EntitiesShape = { ...entities, layers: [4] };
    const shape = shapeOf({ entities: { ...wide, attention } });
    const some = (seed: string) => {
      const rng = createRng(seed);
      const begun = Object.entries(initialWeights(shape, rng));
      return Object.fromEntries(begun.map(([name, tensor]) => [name, tensor.map((x) => x + rng.uniform() - 0.5)]));
    };
    const seen = (...things: number[]) => {
      const observation = new Float32Array(17);
      observation.set(things, 10);
      return observation;
    };
    const read = (weights: Record<string, Float32Array>, observation: Float32Array, of = shape) => [
      ...Encoder.of(of)!.read(weights, observation).slice(-8),
    ];

    it('begins as pooling alone does, and then is something else', () => {
      const weights = initialWeights(shape, createRng(1));
      const pooled = shapeOf({ entities: wide });
      const observation = seen(1, 2, 3, 4, 5, -6);
      expect(read(weights, observation)).toEqual(read(weights, observation, pooled));
      expect(read(some('a'), observation)).not.toEqual(read(some('a'), observation, pooled));
    });

    it('reads the mean of the values where all queries are zero, and the value of the likest where they are large', () => {
      const one = shapeOf({ entities: { ...entities, layers: [1], attention: { heads: 1, blocks: 1 } } });
      const by = (query: number, value: number) => ({
        ...{ 'entities.0.0.kernel': Float32Array.of(1, 10), 'entities.0.0.bias': Float32Array.of(5) },
        ...{ 'entities.0.attention.0.query': Float32Array.of(query), 'entities.0.attention.0.key': Float32Array.of(1) },
        'entities.0.attention.0.value': Float32Array.of(value),
        'entities.0.attention.0.output': Float32Array.of(3),
      });
      // Two things that the layer makes 26 and 48 of, and an empty place.
      const pair = (query: number, value: number) => {
        const read = Encoder.of(one)!.read(by(query, value), seen(1, 2, 0, 0, 3, 4));
        return [...read.slice(-2)].map((x) => Math.round(3 * x));
      };
      expect(pair(0, 2)).toEqual([26 + 48 + 2 * 6 * 37, 3 * (48 + 6 * 37)]);
      expect(pair(1, 2)).toEqual([26 + 48 + 2 * 6 * 48, 3 * (48 + 6 * 48)]);
      // What is left below zero, relu cuts off; the empty place stays zero then too.
      expect(pair(1, -1)).toEqual([0, 0]);
    });

    it('does not look at the order of things, nor at empty places', () => {
      const weights = some('order');
      const wanted = read(weights, seen(1, 2, 3, -4, -1, 1));
      for (const things of [
        [3, -4, 1, 2, -1, 1],
        [-1, 1, 3, -4, 1, 2],
      ])
        for (const [i, x] of read(weights, seen(...things)).entries()) expect(x).toBeCloseTo(wanted[i]!, 4);
      // With one place more, which is empty, the mean is that of one more and the rest is the same.
      const more = { pieces: [{ name: 'units', from: 8, to: 16, places: 4 }], layers: [4], attention };
      const observation = seen(1, 2, 3, -4, -1, 1);
      const larger = read(weights, observation, shapeOf({ entities: more }));
      for (const i of [0, 1, 2, 3]) {
        expect((larger[i]! * 4) / 3).toBeCloseTo(wanted[i]!, 4);
        expect(larger[4 + i]!).toBeCloseTo(wanted[4 + i]!, 4);
      }
    });

    it('gives zeros of no thing at all', () => {
      expect(read(some('none'), seen())).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    });

    it('has tensors of its own behind the layers of its piece, and is told in words', () => {
      const names = ['query', 'key', 'value', 'output'];
      expect(weightShapes(shape).map(({ name, shape: dims }) => `${name} ${dims}`)).toEqual([
        ...['entities.0.0.kernel 2,4', 'entities.0.0.bias 4'],
        ...names.map((name) => `entities.0.attention.0.${name} 4,4`),
        ...names.map((name) => `entities.0.attention.1.${name} 4,4`),
        ...['trunk.0.kernel 19,4', 'trunk.0.bias 4', 'value.kernel 4,1', 'value.bias 1'],
      ]);
      expect(networkText(shape)).toBe('17-4, each of units through 4 and 2 blocks of attention of 2 heads, value 1');
      expect(networkSchema.parse(shape)).toEqual(shape);
    });
  });

  it('stands behind what is read as it is', () => {
    const shape = shapeOf({ planes, entities });
    expect(plainStretches(shape)).toEqual([
      { from: 0, to: 1 },
      { from: 16, to: 17 },
    ]);
    expect(encodedSize(shape)).toBe(2 + 9 + 2);
    expect(weightShapes(shape).map(({ name, shape }) => `${name} ${shape}`)).toEqual([
      'planes.0.kernel 3,3,1,1',
      'planes.0.bias 1',
      'entities.0.0.kernel 2,1',
      'entities.0.0.bias 1',
      'trunk.0.kernel 13,4',
      'trunk.0.bias 4',
      'value.kernel 4,1',
      'value.bias 1',
    ]);
    expect(networkText(shape)).toBe('17-4, 1 plane of 3 x 3 through 0 blocks of 1, each of units through 1, value 1');
    expect(networkSchema.parse(shape)).toEqual(shape);
  });

  it.each<[Partial<NetworkShape>, string]>([
    [{ planes: { ...planes, pieces: [] } }, 'its convolutions read no piece'],
    [{ planes: { ...planes, height: 2 } }, 'the piece board has no whole planes of 2 x 3'],
    [{ planes: { ...planes, kernel: 2 } }, 'its convolutions look at 2 squares a side'],
    [{ planes: { ...planes, filters: 0 } }, 'its convolutions have 0 filters'],
    [{ planes: { ...planes, blocks: 0.5 } }, 'it has 0.5 residual blocks'],
    [{ inputs: 9, planes }, 'the piece board that it reads apart lies outside'],
    [{ planes, entities: { ...entities, pieces: [{ name: 'units', from: 8, to: 14, places: 3 }] } }, 'the piece units'],
    [
      { entities: { ...entities, pieces: [{ name: 'units', from: 10, to: 16, places: 4 }] } },
      'the piece units has not',
    ],
    [{ entities: { ...entities, layers: [] } }, 'things pass through 1 to 8 layers'],
    [{ entities: { ...entities, attention: { heads: 1, blocks: 9 } } }, 'it has 9 blocks of attention: 1 to 8 wanted'],
    [{ entities: { ...entities, attention: { heads: 0, blocks: 1 } } }, 'its attention has 0 heads: 1 to 32 wanted'],
    [
      { entities: { ...entities, layers: [6], attention: { heads: 4, blocks: 1 } } },
      'its attention has 4 heads, which do not share 6 numbers equally',
    ],
    [
      {
        inputs: 1000,
        entities: {
          pieces: [{ name: 'units', from: 0, to: 600, places: 600 }],
          ...{ layers: [4], attention: { heads: 1, blocks: 1 } },
        },
      },
      'the piece units has 600 places: attention looks at 512 at most',
    ],
    [
      { planes, normalise: { pieces: [{ name: 'board', from: 1, to: 10 }], clip: 5 } },
      'the piece board is normalised and read apart',
    ],
  ])('is checked: %j', (of, message) => {
    expect(encoderProblem(shapeOf(of))).toContain(message);
    expect(networkProblem(shapeOf(of))).toContain(message);
    expect(networkSchema.safeParse(shapeOf(of)).success).toBe(false);
  });
});
