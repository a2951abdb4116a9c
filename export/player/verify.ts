/**
 * Checks of finished exports against the network they were made from, on recorded positions, by reading each from its
 * bytes: the player in a Node of its own, the ONNX model with ONNX Runtime, LayersModel and MessagePack as they define
 * themselves.
 */
import { execFile } from 'node:child_process';
import { createSession, loadOnnx } from '../../agents/network/engines/onnx.js';
import { Inference } from '../../agents/network/inference.js';
import { ILLEGAL_LOGIT } from '../../agents/network/masked.js';
import {
  featureSize,
  type NetworkShape,
  outputsFor,
  POLICY,
  VALUE,
  type Weights,
} from '../../agents/network/network.js';
import type { SelfTest } from '../../agents/player-file/player-module.js';
import { readLayersModel } from '../network/layers-reader.js';
import { unpackPolicy } from '../network/msgpack.js';
import type { LayersModelFiles } from '../network/tfjs.js';
import { featuresOfAll, type Recorded } from './record.js';

/** What a check found. */
export interface Verified {
  /** Positions compared. */
  positions: number;
  /** Largest difference of a logit, value or probability. */
  maxError: number;
}

/** An export whose outputs differ from the policy's: a bug, and no file is left behind. */
export class ExportMismatch extends Error {
  override readonly name = 'ExportMismatch';
}

/** Engines sum in another order, so logits differ in the last digits; relative to the largest one. */
const ENGINE_TOLERANCE = 1e-4;

/** Runs the self-test of a player file in a process of its own, as anybody could. */
export async function verifyPlayer(file: string): Promise<Verified> {
  const output = await new Promise<string>((resolve, reject) => {
    // Not our own flags: loaders of a development run are not what the file will meet.
    const env = { ...process.env, NODE_OPTIONS: '' };
    execFile(
      process.execPath,
      [file, '--self-test', '--json'],
      { env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        // The last line: a game may print while it is loaded.
        const last = stdout.trimEnd().split('\n').at(-1)!;
        if (last.startsWith('{')) resolve(last);
        else reject(new ExportMismatch(`the exported player does not run: ${stderr.trim() || error?.message}`));
      },
    );
  });
  const { passed, vectors, maxError, problems } = JSON.parse(output) as SelfTest;
  if (!passed) throw new ExportMismatch(`the exported player differs from the policy: ${problems.join('; ')}`);
  return { positions: vectors, maxError };
}

/** Computes the recorded positions with the weights that are in the bytes. */
export function verifyPacked(bytes: Uint8Array, positions: readonly Recorded[]): Verified {
  const { policy, weights } = unpackPolicy(bytes);
  const shape = policy.network;
  const network = new Inference(shape, weights);
  const got = outputsFor(shape, 1);
  let maxError = 0;
  for (const { observation, mask, features, outputs } of positions) {
    network.run(observation, 0, got, features && mask, 0, features);
    for (const { name, masked } of shape.heads) {
      const legal = features && masked ? mask : undefined;
      maxError = Math.max(maxError, difference(counted(got[name]!, legal), counted(outputs[name]!, legal)));
    }
  }
  if (maxError !== 0) throw new ExportMismatch(`the packed policy differs by ${maxError}`);
  return { positions: positions.length, maxError };
}

/** Computes the recorded positions layer by layer from the two files. */
export function verifyLayersModel(
  files: LayersModelFiles,
  shape: NetworkShape,
  positions: readonly Recorded[],
): Verified {
  const model = readLayersModel(files);
  const size = featureSize(shape);
  let maxError = 0;
  let scale = 1;
  for (const position of positions) {
    const { observation, mask, outputs } = position;
    const got = model(observation, ...(size > 0 ? [featuresOfAll([position], size)] : []));
    for (const [i, { name, masked }] of shape.heads.entries()) {
      const legal = size > 0 && masked ? mask : undefined;
      scale = Math.max(scale, ...counted(outputs[name]!, legal).map(Math.abs));
      maxError = Math.max(maxError, difference(counted(got[i]!, legal), counted(outputs[name]!, legal)));
    }
  }
  if (!(maxError <= ENGINE_TOLERANCE * scale)) throw new ExportMismatch(`the LayersModel differs by ${maxError}`);
  return { positions: positions.length, maxError };
}

