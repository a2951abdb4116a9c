/**
 * A gradient step of PPO on one thread of the processor: by the engine that learns there, and by the graph that learns on
 * graphics cards (docs/ppo.md), which runs on the processor too. Ten pairs in turns, the same rows. Prints a table:
 * `npx tsx bench/step-graph.ts`.
 */
import process from 'node:process';
import { Device } from '../agents/network/engines/device.js';
import { loadOnnx } from '../agents/network/engines/onnx.js';
import { actorCriticShape, initialWeights, VALUE } from '../agents/network/network.js';
import { createRng } from '../env/chance.js';
import { median } from '../env/speed.js';
import { DeviceLearner } from '../training/learn/graph/device-learner.js';
import type { Learner } from '../training/learn/learner.js';
import { createOnnxLearner } from '../training/learn/learner-onnx.js';
import { ppoUpdate } from '../training/learn/ppo.js';
import { someBatch } from '../training/learn/testing/batches.js';
import { pairedRatio } from './paired-ratio.js';

const PAIRS = 10;
const STEPS = 8;

const networks = [
  { rows: 512, inputs: 1372, actions: 192, trunk: [256, 256] },
  { rows: 512, inputs: 256, actions: 64, trunk: [256, 256] },
  { rows: 512, inputs: 256, actions: 64, trunk: [1024, 1024] },
];
const settings = { clip: 0.2, entropy: 0.03, weights: { [VALUE]: 0.5 }, epochs: 1 };

console.log('| network | rows a step | engine, ms | graph, ms | engine is so many times as fast |');
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const { rows, inputs, actions, trunk } of networks) {
  const shape = actorCriticShape({ inputs, actions, values: 4, trunk, activation: 'relu' });
  const weights = initialWeights(shape, createRng('step'));
  const batch = someBatch(shape, STEPS * rows);
  const sides: Learner[] = [
    createOnnxLearner(shape, weights),
    new DeviceLearner(new Device(loadOnnx(), 'cpu'), shape, weights),
  ];
  const times: number[][] = [[], []];
  // The first round makes each ready.
  for (let pair = -1; pair < PAIRS; pair++)
    for (const side of pair % 2 === 0 ? [0, 1] : [1, 0]) {
      const begin = process.cpuUsage();
      const update = { ...settings, minibatch: rows, learningRate: 1e-4, gradientNorm: 0.5, targetKl: Infinity };
      await ppoUpdate(sides[side]!, batch, update, createRng(`pair ${pair}`));
      const { user, system } = process.cpuUsage(begin);
      if (pair >= 0) times[side]!.push((user + system) / 1000 / STEPS);
    }
  for (const side of sides) side.dispose();
  const { mean, low, high } = pairedRatio(times[0]!.map((engine, i) => times[1]![i]! / engine));
  const [engine, graph] = times.map((one) => median(one).toFixed(1));
  console.log(
    `| ${inputs}-${trunk.join('-')}-${actions}+4 | ${rows} | ${engine} | ${graph} | ${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] |`,
  );
}
