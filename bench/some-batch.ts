/** Made-up rows to time gradient steps on. */
import { featureSize, type NetworkShape, POLICY, VALUE, widthOf } from '../agents/network/network.js';
import { createRng } from '../env/chance.js';
import type { Batch } from '../training/collect/batch.js';

/** As many non-zeros and legal actions as in real games: a tenth. */
export function someBatch(shape: NetworkShape, rows: number, seed: string): Batch {
  const { inputs } = shape;
  const [actions, values] = [widthOf(shape, POLICY), widthOf(shape, VALUE)];
  const rng = createRng(seed);
  const action = Int32Array.from({ length: rows }, () => rng.int(actions));
  const mask = Uint8Array.from({ length: rows * actions }, () => (rng.uniform() < 0.1 ? 1 : 0));
  for (const [r, a] of action.entries()) mask[r * actions + a] = 1;
  const size = featureSize(shape);
  const first = new Int32Array(rows);
  let legal = 0;
  for (let r = 0; r < rows; r++) {
    first[r] = legal;
    for (let a = r * actions; a < (r + 1) * actions; a++) legal += mask[a]!;
  }
  const numbers = () => Float32Array.from({ length: legal * size }, () => rng.uniform() - 0.5);
  return {
    rows,
    observation: Float32Array.from({ length: rows * inputs }, () => (rng.uniform() < 0.1 ? rng.uniform() : 0)),
    mask,
    ...(size > 0 && { features: { values: numbers(), first } }),
    action,
    logProb: new Float32Array(rows).fill(-3),
    advantage: Float32Array.from({ length: rows }, () => rng.uniform() - 0.5),
    targets: { [VALUE]: Float32Array.from({ length: rows * values }, () => rng.uniform() - 0.5) },
  };
}
