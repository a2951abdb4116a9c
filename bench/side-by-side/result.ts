/** The outcome of a comparison as a file, `result.json` of its folder; the page is made of it. */
import { z } from 'zod';
import { sideSchema } from './training.js';

const spread = z.strictObject({ median: z.number(), lowest: z.number(), highest: z.number() });
const estimate = { mean: z.number(), low: z.number(), high: z.number() };

export const resultSchema = z.strictObject({
  command: z.string(),
  game: z.string(),
  title: z.string(),
  version: z.string(),
  minutes: z.number(),
  points: z.int(),
  blocks: z.int(),
  players: z.int(),
  against: z.array(z.string()).min(1),
  /** What both trained against. */
  rivals: z.array(z.strictObject({ agent: z.string(), share: z.number() })),
  network: z.string(),
  rows: z.int(),
  games: z.int(),
  /** Cores that either side had. */
  cores: z.int(),
  /** Both sides of a seed trained at the same time, each on cores of its own. */
  together: z.boolean(),
  machine: z.strictObject({ cpu: z.string(), cores: z.int(), memoryGiB: z.int() }),
  versions: z.record(z.string(), z.string()),
  /** Largest load average that a training began with. */
  load: z.number(),
  curves: z.array(
    z.strictObject({
      side: sideSchema,
      against: z.string(),
      seeds: z.array(
        z.strictObject({
          seed: z.int(),
          points: z.array(
            z.strictObject({ minutes: z.number(), decisions: z.int(), ...estimate, meanReturn: z.number() }),
          ),
        }),
      ),
      moments: z.array(z.strictObject({ minutes: z.number(), seeds: z.int(), won: spread, returns: spread })),
    }),
  ),
});

/** The outcome of a comparison as a file, `result.json` of its folder; the page is made from it. */
export type Result = z.output<typeof resultSchema>;
