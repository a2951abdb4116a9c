/** The options of Islebound solo: variants, house rules, replaced tables. Every field has a default. */
import { z } from 'zod';
import { componentsSchema } from './data.js';

export const optionsSchema = z.strictObject({
  aiTokenThreshold: z
    .int()
    .min(7)
    .max(60)
    .default(16)
    .describe('Coins at which the rival buys a renown token: 14 or 16 in the printed rules (decision 12).'),
  goodsRenown: z
    .boolean()
    .default(true)
    .describe('The rival scores 1 renown for every 2 fish and wood it has at the end (decision 21).'),
  lastTokenEnds: z
    .boolean()
    .default(true)
    .describe('Taking the last renown token brings the last round, as eight buildings do (decision 21).'),
  influenceRenown: z
    .boolean()
    .default(false)
    .describe('The rival scores 1 renown for each of its cubes on the influence track (decision 18).'),
  spoils: z
    .enum(['banner', 'table'])
    .default('banner')
    .describe('Coins for capturing a town: its banner value, or the spoils of the town table (decision 23).'),
  closeQuarters: z
    .boolean()
    .default(true)
    .describe("Entering the rival's region costs a coin and a ready administer crew (decision 6)."),
  tollOn: z
    .enum(['path', 'destination'])
    .default('path')
    .describe('Whether passing through the region costs too, or only stopping there (decision 6).'),
  mayStay: z.boolean().default(false).describe('The human may stay where it is instead of moving (decision 22).'),
  booksSpent: z
    .boolean()
    .default(true)
    .describe('Books that a building requires are spent, not just owned (decision 25).'),
  autoAllySpoils: z
    .boolean()
    .default(true)
    .describe("The rival's alliance on a full influence track pays it spoils (decision 26)."),
  aiMustAfford: z
    .boolean()
    .default(false)
    .describe(
      'The rival takes a building only while it holds its cost in coins, though it pays nothing (decision 13).',
    ),
  marginWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe('Share of the reward that is the difference of scores / 50; the rest is +1 won, 0 drawn, -1 lost.')
    .meta({ audience: 'designers' }),
  roundCap: z
    .int()
    .min(1)
    .max(200)
    .default(40)
    .describe('Rounds after which the game is truncated and scored as it stands (decision 11).')
    .meta({ audience: 'designers' }),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too (for exact tools).'),
  components: componentsSchema
    .default({})
    .describe('Laid over the component tables field by field: single numbers; lists are replaced whole.'),
});

/** Options after parsing: every field present. */
export type IsleboundOptions = z.output<typeof optionsSchema>;

/** What may be passed in. */
export type IsleboundOptionsInput = z.input<typeof optionsSchema>;
