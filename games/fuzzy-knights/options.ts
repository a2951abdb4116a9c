/** The options of Fuzzy Knights: players, switches, replaced tables. Every field has a default. */
import { z } from 'zod';
import { componentsSchema } from './data.js';

export const optionsSchema = z.strictObject({
  players: z.int().min(2).max(4).default(4).describe('Number of players.'),
  maxDays: z
    .int()
    .min(1)
    .max(100)
    .default(60)
    .describe('Days after which the game is truncated and ranked as it stands (decision 24).')
    .meta({ audience: 'designers' }),
  rotateOrderDaily: z
    .boolean()
    .default(false)
    .describe('The order of play starts one place later each day, which evens out the seats (decision 34).'),
  tokenMayDecline: z
    .boolean()
    .default(false)
    .describe('A player may decline to place the token it has rolled (decision 37).'),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too (for exact tools).'),
  components: componentsSchema
    .default({})
    .describe('Laid over the component tables field by field; lists are replaced whole.'),
});

/** Options after parsing: every field present. */
export type FuzzyOptions = z.output<typeof optionsSchema>;

/** What may be passed in. */
export type FuzzyOptionsInput = z.input<typeof optionsSchema>;
