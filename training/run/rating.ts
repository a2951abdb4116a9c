/** How strong a checkpoint of a run is: lines of `ratings.jsonl`, which `tabletop rate` writes (rate.ts). */
import { z } from 'zod';
import type { RunDirectory } from '../../checkpoints/run.js';
import { type PairedTest, pairedTest } from '../../eval/statistics.js';

const estimate = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** One line: a checkpoint against one agent in all other seats. */
const ratingSchema = z.object({
  decisions: z.int().nonnegative(),
  /** Wall-clock seconds that the run had taken; null where its metrics do not say. */
  seconds: z.number().nonnegative().nullable(),
  /** Of the checkpoint's file. */
  sha256: z.string(),
  /** Spec of the policy, without its path: how it played. */
  play: z.string(),
  against: z.string(),
  games: z.int().nonnegative(),
  seed: z.string(),
  /** `score` is a mean return, not a share of games won. */
  byRewards: z.boolean(),
  /** Share of wins of equals. */
  parity: z.number(),
  score: estimate,
  /** The score on each deal. */
  deals: z.array(z.number()),
});

/** See `ratingSchema`. */
export type CheckpointRating = z.output<typeof ratingSchema>;

/** The lines of a run that can be read, the latest of each checkpoint, agent and way to measure. */
export function readRatings(run: RunDirectory): CheckpointRating[] {
  const latest = new Map<string, CheckpointRating>();
  for (const line of run.ratings()) {
    const { data } = ratingSchema.safeParse(line);
    if (data) latest.set(JSON.stringify([data.decisions, data.against]), data);
  }
  return [...latest.values()].sort((a, b) => a.decisions - b.decisions);
}

/** Since the checkpoint before: how much better on the same deals, by Student's paired interval; null for the first. */
export function gain(ratings: readonly CheckpointRating[], of: CheckpointRating): PairedTest['difference'] | null {
  const alike = ratings.filter((one) => one.against === of.against && one.seed === of.seed);
  const before = alike.findLast((one) => one.decisions < of.decisions && one.deals.length === of.deals.length);
  return before ? pairedTest(of.deals, before.deals).difference : null;
}
