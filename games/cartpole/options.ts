/** Options of CartPole. */
import { z } from 'zod';

export const MAX_LIMIT = 100_000;

export const optionsSchema = z.strictObject({
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(500)
    .describe('Pushes after which the game is truncated; 500 in version 1')
    .meta({ audience: 'designers' }),
  askForced: z
    .boolean()
    .default(false)
    .describe('Ask for decisions with one legal answer too (there are none in this game)'),
});
export type CartPoleOptions = z.infer<typeof optionsSchema>;
