/** Options of Leduc poker. */
import { z } from 'zod';

export const optionsSchema = z.strictObject({
  askForced: z
    .boolean()
    .default(false)
    .describe('Ask for decisions with one legal answer too (there are none in this game)'),
});
export type LeducOptions = z.infer<typeof optionsSchema>;
