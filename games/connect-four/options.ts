/** Options of Connect Four. */
import { z } from 'zod';

export const optionsSchema = z.strictObject({
  askForced: z.boolean().default(false).describe('Ask for a column too where only one is left that is not full'),
});
export type ConnectFourOptions = z.infer<typeof optionsSchema>;
