/** Moments of a training at which the policy is kept: so many, evenly over its time. */
import { z } from 'zod';

/** A policy that was kept. One line of `points.jsonl`; both sides write the same. */
export const pointSchema = z.strictObject({
  /** Which of the moments: `point * minutes / points` is the minute it was due. */
  point: z.int().min(1),
  /** Seconds of training when it was kept. */
  seconds: z.number().min(0),
  /** Decisions learned from until then. */
  decisions: z.int().min(0),
  /** Its file, in the folder of the training. */
  file: z.string().regex(/^[\w.-]+$/),
});

export type PolicyPoint = z.output<typeof pointSchema>;

/** The latest moment that has come; 0 before the first. */
export function pointAt(seconds: number, minutes: number, points: number): number {
  // A rounded clock must not miss the last one.
  return Math.min(points, Math.floor((seconds * points) / (60 * minutes) + 1e-6));
}
