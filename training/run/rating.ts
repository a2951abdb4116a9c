/** How strong a checkpoint of a run is: lines of `ratings.jsonl`, which `tabletop runs rate` writes (rate.ts). */
import { z } from 'zod';
import type { RunDirectory } from '../../checkpoints/run.js';
import { gainOf } from '../../eval/deals.js';
import type { PairedTest } from '../../eval/statistics.js';
import { count } from '../schedule.js';

const estimate = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** One line: a checkpoint against one agent in all other seats. */
const ratingSchema = z.object({
  decisions: count,
  /** Wall-clock seconds that the run had taken; null where its metrics do not say. */
  seconds: z.number().nonnegative().nullable(),
  /** Hash of the checkpoint's file. */
  sha256: z.string(),
  /** Spec of the policy, without its path: how it played. */
  play: z.string(),
  /** With the number of players, where the run has several. */
  against: z.string(),
  games: count,
  seed: z.string(),
  /** `score` is a mean return, not a share of games won. */
  byRewards: z.boolean(),
  /** Share of wins of equals. */
  parity: z.number(),
  score: estimate,
  /** The score on each deal. */
  deals: z.array(z.number()),
  /** Deals that count, games that differ, and their random first moves (eval/different-games.ts). */
  kept: z.array(count),
  different: count.optional(),
  openings: count.optional(),
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
  return before ? gainOf(of, before) : null;
}
