/**
 * A policy as one MessagePack map, for any language: sizes, weights, meaning of the observation, and recorded positions
 * to check an implementation with. Described in docs/player.md.
 */
import { Packr } from 'msgpackr';
import { type Weights, weightShapes } from '../../agents/network/network.js';
import type { PlayerMeta } from '../../agents/player-file/player-module.js';
import type { Recorded } from '../player/record.js';
import { decodeTensor, encodeTensor, tensorFormat, type WeightFormat } from './network-data.js';
import type { Told } from './onnx.js';

/** One tensor: `bytes` are little endian, row-major. */
interface PackedTensor {
  name: string;
  shape: number[];
  dtype: WeightFormat;
  bytes: Uint8Array;
}

/** The map. */
export interface PackedPolicy extends Omit<PlayerMeta, 'format' | 'observation'> {
  format: 'tabletop-policy';
  /**
   * In the order of the computation: trunk, heads; each a kernel [inputs, outputs] and a bias. Then, where the input is
   * normalised, `input.mean` and `input.factor` [inputs].
   */
  tensors: PackedTensor[];
  observation: { name: string; shape: number[]; about: string }[];
  /** What the numbers of the features of each action are, where heads read them. */
  features?: { name: string; size: number; about: string }[];
  prompts: string[];
  /**
   * Inputs and what must come out, each a list of numbers. `features`: of the legal actions one behind the other; outputs of
   * illegal ones do not count then.
   */
  examples: { observation: number[]; mask: number[]; features?: number[]; outputs: Record<string, number[]> }[];
}

// Plain maps and byte strings only: msgpackr's own extensions would be unreadable elsewhere.
const packr = new Packr({ useRecords: false, moreTypes: false, useFloat32: 0 });

/** Positions that travel with the file. */
const EXAMPLES = 8;

/**
 * @param game `observation`: what the network is shown
 * @param weights already rounded to the format in `meta.weights`
 */
export function packPolicy(game: Told, meta: PlayerMeta, weights: Weights, positions: readonly Recorded[]): Uint8Array {
  const shape = meta.network;
  const packed: PackedPolicy = {
    ...meta,
    format: 'tabletop-policy',
    tensors: weightShapes(shape).map(({ name, shape: dims }) => ({
      name,
      shape: dims,
      dtype: tensorFormat(name, meta.weights),
      bytes: encodeTensor(weights[name]!, tensorFormat(name, meta.weights)),
    })),
    observation: game.observation.map(({ name, shape, about }) => ({ name, shape: [...shape], about })),
    ...(game.features && { features: game.features.map((piece) => ({ ...piece })) }),
    prompts: [...game.prompts],
    examples: spread(positions, EXAMPLES).map(({ observation, mask, features, outputs }) => ({
      observation: [...observation],
      mask: [...mask],
      ...(features && { features: [...features] }),
      outputs: Object.fromEntries(Object.entries(outputs).map(([head, numbers]) => [head, [...numbers]])),
    })),
  };
  return packr.pack(packed);
}

/** The weights back out of the bytes, as a reader elsewhere would take them. */
export function unpackPolicy(bytes: Uint8Array): { policy: PackedPolicy; weights: Weights } {
  const policy = packr.unpack(bytes) as PackedPolicy;
  const weights: Weights = {};
  for (const { name, shape, dtype, bytes: data } of policy.tensors)
    weights[name] = decodeTensor(
      data,
      0,
      shape.reduce((a, b) => a * b, 1),
      dtype,
    );
  return { policy, weights };
}

function spread<T>(list: readonly T[], count: number): T[] {
  const n = Math.min(count, list.length);
  return Array.from({ length: n }, (_, i) => list[Math.floor((i * list.length) / n)]!);
}
