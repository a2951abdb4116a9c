/** Networks, weights, observations and features of actions that the tests of engines share. */
import { createRng } from '../../../../env/chance.js';
import type { ActionFeatures } from '../../action-head.js';
import {
  type ActorCriticSizes,
  actorCriticShape,
  featureSize,
  type Head,
  type InputShape,
  initialWeights,
  type NetworkShape,
  POLICY,
  type Weights,
  widthOf,
} from '../../network.js';

/** Trunks of every kind, with and without features of actions. */
const sizes: ActorCriticSizes[] = [
  { inputs: 30, actions: 11, values: 3, trunk: [16, 8], activation: 'relu' },
  { inputs: 9, actions: 4, values: 1, trunk: [5], activation: 'tanh' },
  { inputs: 6, actions: 3, values: 2, trunk: [], activation: 'relu' },
  // Wide enough for the sparse layers of the WASM backend.
  { inputs: 40, actions: 4, values: 2, trunk: [64, 32], activation: 'relu' },
  { inputs: 40, actions: 4, values: 2, trunk: [32], activation: 'tanh' },
  // Reads two pieces of features of actions: narrow, without a trunk, and wide enough for the sparse layers.
  { inputs: 40, actions: 11, values: 2, trunk: [16, 8], activation: 'relu', features: features(5) },
  { inputs: 12, actions: 7, values: 2, trunk: [6], activation: 'tanh', features: features(5) },
  { inputs: 6, actions: 5, values: 2, trunk: [], activation: 'relu', features: features(3) },
  // All legal actions of a batch at once.
  { inputs: 40, actions: 11, values: 2, trunk: [16, 8], activation: 'relu', features: features(32) },
  { inputs: 40, actions: 32, values: 2, trunk: [64, 32], activation: 'relu', features: features(32) },
  // Has the further heads below, too.
  { inputs: 40, actions: 16, values: 2, trunk: [64, 32], activation: 'relu', features: features(16) },
];

/**
 * Heads beside the usual ones: one more number, a distribution over few classes read from the first layer, a second choice
 * among the actions, and a third that reads their features too.
 */
export const furtherHeads: Head[] = [
  { name: 'left', width: 1, loss: 'squared-error' },
  { name: 'place', width: 4, loss: 'cross-entropy', input: 0 },
  { name: 'reply', width: 16, loss: 'cross-entropy', masked: true, gain: 0.5 },
  { name: 'second', width: 16, loss: 'cross-entropy', masked: true, gain: 0.5, actions: 4 },
];

function features(width: number) {
  return {
    pieces: [
      { name: 'worths', size: 3 },
      { name: 'kind', size: 1 },
    ],
    width,
  };
}

/** Reads boards, things, or both before its trunk. */
const encoders: ActorCriticSizes[] = [
  // Two planes of 3 x 4 in two pieces that do not lie side by side, one of them two planes; the rest is plain.
  {
    ...{ inputs: 3 + 12 + 2 + 24, actions: 11, values: 3, trunk: [16, 8], activation: 'relu' },
    planes: {
      pieces: [
        { name: 'mine', from: 3, to: 15 },
        { name: 'theirs', from: 17, to: 41 },
      ],
      ...{ height: 3, width: 4, filters: 5, blocks: 2, kernel: 3 },
    },
  },
  // Nothing but a board, no blocks, a larger kernel.
  {
    ...{ inputs: 20, actions: 4, values: 1, trunk: [8], activation: 'tanh' },
    planes: {
      pieces: [{ name: 'board', from: 0, to: 20 }],
      ...{ height: 4, width: 5, filters: 3, blocks: 0, kernel: 5 },
    },
  },
  // Two pieces of things; features of actions; no trunk.
  {
    ...{ inputs: 30, actions: 7, values: 2, trunk: [], activation: 'relu', features: features(5) },
    entities: {
      pieces: [
        { name: 'units', from: 2, to: 14, places: 4 },
        { name: 'cards', from: 14, to: 24, places: 5 },
      ],
      layers: [6, 4],
    },
  },
  // Those look at each other, twice: heads of two numbers; no thing at all is common among few places.
  {
    ...{ inputs: 30, actions: 7, values: 2, trunk: [6], activation: 'relu', features: features(5) },
    entities: {
      pieces: [
        { name: 'units', from: 2, to: 14, places: 4 },
        { name: 'cards', from: 14, to: 24, places: 5 },
      ],
      ...{ layers: [6, 4], attention: { heads: 2, blocks: 2 } },
    },
  },
  // One block of one head, and tanh.
  {
    ...{ inputs: 18, actions: 4, values: 1, trunk: [], activation: 'tanh' },
    entities: {
      pieces: [{ name: 'units', from: 0, to: 18, places: 6 }],
      ...{ layers: [5], attention: { heads: 1, blocks: 1 } },
    },
  },
  // Both, and a normalised input.
  {
    ...{ inputs: 40, actions: 16, values: 2, trunk: [64, 32], activation: 'relu', features: features(16) },
    normalise: normalised([0, 4]),
    planes: {
      pieces: [{ name: 'board', from: 4, to: 22 }],
      ...{ height: 3, width: 3, filters: 4, blocks: 1, kernel: 3 },
    },
    entities: { pieces: [{ name: 'units', from: 28, to: 40, places: 3 }], layers: [5] },
  },
  // Earlier decisions, of which the piece in the middle is remembered, and a board.
  {
    ...{ inputs: 3 + 4 + 9 + 12, actions: 7, values: 2, trunk: [8], activation: 'relu' },
    planes: {
      pieces: [{ name: 'board', from: 7, to: 16 }],
      ...{ height: 3, width: 3, filters: 2, blocks: 0, kernel: 3 },
    },
    memory: {
      piece: { name: 'memory', from: 16, to: 28 },
      ...{ decisions: 3, units: 6, of: [{ name: 'hand', from: 3, to: 7 }] },
    },
  },
  // Nothing but earlier decisions.
  {
    ...{ inputs: 20, actions: 4, values: 1, trunk: [], activation: 'tanh' },
    memory: {
      piece: { name: 'memory', from: 10, to: 20 },
      ...{ decisions: 5, units: 4, of: [{ name: 'hand', from: 1, to: 3 }] },
    },
  },
];

