import process from 'node:process';
import { Inference } from '../agents/network/inference.js';
import { initialWeights, type NetworkShape, outputsFor, countWeights } from '../agents/network/network.js';
import { createRng, type Rng } from '../env/chance.js';
import { createOnnxLearner } from '../training/learn/learner-onnx.js';

const [task = 'pair', steps = '600', rate = '3e-3', seeds='1', which=''] = process.argv.slice(2);
const PLACES = Number(process.env.PLACES ?? 6), BITS = Number(process.env.BITS ?? 6), BATCH = 256;
const size = task === 'pair' ? BITS : 4;

function pair(rng: Rng, x: Float32Array): number {
  const label = rng.int(2);
  for (;;) {
    const cards = Array.from({ length: PLACES }, () => rng.int(2 ** BITS));
    if (label === 1) { const [i, j] = [rng.int(PLACES), rng.int(PLACES - 1)]; cards[i] = cards[j >= i ? j + 1 : j]!; }
    const twice = new Set(cards).size < PLACES;
    if (twice !== (label === 1)) continue;
    for (let i = 0; i < PLACES; i++) for (let b = 0; b < BITS; b++) x[i * BITS + b] = (cards[i]! >> b) & 1 ? 1 : -1;
    return label;
  }
}
/** units: x, y in 0..1, own, other. Is a unit of mine next to one of theirs? */
function attack(rng: Rng, x: Float32Array): number {
  const label = rng.int(2);
  for (;;) {
    const at = Array.from({ length: PLACES }, () => [rng.int(8), rng.int(8)]);
    const near = at.some(([a, b], i) => at.some(([c, d], j) => i % 2 === 0 && j % 2 === 1 && Math.max(Math.abs(a! - c!), Math.abs(b! - d!)) <= 1));
    if (near !== (label === 1)) continue;
    for (let i = 0; i < PLACES; i++) x.set([at[i]![0]! / 4 - 1, at[i]![1]! / 4 - 1, i % 2, 1 - (i % 2)], i * 4);
    return label;
  }
}
const make = task === 'pair' ? pair : attack;
const inputs = PLACES * size;
function rows(n: number, rng: Rng) {
  const x = new Float32Array(n * inputs); const y = new Float32Array(2 * n);
  for (let r = 0; r < n; r++) y[2 * r + make(rng, x.subarray(r * inputs, (r + 1) * inputs))] = 1;
  return { x, y };
}
const things = (layers: number[], attention?: { heads: number; blocks: number }): NetworkShape => ({
  inputs, trunk: [64], activation: 'relu',
  entities: { pieces: [{ name: 'cards', from: 0, to: inputs, places: PLACES }], layers, ...(attention && { attention }) },
  heads: [{ name: 'answer', width: 2, loss: 'cross-entropy' }],
});
const kinds: Record<string, NetworkShape> = {
  dense: { inputs, trunk: [128, 64], activation: 'relu', heads: [{ name: 'answer', width: 2, loss: 'cross-entropy' }] },
  'pooled 32': things([32]),
  'pooled 32-32': things([32, 32]),
  'pooled 64-64': things([64, 64]),
  'attention 32 1x4': things([32], { heads: 4, blocks: 1 }),
  'attention 32-32 1x4': things([32,32], { heads: 4, blocks: 1 }),
  'attention 32 2x4': things([32], { heads: 4, blocks: 2 }),
};
for (const [name, shape] of Object.entries(kinds)) {
  if (which && !new RegExp(which).test(name)) continue;
  const out: string[] = [];
  for (let seed = 1; seed <= Number(seeds); seed++) {
  const rng = createRng(`data ${seed}`);
  const learner = createOnnxLearner(shape, initialWeights(shape, createRng(seed)));
  const begin = process.cpuUsage();
  for (let step = 0; step < Number(steps); step++) {
    const { x, y } = rows(BATCH, rng);
    learner.take({ rows: BATCH, observation: x, mask: new Uint8Array(BATCH), action: new Int32Array(BATCH), targets: { answer: y } });
    await learner.pass({ parts: [Int32Array.from({ length: BATCH }, (_, i) => i)], loss: { name: 'values', settings: { weights: {} } }, learningRate: Number(rate), gradientNorm: 1 });
    await learner.finish();
  }
  const used = process.cpuUsage(begin);
  const net = new Inference(shape, learner.weights());
  learner.dispose();
  const test = rows(2000, createRng('test'));
  let right = 0;
  const o = outputsFor(shape, 1);
  for (let r = 0; r < 2000; r++) { net.run(test.x, r * inputs, o); if ((o.answer![1]! > o.answer![0]!) === (test.y[2 * r + 1] === 1)) right++; }
  out.push(`${(right / 20).toFixed(1)} (${((used.user + used.system) / 1e6).toFixed(1)} s)`);
  }
  console.log(name, countWeights(shape), out.join(', '));
}
