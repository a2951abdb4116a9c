import { describe, expect, it } from 'vitest';
import type { BatchPolicy } from '../../agents/network/batch-policy.js';
import { Inference } from '../../agents/network/inference.js';
import { actorCriticShape, initialWeights, POLICY, VALUE, type Weights } from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import type { Batch } from '../collect/batch.js';
import { Magnet } from './magnet.js';

const shape = actorCriticShape({ inputs: 3, actions: 4, values: 2, trunk: [5], activation: 'tanh' });

/** A network row by row. */
function plainNetwork(): BatchPolicy {
  let network: Inference;
  return {
    shape,
    setWeights: (weights) => {
      network = new Inference(shape, weights);
    },
    run: (rows, observation, out) => {
      for (let r = 0; r < rows; r++)
        network.run(observation, 3 * r, { [POLICY]: out[POLICY]!.subarray(4 * r, 4 * r + 4) });
    },
    dispose: () => {},
  };
}

function someBatch(rows: number): Batch {
  const rng = createRng('rows');
  const mask = Uint8Array.from({ length: 4 * rows }, () => rng.int(2));
  for (let r = 0; r < rows; r++) mask[4 * r] = 1;
  return {
    rows,
    observation: Float32Array.from({ length: 3 * rows }, () => rng.uniform() * 2 - 1),
    mask,
    action: new Int32Array(rows),
    logProb: new Float32Array(rows),
    advantage: new Float32Array(rows),
    targets: { [VALUE]: new Float32Array(2 * rows) },
  };
}

const weightsOf = (seed: string, gain = 100): Weights => {
  const weights = initialWeights(shape, createRng(seed));
  weights['policy.kernel'] = weights['policy.kernel']!.map((w) => gain * w);
  return weights;
};
/** All weights the same number: easy to follow. */
const constant = (x: number): Weights =>
  Object.fromEntries(Object.entries(weightsOf('any')).map(([name, tensor]) => [name, tensor.map(() => x)]));

describe('the magnet', () => {
  it('says log-probabilities of legal actions, of as many rows as there are', async () => {
    const batch = someBatch(2100);
    const weights = weightsOf('policy');
    const { magnet, ...rest } = await new Magnet(plainNetwork(), 4).see(batch, weights);
    expect(rest).toEqual(batch);
    expect(magnet!.length).toBe(4 * 2100);
    expect(magnet!.every(Number.isFinite)).toBe(true);
    const network = new Inference(shape, weights);
    const logits = new Float32Array(4);
    for (const row of [0, 1, 1023, 1024, 2047, 2048, 2099]) {
      network.run(batch.observation, 3 * row, { [POLICY]: logits });
      const legal = [0, 1, 2, 3].filter((a) => batch.mask[4 * row + a] === 1);
      const total = legal.reduce((sum, a) => sum + Math.exp(logits[a]!), 0);
      for (const a of legal) expect(magnet![4 * row + a], `${row} ${a}`).toBeCloseTo(logits[a]! - Math.log(total), 5);
    }
  });

  it('begins where the policy is, then follows it by 1 / horizon of the way', async () => {
    const magnet = new Magnet(plainNetwork(), 4);
    expect(magnet.save()).toBeUndefined();
    expect(() => magnet.follow(constant(1))).toThrow('no batch yet');
    await magnet.see(someBatch(1), constant(1));
    // Later weights do not move it by being shown.
    await magnet.see(someBatch(1), constant(9));
    expect(magnet.save()!.every((w) => w === 1)).toBe(true);
    magnet.follow(constant(5));
    expect(magnet.save()!.every((w) => w === 2)).toBe(true);
    magnet.follow(constant(5));
    expect(magnet.save()!.every((w) => w === 2.75)).toBe(true);
  });

  it('is the policy before the update with a horizon of 1', async () => {
    const magnet = new Magnet(plainNetwork(), 1);
    await magnet.see(someBatch(1), constant(1));
    magnet.follow(constant(5));
    expect(magnet.save()!.every((w) => w === 5)).toBe(true);
  });

  it('goes on from what it saved', async () => {
    const [one, two] = [new Magnet(plainNetwork(), 3), new Magnet(plainNetwork(), 3)];
    const batch = someBatch(10);
    await one.see(batch, weightsOf('a'));
    one.follow(weightsOf('b'));
    two.load(one.save());
    one.follow(weightsOf('c'));
    two.follow(weightsOf('c'));
    expect(two.save()).toEqual(one.save());
    const said = (await one.see(batch, weightsOf('d'))).magnet!.slice();
    expect((await two.see(batch, weightsOf('e'))).magnet).toEqual(said);
  });
});