/** Loads the model with ONNX Runtime and runs the recorded positions in one call, masks included. */
export async function verifyOnnx(
  bytes: Uint8Array,
  shape: NetworkShape,
  positions: readonly Recorded[],
  temperature: number,
): Promise<Verified> {
  const ort = loadOnnx();
  const { heads } = shape;
  const rows = positions.length;
  const size = featureSize(shape);
  const masked = heads.some((head) => head.masked);
  const { observation, mask } = positions[0]!;
  const observations = new Float32Array(rows * observation.length);
  const masks = new Uint8Array(rows * mask.length);
  positions.forEach((position, i) => {
    observations.set(position.observation, i * observation.length);
    masks.set(position.mask, i * mask.length);
  });
  const session = await createSession(ort, bytes, 1);
  const out = await session.run({
    observation: new ort.Tensor('float32', observations, [rows, observation.length]),
    ...(masked && { mask: new ort.Tensor('bool', masks, [rows, mask.length]) }),
    ...(size > 0 && {
      actions: new ort.Tensor('float32', featuresOfAll(positions, size), [rows, mask.length, size]),
    }),
  });
  await session.release();
  const row = (name: string, i: number, width: number) =>
    (out[name]!.data as Float32Array).subarray(i * width, (i + 1) * width);
  let maxError = 0;
  let scale = 1;
  positions.forEach((position, i) => {
    for (const { name, width, loss, masked } of heads) {
      const legal = masked ? position.mask : new Uint8Array(width).fill(1);
      const known = position.outputs[name]!;
      scale = Math.max(scale, ...known.map((x, k) => (legal[k] ? Math.abs(x) : 0)));
      const wanted = known.map((x, k) => (legal[k] ? x : ILLEGAL_LOGIT));
      maxError = Math.max(maxError, difference(row(name, i, width), wanted));
      if (loss !== 'cross-entropy') continue;
      const cooled = masked ? known.map((logit) => logit / temperature) : known;
      maxError = Math.max(maxError, difference(row(`${name}_probabilities`, i, width), softmax(cooled, legal)));
    }
  });
  if (!(maxError <= ENGINE_TOLERANCE * scale)) throw new ExportMismatch(`the ONNX model differs by ${maxError}`);
  return { positions: rows, maxError };
}

/** How much rounding the weights moved the policy: largest difference of a probability, or of a value, on the recorded positions. */
export function roundingError(shape: NetworkShape, exact: Weights, positions: readonly Recorded[]): number {
  const network = new Inference(shape, exact);
  const chooses = shape.heads.some(({ name }) => name === POLICY);
  const head = chooses ? POLICY : VALUE;
  const got = outputsFor(shape, 1, [head]);
  let largest = 0;
  for (const { observation, mask, features, outputs } of positions) {
    network.run(observation, 0, got, chooses ? mask : undefined, 0, features);
    const [a, b] = [got, outputs].map((out) => (chooses ? softmax(out[head]!, mask) : out[head]!));
    largest = Math.max(largest, difference(a!, b!));
  }
  return largest;
}

/** Those that count: of legal actions, where features of the others are not known. */
function counted(y: Float32Array, mask: Uint8Array | undefined): Float32Array {
  return mask ? y.filter((_, i) => mask[i] === 1) : y;
}

function softmax(logits: Float32Array, mask: Uint8Array): number[] {
  const max = Math.max(...logits.filter((_, a) => mask[a] === 1));
  const weights = [...logits].map((x, a) => (mask[a] === 1 ? Math.exp(x - max) : 0));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / total);
}

function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  // NaN must not pass for equal, so it counts as infinitely far.
  for (let i = 0; i < a.length; i++)
    largest = Math.max(largest, Math.abs(a[i]! - b[i]!) || (a[i] === b[i] ? 0 : Infinity));
  return largest;
}