/** Those, as networks. */
export const encoding: NetworkShape[] = encoders.map((size) =>
  actorCriticShape(size, size.actions === 16 ? furtherHeads : []),
);

export const shapes: NetworkShape[] = [
  ...sizes.map((size) => actorCriticShape(size)),
  actorCriticShape(sizes[0]!, [{ name: 'left', width: 1, loss: 'squared-error' }]),
  actorCriticShape(sizes[2]!, [{ name: 'left', width: 1, loss: 'squared-error' }]),
  actorCriticShape(sizes.at(-1)!, furtherHeads),
  actorCriticShape({ ...sizes.at(-1)!, activation: 'tanh', trunk: [64, 32, 32] }, furtherHeads),
  // Two pieces of the input are normalised; and all of it without a trunk.
  actorCriticShape({ ...sizes.at(-1)!, normalise: normalised([0, 3], [20, 28]) }, furtherHeads),
  actorCriticShape({ ...sizes[2]!, normalise: normalised([0, 6]) }),
];

/** Cut off where observations as below are at times. */
function normalised(...pieces: [from: number, to: number][]): InputShape {
  return { pieces: pieces.map(([from, to]) => ({ name: `${from} to ${to}`, from, to })), clip: 0.8 };
}

/** Mostly zeros, like real observations. */
export function observations(rows: number, inputs: number, seed: string): Float32Array {
  const rng = createRng(seed);
  return Float32Array.from({ length: rows * inputs }, () => (rng.uniform() < 0.15 ? rng.uniform() * 2 - 1 : 0));
}

/** Kernels of ordinary size everywhere: the policy head starts so small that errors there would not be seen. */
export function someWeights(shape: NetworkShape): Weights {
  const rng = createRng('weights');
  const weights = initialWeights(shape, rng);
  for (const tensor of Object.values(weights))
    for (let i = 0; i < tensor.length; i++) tensor[i]! += rng.uniform() - 0.5;
  return weights;
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

/** Features of all actions of each row, [rows, actions, numbers]: every third action has none, which are all zero. */
export function allFeatures(shape: NetworkShape, rows: number): Float32Array {
  const size = featureSize(shape);
  const some = observations(rows * widthOf(shape, POLICY), size, 'features').map((x, i) => x || (i % 5) / 5);
  return some.map((x, i) => (Math.floor(i / size) % 3 === 2 ? 0 : x));
}

/** Those of the legal actions, as networks are shown them: the last row's first. */
export function legalFeatures(shape: NetworkShape, rows: number, all: Float32Array, mask: Uint8Array): ActionFeatures {
  const [actions, size] = [widthOf(shape, POLICY), featureSize(shape)];
  const first = new Int32Array(rows);
  const values: number[] = [];
  let count = 0;
  for (let r = rows - 1; r >= 0; r--) {
    first[r] = count;
    for (let a = r * actions; a < (r + 1) * actions; a++) {
      if (mask[a] === 0) continue;
      values.push(...all.subarray(a * size, (a + 1) * size));
      count++;
    }
  }
  return { values: Float32Array.from(values), first };
}
