/** The trained weights of a bot as they lie in files, where it is a part of something larger: an advisor. */
import { z } from 'zod';
import { packTensor, tensorSchema, unpackTensor } from '../../checkpoints/tensor.js';
import type { Tuned } from '../bots/scripted-player.js';
import { type NetworkShape, type Weights, weightShapes } from '../network/network.js';
import { networkSchema } from '../network/schema.js';
import { tunedFields } from './planned.js';

/** Checks one; whether it fits a bot `tunedProblem` says. */
export const storedTunedSchema = z.strictObject({
  ...tunedFields,
  network: networkSchema,
  weights: z.record(z.string(), tensorSchema),
});

/** The same in memory, as it is posted to threads and other machines. */
export const tunedSchema: z.ZodType<Tuned> = z.strictObject({
  ...tunedFields,
  shape: networkSchema,
  weights: z.record(z.string(), z.instanceof(Float32Array)),
});

/** What `storedTunedSchema` checks. */
export type StoredTuned = z.output<typeof storedTunedSchema>;

/** A network's weights as tensors by name. */
export function packWeights(shape: NetworkShape, weights: Weights): StoredTuned['weights'] {
  return Object.fromEntries(
    weightShapes(shape).map(({ name, shape: sizes }) => [name, packTensor(weights[name]!, sizes)]),
  );
}

/** As plain data for a checkpoint; copies the weights. */
export function packTuned({ features, parameters, shape, weights }: Tuned): StoredTuned {
  return {
    features: [...features],
    parameters: parameters.map((one) => ({ ...one })),
    network: structuredClone(shape),
    weights: packWeights(shape, weights),
  };
}

/** The way back. @throws UserError when a tensor is damaged */
export function unpackTuned({ features, parameters, network, weights }: StoredTuned): Tuned {
  const held = Object.entries(weights).map(([name, tensor]) => [name, unpackTensor(tensor)]);
  return { features, parameters, shape: network, weights: Object.fromEntries(held) };
}
