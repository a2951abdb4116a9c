/** The options of Crown of Ash: seats, the AI, house rules, replaced tables. Every field has a default. */
import { z } from 'zod';
import { overridesSchema } from './data.js';

const schema = z.strictObject({
  players: z.int().min(1).max(4).default(4).describe('Number of players; the AI deck is not one of them.'),
  ai: z
    .enum(['none', 'easy', 'medium', 'hard'])
    .default('none')
    .describe("Whether the rules' AI deck plays too, and how strong its first fighter in the Citadel is."),
  startChoice: z
    .boolean()
    .default(true)
    .describe('Seats choose which fighter of attack 1 defends a starting region; off: the lowest id (decision 3).'),
  memoryAid: z
    .boolean()
    .default(false)
    .describe('Text and JSON spell out all combat hands, not just their sizes and what was played (decision 23).'),
  winWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Rewards at the end: 0 by all places, that of the AI included; 1 for the first place alone; or a blend.')
    .meta({ audience: 'designers' }),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too (for exact tools).'),
  components: overridesSchema
    .default({})
    .describe('Laid over data/components.json field by field; lists are replaced whole.'),
});

/** Two to four at the table, the AI included. */
export const optionsSchema = schema.superRefine(({ players, ai }, context) => {
  const fault =
    players === 4 && ai !== 'none'
      ? 'the AI takes the fourth place: set players to 1, 2 or 3'
      : players === 1 && ai === 'none'
        ? 'one player needs the AI: set ai to easy, medium or hard'
        : '';
  if (fault) context.addIssue({ code: 'custom', path: ['players'], message: fault });
});

/** Options after parsing: every field present. */
export type CrownOptions = z.output<typeof optionsSchema>;

/** What may be passed in. */
export type CrownOptionsInput = z.input<typeof optionsSchema>;
