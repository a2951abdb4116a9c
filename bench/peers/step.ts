/** One gradient step, PyTorch and our engines with one thread each, from the same weights on the same rows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnnx } from '../../agents/network/engines/onnx.js';
import { findTfjs } from '../../agents/network/engines/tfjs.js';
import { tensorNetwork } from '../../agents/network/engines/tfjs-forward.js';
import {
  actorCriticShape,
  initialWeights,
  type NetworkShape,
  networkText,
  POLICY,
  VALUE,
  type Weights,
  weightShapes,
  widthOf,
} from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import type { Batch } from '../../training/collect/batch.js';
import { createAutodiffLearner } from '../../training/learn/autodiff.js';
import type { Learner } from '../../training/learn/learner.js';
import { createOnnxLearner } from '../../training/learn/learner-onnx.js';
import { ppoUpdate, type UpdateSettings } from '../../training/learn/ppo.js';
import { someBatch } from '../some-batch.js';
import { type Compared, compare, type Side } from './compared.js';
import type { Peer, StepReport } from './peer.js';

/** The shape of the comparison. */
export const STEP_SHAPE: NetworkShape = actorCriticShape({
  inputs: 1500,
  actions: 200,
  values: 1,
  trunk: [256, 256],
  activation: 'relu',
});
const ROWS = 512;
const SEED = 'step';
/** Steps of one update, as in the comparison of loops: ours puts the rows into another form once an update. */
const EPOCHS = 4;
/** Steps after which both sides must still say the same. */
const CHECKED = 4;
const TOLERANCE = 1e-3;

const settings: UpdateSettings = {
  epochs: 1,
  minibatch: ROWS,
  learningRate: 3e-4,
  clip: 0.2,
  entropy: 0.01,
  weights: { [VALUE]: 0.5 },
  gradientNorm: 0.5,
  targetKl: Infinity,
};

export interface StepResult extends Compared {
  network: string;
  rows: number;
  stepsARound: number;
  seed: string;
  /** Largest relative difference of what both sides report of the first steps. */
  difference: number;
}

/** @param steps timed together, in each of `rounds` rounds @throws Error when both sides do not do the same work */
export async function compareSteps(
  peer: Peer,
  { rounds, steps }: { rounds: number; steps: number },
  progress: (text: string) => void,
): Promise<StepResult> {
  const weights = initialWeights(STEP_SHAPE, createRng(`${SEED}/weights`));
  const batch = someBatch(STEP_SHAPE, ROWS, `${SEED}/batch`);
  const folder = mkdtempSync(path.join(tmpdir(), 'peers-'));
  const file = path.join(folder, 'batch');
  try {
    write(file, weights, batch);
    const { reports } = await peer.check({ batch: file, steps: CHECKED });
    const learners: [string, Learner][] = [];
    if (typeof findOnnx() !== 'string')
      learners.push(['ONNX Runtime', createOnnxLearner(STEP_SHAPE, weights, { threads: 1 })]);
    const tf = findTfjs();
    if (typeof tf !== 'string')
      learners.push(['TensorFlow.js', createAutodiffLearner(tf, tensorNetwork(STEP_SHAPE), weights)]);
    let difference = 0;
    const ours: Side[] = [];
    for (const [name, learner] of learners) {
      difference = Math.max(difference, await disagreement(name, learner, batch, reports));
      const rng = createRng(`${SEED}/order`);
      const run = async () => {
        const began = performance.now();
        const updates = Math.ceil(steps / EPOCHS);
        for (let i = 0; i < updates; i++) await ppoUpdate(learner, batch, { ...settings, epochs: EPOCHS }, rng);
        return [(performance.now() - began) / (updates * EPOCHS)];
      };
      ours.push({ name, run });
    }
    const torch = (name: string, fused: boolean): Side => ({
      name,
      run: async () => [(await peer.step({ batch: file, steps, threads: 1, fused })).milliseconds],
    });
    const theirs = [torch('PyTorch', false), torch('PyTorch, fused Adam', true)];
    const compared = await compare(ours, theirs, rounds, 'less', progress);
    for (const [, learner] of learners) learner.dispose();
    return { network: networkText(STEP_SHAPE), rows: ROWS, stepsARound: steps, seed: SEED, difference, ...compared };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The largest relative difference between both sides' numbers over the first steps. */
async function disagreement(name: string, learner: Learner, batch: Batch, theirs: StepReport[]): Promise<number> {
  let worst = 0;
  for (const [i, report] of theirs.entries()) {
    const ours = await ppoUpdate(learner, batch, settings, createRng(`${SEED}/check`));
    for (const key of Object.keys(report) as (keyof StepReport)[]) {
      const difference = Math.abs(ours[key] - report[key]) / Math.max(0.01, Math.abs(report[key]));
      if (!(difference < TOLERANCE))
        throw new Error(`${name}, step ${i + 1}: ${key} is ${ours[key]}, in PyTorch ${report[key]}: not the same work`);
      worst = Math.max(worst, difference);
    }
  }
  return worst;
}

/** For `read` in peer.py. */
function write(file: string, weights: Weights, batch: Batch): void {
  const { rows } = batch;
  const columns: [string, Float32Array | Int32Array, number[]][] = [
    ...weightShapes(STEP_SHAPE).map(({ name, shape }): [string, Float32Array, number[]] => [
      name,
      weights[name]!,
      shape,
    ]),
    ['observation', batch.observation, [rows, STEP_SHAPE.inputs]],
    ['mask', Int32Array.from(batch.mask), [rows, widthOf(STEP_SHAPE, POLICY)]],
    ['action', batch.action, [rows]],
    ['logProb', batch.logProb, [rows]],
    ['advantage', batch.advantage, [rows]],
    ['valueTarget', batch.targets[VALUE]!, [rows, widthOf(STEP_SHAPE, VALUE)]],
  ];
  const tensors = columns.map(([name, data, shape]) => [name, data instanceof Float32Array ? 'float' : 'int', shape]);
  writeFileSync(
    `${file}.json`,
    JSON.stringify({
      tensors,
      settings: { ...settings, valueWeight: settings.weights[VALUE] },
      layers: STEP_SHAPE.trunk.length,
    }),
  );
  writeFileSync(
    file,
    Buffer.concat(columns.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength))),
  );
}
