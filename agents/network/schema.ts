/** The schema of a network's shape in files, which may come from anybody. */
import { z } from 'zod';
import type { MemoryShape } from './encoder.js';
import { type NetworkShape, networkProblem } from './network.js';

const size = z.int().min(1).max(1_000_000);
const place = z.int().min(0).max(1_000_000);
// What names may be is in `networkProblem`.
const name = z.string().max(32);

const headSchema = z.strictObject({
  name,
  width: size,
  loss: z.enum(['cross-entropy', 'squared-error']),
  masked: z.boolean().optional(),
  input: z.int().min(0).max(15).optional(),
  gain: z.number().optional(),
  actions: size.optional(),
});

const featureSchema = z.strictObject({ name: z.string().max(200), size });

// Pieces have whatever names their game gives them.
const placeFields = { name: z.string().max(200), from: place, to: size };

const inputSchema = z.strictObject({
  pieces: z.array(z.strictObject(placeFields)).min(1).max(1000),
  clip: z.number(),
});

const planesSchema = z.strictObject({
  pieces: z.array(z.strictObject(placeFields)).min(1).max(1000),
  height: size,
  width: size,
  filters: size,
  blocks: place,
  kernel: size,
});

const entitiesSchema = z.strictObject({
  pieces: z
    .array(z.strictObject({ ...placeFields, places: size }))
    .min(1)
    .max(1000),
  layers: z.array(size).min(1).max(8),
  attention: z.strictObject({ heads: size, blocks: size }).optional(),
});

/** Checks what a network remembers. */
export const memorySchema: z.ZodType<MemoryShape> = z.strictObject({
  piece: z.strictObject(placeFields),
  decisions: size,
  units: size,
  of: z.array(z.strictObject(placeFields)).min(1).max(1000),
});

/** Checks a shape whole: what passes can be computed. */
export const networkSchema: z.ZodType<NetworkShape> = z
  .strictObject({
    inputs: place,
    trunk: z.array(size).max(16),
    activation: z.enum(['relu', 'tanh']),
    normalise: inputSchema.optional(),
    planes: planesSchema.optional(),
    entities: entitiesSchema.optional(),
    memory: memorySchema.optional(),
    actions: z.array(featureSchema).min(1).max(1000).optional(),
    heads: z.array(headSchema).min(1).max(16),
  })
  .superRefine((shape, context) => {
    const message = networkProblem(shape);
    if (message) context.addIssue({ code: 'custom', message });
  });
