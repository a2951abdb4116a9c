/** Options of the invalid-action test. */
import { z } from 'zod';

export const MAX_DIM = 70;
export const MAX_LENGTH = 10_000;

export const optionsSchema = z
  .strictObject({
    dim: z.int().min(2).max(MAX_DIM).default(70).describe('How many numbers there are'),
    invalid: z
      .int()
      .min(0)
      .max(MAX_DIM - 2)
      .default(55)
      .describe('How many of them are invalid each time; at least two must be left'),
    masked: z
      .boolean()
      .default(true)
      .describe('Invalid numbers are masked as illegal; off: they are legal and worth nothing, for comparison'),
    length: z.int().min(1).max(MAX_LENGTH).default(100).describe('Decisions of a game'),
    askForced: z
      .boolean()
      .default(false)
      .describe('Ask for decisions with one legal answer too (there are none in this game)'),
  })
  .refine(({ dim, invalid }) => invalid <= dim - 2, {
    path: ['invalid'],
    message: 'at least two of the numbers must stay valid',
  });
export type InvalidActionsOptions = z.infer<typeof optionsSchema>;
