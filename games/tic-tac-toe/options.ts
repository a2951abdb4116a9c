/** Options of tic-tac-toe. */
import { z } from 'zod';

export const optionsSchema = z.strictObject({
  askForced: z.boolean().default(false).describe('Ask for the last square too, where there is only one left'),
});
export type TicTacToeOptions = z.infer<typeof optionsSchema>;
