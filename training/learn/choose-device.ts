/**
 * Where a network learns, and judges the positions of searches: on the processor, or on a graphics card; and which of them is
 * faster.
 */
import { type Device, findDevice } from '../../agents/network/engines/device.js';
import { createNetwork, type Engine } from '../../agents/network/engines/engines.js';
import { loadOnnx } from '../../agents/network/engines/onnx.js';
import { DeviceNetwork } from '../../agents/network/graph/device-network.js';
import {
  featureSize,
  initialWeights,
  maskedWidth,
  type NetworkShape,
  outputsFor,
  POLICY,
  VALUE,
} from '../../agents/network/network.js';
import { createRng } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import type { Decisions } from '../collect/batch.js';
import { createLearner } from './create-learner.js';
import type { LearningDevice } from './devices.js';
import { cut } from './minibatches.js';

/** Steps of a measured pass, and how many passes are measured after the first, in which models are opened. */
const STEPS = 8;
const PASSES = 3;

/** What is measured. */
export interface DeviceTrial {
  engine: Engine;
  shape: NetworkShape;
  /** Rows of a step. */
  minibatch: number;
  /** Threads that share a step on the processor. */
  threads: number;
  /** Positions that searches ask about at a time: where there are any, judging them takes most of the time, and decides. */
  judged?: number | undefined;
}

/** Milliseconds of a gradient step, or of judging positions. */
export interface DeviceSpeed {
  cpu: number;
  /** Or in one line why there is no graphics card to use. */
  gpu: number | string;
}

/**
 * The device to learn on. `auto` is measured once: the faster one for this network and size of a step.
 * @param note is told what `auto` took
 * @throws UserError for `gpu` where there is none
 */
export async function chooseDevice(
  wanted: LearningDevice | 'auto',
  trial: DeviceTrial,
  note: (text: string) => void = () => {},
): Promise<LearningDevice> {
  if (wanted === 'cpu') return 'cpu';
  if (wanted === 'gpu') {
    await (await findDevice(loadOnnx())).dispose();
    return 'gpu';
  }
  const { cpu, gpu } = await measureDevices(trial);
  const device = typeof gpu === 'number' && gpu < cpu ? 'gpu' : 'cpu';
  note(`device: ${deviceText(device, trial, { cpu, gpu })}`);
  return device;
}

/** What `auto` took, and why. */
function deviceText(device: LearningDevice, { minibatch, judged }: DeviceTrial, { cpu, gpu }: DeviceSpeed): string {
  const taken = device === 'gpu' ? 'the graphics card' : 'the processor';
  if (typeof gpu === 'string') return `${taken}: ${gpu.replace(/: use --device cpu$/, '')}`;
  const what = judged === undefined ? `a gradient step of ${minibatch} rows` : `judging ${judged} positions`;
  return `${taken}: ${what} takes ${cpu.toPrecision(2)} ms on the processor, ${gpu.toPrecision(2)} ms on the card`;
}

/** How long a gradient step takes here and there, on rows that are mostly zeros, as those of games are. */
export async function measureDevices(trial: DeviceTrial): Promise<DeviceSpeed> {
  const { judged } = trial;
  const cpu = judged === undefined ? await stepTime(trial, 'cpu') : await judgingTime(trial, judged, undefined);
  let device: Device;
  try {
    device = await findDevice(loadOnnx());
  } catch (error) {
    if (error instanceof UserError) return { cpu, gpu: error.message };
    throw error;
  }
  await device.dispose();
  return { cpu, gpu: judged === undefined ? await stepTime(trial, 'gpu') : await judgingTime(trial, judged, device) };
}

/** @param device undefined: the processor */
async function judgingTime({ engine, shape }: DeviceTrial, rows: number, device: Device | undefined): Promise<number> {
  const network = device ? new DeviceNetwork(device, shape) : await createNetwork(engine, shape);
  try {
    network.setWeights(initialWeights(shape, createRng('weights')));
    const { observation, mask, features } = someRows(shape, rows);
    const out = outputsFor(shape, rows, [POLICY, VALUE]);
    const times: number[] = [];
    for (let i = 0; i <= PASSES; i++) {
      const began = performance.now();
      for (let k = 0; k < STEPS; k++) await network.run(rows, observation, out, mask, features);
      if (i > 0) times.push((performance.now() - began) / STEPS);
    }
    return median(times);
  } finally {
    network.dispose();
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;

async function stepTime({ engine, shape, minibatch, threads }: DeviceTrial, device: LearningDevice): Promise<number> {
  const learner = await createLearner(engine, shape, initialWeights(shape, createRng('weights')), { threads, device });
  try {
    const batch = someRows(shape, STEPS * minibatch);
    const parts = cut(
      Int32Array.from({ length: batch.rows }, (_, row) => row),
      minibatch,
    );
    const loss = shape.heads.some(({ name }) => name === POLICY)
      ? ({ name: 'imitation', settings: { weights: {} } } as const)
      : ({ name: 'values', settings: { weights: {} } } as const);
    const times: number[] = [];
    for (let i = 0; i <= PASSES; i++) {
      const began = performance.now();
      learner.take(batch);
      await learner.pass({ parts, loss, learningRate: 1e-4, gradientNorm: 1 });
      await learner.finish();
      if (i > 0) times.push((performance.now() - began) / parts.length);
    }
    return median(times);
  } finally {
    learner.dispose();
  }
}

/** Rows of which a fifth of the numbers and an eighth of the actions count. */
function someRows(shape: NetworkShape, rows: number): Decisions {
  const rng = createRng('rows');
  const actions = maskedWidth(shape);
  const size = featureSize(shape);
  const mask = Uint8Array.from({ length: rows * actions }, () => (rng.uniform() < 1 / 8 ? 1 : 0));
  const action = new Int32Array(actions > 0 ? rows : 0);
  const first = new Int32Array(rows);
  let legal = 0;
  for (let r = 0; actions > 0 && r < rows; r++) {
    action[r] = rng.int(actions);
    mask[r * actions + action[r]!] = 1;
    first[r] = legal;
    for (let a = 0; a < actions; a++) legal += mask[r * actions + a]!;
  }
  const features = { values: Float32Array.from({ length: legal * size }, () => rng.uniform()), first };
  const numbers = shape.heads.filter((head) => head.loss === 'squared-error');
  return {
    rows,
    observation: Float32Array.from({ length: rows * shape.inputs }, () => (rng.uniform() < 0.2 ? rng.uniform() : 0)),
    mask,
    action,
    ...(size > 0 && { features }),
    targets: Object.fromEntries(
      numbers.map(({ name, width }) => [name, Float32Array.from({ length: rows * width }, () => rng.uniform())]),
    ),
  };
}
