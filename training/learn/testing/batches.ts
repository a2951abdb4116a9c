/** Networks and batches on which learners are compared. */
import { allFeatures, legalFeatures } from '../../../agents/network/engines/testing/networks.js';
import { actorCriticShape, type NetworkShape, POLICY, VALUE, widthOf } from '../../../agents/network/network.js';
import { createRng } from '../../../env/chance.js';
import type { Batch } from '../../collect/batch.js';
import type { UpdateSettings } from '../ppo.js';

/** Random networks, with and without features of actions. Every third is of a kind of which much is sparse. */
export const shapes: NetworkShape[] = Array.from({ length: 6 }, (_, i) => {
  const rng = createRng(`shape ${i}`);
  const inputs = 20 + rng.int(30) + (i % 3 === 2 ? 60 : 0);
  const actions = 8 + rng.int(12) + (i % 3 === 2 ? 30 : 0);
  const features = { pieces: [{ name: 'worths', size: 1 + rng.int(3) }], width: 1 + rng.int(6) };
  return actorCriticShape({
    inputs,
    actions,
    values: 1 + (i % 4),
    trunk: Array.from({ length: i % 4 }, () => (i % 3 === 2 ? 32 * (1 + rng.int(2)) : 1 + rng.int(24))),
    activation: rng.int(2) === 0 ? 'relu' : 'tanh',
    ...(i % 2 === Math.floor(i / 4) ? { features } : {}),
  });
});

/** Few legal actions, absent seats, and ratios inside and outside the clip range. */
export function someBatch(shape: NetworkShape, rows: number, seed = 'batch'): Batch {
  const { inputs } = shape;
  const [actions, values] = [widthOf(shape, POLICY), widthOf(shape, VALUE)];
  const rng = createRng(seed);
  const floats = (n: number) => Float32Array.from({ length: n }, () => rng.uniform() * 2 - 1);
  const action = Int32Array.from({ length: rows }, () => rng.int(actions));
  const mask = Uint8Array.from({ length: rows * actions }, () => (rng.uniform() < (actions > 30 ? 0.05 : 0.3) ? 1 : 0));
  for (const [r, a] of action.entries()) mask[r * actions + a] = 1;
  return {
    rows,
    ...(shape.actions && { features: legalFeatures(shape, rows, allFeatures(shape, rows), mask) }),
    // The first columns are seldom zero, the others mostly.
    observation: floats(rows * inputs).map((x, i) => (rng.uniform() < (i % inputs < 12 ? 0.6 : 0.1) ? x : 0)),
    mask,
    action,
    logProb: floats(rows).map((x) => x - 1.5),
    advantage: floats(rows),
    targets: { [VALUE]: floats(rows * values).map((x, i) => (i % 5 === 4 ? Number.NaN : x)) },
  };
}

/** An update of two passes, of some steps each. */
export const update: UpdateSettings = {
  ...{ clip: 0.2, entropy: 0.03, weights: { [VALUE]: 0.5 } },
  epochs: 2,
  minibatch: 20,
  learningRate: 3e-3,
  gradientNorm: 0.4,
  targetKl: Infinity,
};
