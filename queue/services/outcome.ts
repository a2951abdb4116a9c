/** Schemas of what a game came to (eval/match.ts). */
import { z } from 'zod';

const counts = z.record(z.string(), z.number());
export const seatNumbers = z.array(z.number()).max(1000);

export const outcomeSchema = z.strictObject({
  places: seatNumbers,
  returns: seatNumbers,
  ending: z.string(),
  rounds: z.number(),
  decisions: z.number(),
  truncated: z.boolean(),
  prompts: z.array(z.tuple([z.number(), z.number(), z.number()])).optional(),
  order: seatNumbers.optional(),
  rivalAhead: z.boolean().optional(),
});

const rounds = z.record(z.string(), z.array(z.number()));

/** What was done in a watched game (eval/game-report/watch.ts), by seat. */
export const watchedSchema = z.strictObject({
  outcome: outcomeSchema,
  seats: z.array(z.strictObject({ choices: rounds, landmarks: rounds, offered: counts.optional() })),
});
