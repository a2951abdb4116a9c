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
