/** Options of Kuhn poker. */
import { z } from 'zod';

export const MIN_SEATS = 2;
export const MAX_SEATS = 4;

export const optionsSchema = z.strictObject({
  players: z
    .int()
    .min(MIN_SEATS)
    .max(MAX_SEATS)
    .default(2)
    .describe('Number of players; the deck has one card more than there are players'),
  askForced: z
    .boolean()
    .default(false)
    .describe('Ask for decisions with one legal answer too (there are none in this game)'),
});
export type KuhnOptions = z.infer<typeof optionsSchema>;
