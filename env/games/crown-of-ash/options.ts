/** The options of Crown of Ash: seats, the AI, house rules, replaced tables. Every field has a default. */
import { z } from 'zod';
import { overridesSchema } from './data.js';

export const optionsSchema = z.strictObject({
  players: z.int().min(2).max(4).default(4).describe('Seats in the game, that of the AI included.'),
  ai: z
    .enum(['none', 'easy', 'medium', 'hard'])
    .default('none')
    .describe("Whether the rules' AI deck plays the last seat, and how strong its first fighter in the Citadel is."),
  startChoice: z
    .boolean()
    .default(true)
    .describe('Seats choose which fighter of attack 1 defends a starting region; off: the lowest id (decision 3).'),
  memoryAid: z
    .boolean()
    .default(false)
    .describe("Everybody is shown all seats' combat hands, not just their size and the top discard (decision 23)."),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too (for exact tools).'),
  components: overridesSchema.default({}).describe('Component tables to replace, in the form of data/components.json.'),
});

/** Options after parsing: every field present. */
export type CrownOptions = z.output<typeof optionsSchema>;

/** What may be passed in. */
export type CrownOptionsInput = z.input<typeof optionsSchema>;
