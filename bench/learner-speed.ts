/**
 * Times the gradient steps and forward passes of every engine that loads, on the shapes of a game's networks and a
 * fixed one, round by round in turn so that all meet the same load. Prints one line a measurement (medians), or JSON,
 * with the time that passed and the processor time of all threads together: on a busy machine, compare the latter.
 *
 *   npx tsx bench/learner-speed.ts <game> [--rounds 15] [--threads 1,2] [--only step] [--json]
 */
import os from 'node:os';
import type { BatchPolicy } from '../agents/network/batch-policy.js';
import { loadOnnx } from '../agents/network/engines/onnx.js';
import { OnnxNetwork } from '../agents/network/engines/onnx-network.js';
import { findTfjs } from '../agents/network/engines/tfjs.js';
import { tensorNetwork } from '../agents/network/engines/tfjs-forward.js';
import { TfjsNetwork } from '../agents/network/engines/tfjs-network.js';
import {
  actorCriticShape,
  initialWeights,
  type NetworkShape,
  outputsFor,
  VALUE,
  type Weights,
} from '../agents/network/network.js';
import { advisedObserver } from '../agents/policy/advice.js';
import { networkFor } from '../agents/policy/policy.js';
import { createRng } from '../env/chance.js';
import { loadGame } from '../env/load-game.js';
import { createAutodiffLearner } from '../training/learn/autodiff.js';
import type { Learner } from '../training/learn/learner.js';
import { createOnnxLearner } from '../training/learn/learner-onnx.js';
import { ppoUpdate, type UpdateSettings } from '../training/learn/ppo.js';
import { commandLine, given, wholeNumber } from './command-line.js';
import { someBatch } from './some-batch.js';

const ROWS = 512;
const STEPS = 2;

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    rounds: { type: 'string', default: '15' },
    threads: { type: 'string', default: '1,2' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
  1,
);
const id = given('a game', positionals[0]);
const rounds = wholeNumber('rounds', flags.rounds);
const threadCounts = flags.threads.split(',').map((n) => wholeNumber('threads', n));

/** Something that is timed. */
interface Subject {
  name: string;
  run(): unknown;
  milliseconds: number[];
  /** Of all threads. */
  processor: number[];
}

const settings: UpdateSettings = {
  epochs: 1,
  minibatch: ROWS,
  learningRate: 1e-4,
  clip: 0.2,
  entropy: 0.01,
  weights: { [VALUE]: 0.5 },
  gradientNorm: 0.5,
  targetKl: Infinity,
};

async function subjects(shape: NetworkShape, weights: Weights): Promise<Subject[]> {
  const list: Subject[] = [];
  const batch = someBatch(shape, ROWS * STEPS, 'batch');
  const rng = createRng('order');
  const add = (name: string, run: Subject['run']) => {
    if (name.includes(flags.only)) list.push({ name, run, milliseconds: [], processor: [] });
  };
  const learner = (name: string, made: Learner) => add(`${name}: step`, () => ppoUpdate(made, batch, settings, rng));
  const network = (name: string, made: BatchPolicy) => {
    made.setWeights(weights);
    for (const rows of [1, 64, 256]) {
      const outputs = outputsFor(shape, rows);
      add(`${name}: forward ${rows}`, () => made.run(rows, batch.observation, outputs, batch.mask, batch.features));
    }
    add(`${name}: new weights and forward 64`, () => {
      made.setWeights(weights);
      return made.run(64, batch.observation, outputsFor(shape, 64), batch.mask, batch.features);
    });
  };
  const tf = findTfjs();
  if (typeof tf !== 'string') {
    learner('tfjs', createAutodiffLearner(tf, tensorNetwork(shape), weights));
    network('tfjs', new TfjsNetwork(tf, shape));
  }
  const ort = loadOnnx();
  for (const threads of threadCounts) {
    learner(`onnx, ${threads} threads`, createOnnxLearner(shape, weights, { threads }));
    network(`onnx, ${threads} threads`, new OnnxNetwork(ort, shape, threads));
  }
  return list;
}

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

const { game } = await loadGame(id);
const shapes: Record<string, NetworkShape> = {
  '1500-256-256-200+1': actorCriticShape({
    inputs: 1500,
    actions: 200,
    values: 1,
    trunk: [256, 256],
    activation: 'relu',
  }),
  [`${game.id} 256-256`]: networkFor(game, [256, 256], 'relu', 0),
  [`${game.id} 256-256, 16 units an action`]: networkFor(
    game,
    [256, 256],
    'relu',
    16,
    advisedObserver(game, undefined, ['board']),
  ),
};
const results: Record<string, unknown>[] = [];
for (const [name, shape] of Object.entries(shapes)) {
  const list = await subjects(shape, initialWeights(shape, createRng('weights')));
  for (let round = -1; round < rounds; round++)
    for (const subject of list) {
      const began = performance.now();
      const before = process.cpuUsage();
      await subject.run();
      const { user, system } = process.cpuUsage(before);
      // The first round is for warming up.
      if (round < 0) continue;
      subject.milliseconds.push(performance.now() - began);
      subject.processor.push((user + system) / 1000);
    }
  for (const { name: what, milliseconds, processor } of list) {
    const step = what.endsWith(': step');
    const each = step ? STEPS : 1;
    const ms = median(milliseconds) / each;
    const processorMs = median(processor) / each;
    const rowsPerSecond = step ? Math.round((1000 * ROWS) / ms) : undefined;
    results.push({ shape: name, inputs: shape.inputs, what, ms, processorMs, rowsPerSecond });
    if (flags.json) continue;
    const times = [ms, processorMs].map((x) => x.toFixed(2).padStart(8));
    console.log(`${name.padEnd(28)} ${what.padEnd(42)} ${times[0]} ms, processor ${times[1]} ${rowsPerSecond ?? ''}`);
  }
}
if (flags.json) console.log(JSON.stringify({ cpu: os.cpus()[0]?.model, node: process.version, rounds, results }));
process.exit(0);
