/** A batch as columns for a device: plain numbers, NaN nowhere, features of actions in slots. */
import { inSlots } from '../../../agents/network/graph/action-slots.js';
import { featureSize, maskedWidth, type NetworkShape, type Weights } from '../../../agents/network/network.js';
import { NormalisedInput } from '../../../agents/network/normalised-input.js';
import type { Batch, Decisions } from '../../collect/batch.js';

/** A column, row-major. */
export interface DeviceColumn {
  data: Float32Array | Int32Array;
  dims: number[];
}

/**
 * The columns of a batch that a learner on a device reads, by their names in `deviceColumns`.
 * @param weights of which those of the input count
 */
export function columnsForDevice(
  shape: NetworkShape,
  batch: Decisions & Partial<Batch>,
  weights: Weights,
): Map<string, DeviceColumn> {
  const { rows, observation, mask, action, logProb, advantage, features, targets } = batch;
  const read = NormalisedInput.of(shape)?.read(weights, rows, observation) ?? observation;
  const found = new Map<string, DeviceColumn>();
  const put = (name: string, data: Float32Array | Int32Array, ...dims: number[]) =>
    found.set(name, { data, dims: [rows, ...dims] });
  const actions = maskedWidth(shape);
  put('observation', read.subarray(0, rows * shape.inputs), shape.inputs);
  if (actions > 0) {
    put('mask', Float32Array.from(mask), actions);
    put('action', Float32Array.from(action), 1);
  }
  if (logProb) put('logProb', logProb, 1);
  if (advantage) put('advantage', advantage, 1);
  for (const { name, width, loss } of shape.heads) {
    const target = targets[name];
    if (!target) continue;
    if (loss === 'cross-entropy') {
      put(`target.${name}`, distributions(target, width), width);
      continue;
    }
    const wanted = numbers(target, width);
    put(`target.${name}`, wanted.target, width);
    put(`share.${name}`, wanted.share, width);
  }
  const size = featureSize(shape);
  if (size > 0) {
    const slots = inSlots(rows, mask, actions, features!, size);
    put('features', slots.features, slots.count, size);
    put('slot', slots.slot, actions, 1);
    put('slotAction', slots.action, slots.count, 1);
    put('used', slots.used, slots.count, 1);
  }
  return found;
}

/** Numbers to be like: each row's mean is over those that are known. */
function numbers(given: Float32Array, width: number): { target: Float32Array; share: Float32Array } {
  const [target, share] = [new Float32Array(given.length), new Float32Array(given.length)];
  for (let at = 0; at < given.length; at += width) {
    let present = 0;
    for (let i = at; i < at + width; i++) if (!Number.isNaN(given[i])) present++;
    for (let i = at; i < at + width; i++)
      if (!Number.isNaN(given[i])) {
        target[i] = given[i]!;
        share[i] = 1 / present;
      }
  }
  return { target, share };
}

/** Distributions to be like: a row with NaN is left out. */
function distributions(given: Float32Array, width: number): Float32Array {
  const target = given.slice();
  for (let at = 0; at < given.length; at += width) {
    const row = target.subarray(at, at + width);
    if (row.some(Number.isNaN)) row.fill(0);
  }
  return target;
}
