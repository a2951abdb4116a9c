import { describe, expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { Inference } from './inference.js';
import { actorCriticShape, type Head, outputsFor, POLICY, VALUE, type Weights, weightsProblem } from './network.js';
import {
  currentShape,
  currentWeights,
  type StoredNetwork,
  storedNetworkSchema,
  storedTensors,
} from './stored-network.js';

const [INPUTS, ACTIONS, HIDDEN] = [40, 11, 16];
const board = { name: 'board' as const, squares: 6, planes: [3, 20], output: 4, width: 5 };
const plain = actorCriticShape({ inputs: INPUTS, actions: ACTIONS, values: 2, trunk: [HIDDEN], activation: 'relu' });
const stored: StoredNetwork = { ...plain, heads: [{ ...plain.heads[0]!, board }, plain.heads[1]!] };

const rng = createRng('weights');
const floats = (n: number) => Float32Array.from({ length: n }, () => 2 * rng.uniform() - 1);
const weights: Weights = Object.fromEntries(
  storedTensors(stored).map(({ name, shape }) => [name, floats(shape.reduce((a, b) => a * b, 1))]),
);

/** What such a policy said: the formula of the board written out. */
function said(x: Float32Array): { logits: number[]; value: number[] } {
  const dense = (from: ArrayLike<number>, name: string) =>
    Array.from(weights[`${name}.bias`]!, (bias, j, all = weights[`${name}.bias`]!) =>
      Array.from(from).reduce((sum, v, i) => sum + v * weights[`${name}.kernel`]![i * all.length + j]!, bias),
    );
  const hidden = dense(x, 'trunk.0').map((v) => Math.max(0, v));
  const raw = dense(hidden, POLICY);
  const logits = raw.slice(0, ACTIONS);
  for (let s = 0; s < board.squares; s++)
    for (let j = 0; j < board.width; j++) {
      let unit = raw[ACTIONS + j]!;
      board.planes.forEach((at, p) => {
        unit += x[at + s]! * weights['board.kernel']![p * board.width + j]!;
      });
      logits[board.output + s]! += Math.max(0, unit) * weights['board.out']![j]!;
    }
  return { logits, value: dense(hidden, VALUE) };
}

describe('a network with a board', () => {
  it('is read as one that reads features of actions, and says the same', () => {
    expect(storedNetworkSchema.parse(stored)).toEqual(stored);
    expect(storedTensors(stored).map(({ name }) => name)).toEqual([
      ...['trunk.0.kernel', 'trunk.0.bias', 'policy.kernel', 'policy.bias', 'board.kernel', 'board.out'],
      ...['value.kernel', 'value.bias'],
    ]);
    const shape = currentShape(stored);
    const made = currentWeights(stored, weights);
    expect(weightsProblem(shape, made)).toBeUndefined();
    expect(shape.actions).toEqual([{ name: 'board', size: 3 }]);
    const network = new Inference(shape, made);
    for (let k = 0; k < 50; k++) {
      // Squares with nothing on them are squares too.
      const x = floats(INPUTS).map((v) => (Math.abs(v) < 0.5 ? 0 : v));
      const mask = Uint8Array.from({ length: ACTIONS }, () => (rng.uniform() < 0.6 ? 1 : 0));
      const features = [...mask.keys()].flatMap((a) => {
        const square = a - board.output;
        if (mask[a] === 0) return [];
        return square < 0 || square >= board.squares ? [0, 0, 0] : [1, ...board.planes.map((at) => x[at + square]!)];
      });
      const out = outputsFor(shape, 1);
      network.run(x, 0, out, mask, 0, Float32Array.from(features));
      const { logits, value } = said(x);
      for (const [a, legal] of mask.entries()) if (legal) expect(out[POLICY]![a]).toBeCloseTo(logits[a]!, 5);
      for (const [i, v] of value.entries()) expect(out[VALUE]![i]).toBeCloseTo(v, 5);
    }
  });

  const other: Head = { name: 'reply', width: ACTIONS, loss: 'cross-entropy', masked: true };
  it.each<[string, object, RegExp]>([
    ['another name', { name: 'policy' }, /expected .*board/],
    ['something else in it', { odd: 1 }, /Unrecognized key/],
    ['no planes', { planes: [] }, />=1 items/],
    ['a plane outside', { planes: [35] }, /a plane of its board lies outside the observation/],
    ['a plane over another', { planes: [3, 8] }, /a plane of its board lies outside the observation, or over another/],
    ['planes in another order', { planes: [20, 3] }, /or over another/],
    ['too many squares', { output: 6 }, /its board has more squares than outputs/],
  ])('is refused with %s', (_, wrong, message) => {
    const heads = [{ ...plain.heads[0]!, board: { ...board, ...wrong } }, plain.heads[1]!];
    expect(storedNetworkSchema.safeParse({ ...stored, heads }).error?.message).toMatch(message);
  });

  it.each<[string, object, RegExp]>([
    [
      'a board of another head',
      { heads: [...stored.heads, { ...other, board }] },
      /head reply has a board, which only/,
    ],
    ['a head of its name', { heads: [...stored.heads, { ...other, name: 'board' }] }, /have the same name/],
    ['a policy without a mask', { heads: [{ ...stored.heads[0]!, masked: false }] }, /is not masked/],
    ['features of actions too', { actions: [{ name: 'a', size: 1 }] }, /both a board and features of actions/],
    [
      'a board that is normalised',
      { normalise: { pieces: [{ name: 'land', from: 8, to: 9 }], clip: 3 } },
      /its board is normalised \(land\)/,
    ],
  ])('is refused with %s', (_, wrong, message) => {
    expect(storedNetworkSchema.safeParse({ ...stored, ...wrong }).error?.message).toMatch(message);
  });
});

it('is read as it is without a board', () => {
  expect(storedNetworkSchema.parse(plain)).toEqual(plain);
  expect(currentShape(plain)).toBe(plain);
  expect(currentWeights(plain, weights)).toBe(weights);
});
