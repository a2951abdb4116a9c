/** The options of Lords of Doomspire: edition, house rules, replaced numbers. Every field has a default, some by edition. */
import { z } from 'zod';
import { editions, overridesSchema } from './data.js';

const fields = z.strictObject({
  edition: z
    .enum(editions)
    .default('rulebook')
    .describe('Edition of the rules and its set of components: the rulebook, or the older reference (airef).'),
  diceChoice: z
    .enum(['hidden', 'open'])
    .default('hidden')
    .describe('Whether the number of extra dice is secret until all have chosen, or seen at once (decision 1).'),
  exploreUnit: z
    .enum(['trio', 'square'])
    .default('trio')
    .describe('What exploring turns over in the hills: the whole piece of three tiles, or one tile (decision 19).'),
  impressReward: z
    .enum(['stack', 'choice'])
    .default('stack')
    .describe(
      'What impressing the dragon pays: a treasure stack, or two resources of choice (decision 65; edition rulebook).',
    ),
  blockadeStars: z
    .enum(['blockader', 'owner'])
    .default('blockader')
    .describe(
      'For whom a blockaded starred tile counts when the dragon is impressed (decision 66; titles rank by claims, decision 125); in edition airef for the owner by default.',
    ),
  trackMax: z
    .int()
    .min(15)
    .max(250)
    .default(20)
    .describe('Highest fame and might; gains above it are lost (decision 71).'),
  conceding: z
    .enum(['any', 'knightless', 'off'])
    .default('knightless')
    .describe(
      'Who may concede in the turn menu: anybody, only a player without knights, nobody (decision 74); in edition airef nobody by default.',
    ),
  trading: z
    .boolean()
    .default(true)
    .describe(
      'Players may trade resources, one offer a turn, from round 2, in edition airef from round 1 (decision 75).',
    ),
  titleTies: z
    .enum(['king', 'draw'])
    .default('king')
    .describe('Who breaks ties for titles: the King, or a uniform draw (decision 76; edition rulebook).'),
  cardAfterFlight: z
    .boolean()
    .default(false)
    .describe('A knight whose rival fled from it may still draw a card on that tile (decision 96; edition rulebook).'),
  doomspireStops: z
    .boolean()
    .default(true)
    .describe('A knight cannot pass over Doomspire once it is revealed: it must stop and impress (decision 95).'),
  encounters: z
    .boolean()
    .default(true)
    .describe('Encounter cards (followers) are in the decks (decision 57); in edition airef they are not by default.'),
  roundCap: z
    .int()
    .min(1)
    .max(1000)
    .default(60)
    .describe('Rounds after which the game is truncated and ranked as it stands (decision 77).')
    .meta({ audience: 'designers' }),
  askForced: z.boolean().default(false).describe('Ask for decisions with one legal answer too (for exact tools).'),
  components: overridesSchema
    .default({})
    .describe('Numbers to replace in the component tables, by id, laid over them field by field; lists are whole.'),
});

/** Options that edition airef does not know, and what they must be left at. */
const rulebookOnly = { impressReward: 'stack', titleTies: 'king', cardAfterFlight: false } as const;
/** Defaults of edition airef where they are not those of the schema. */
const airefDefaults = { blockadeStars: 'owner', conceding: 'off', encounters: false } as const;

const checked = fields.superRefine((options, context) => {
  if (options.edition !== 'airef') return;
  for (const [name, value] of Object.entries(rulebookOnly))
    if (options[name as keyof typeof rulebookOnly] !== value)
      context.addIssue({ code: 'custom', path: [name], message: 'has no meaning in edition airef: leave it out' });
});

/** Schema of the options; `{}` is the rulebook edition with all defaults. */
export const optionsSchema = Object.assign(
  z.preprocess((given) => {
    const isAiref = typeof given === 'object' && given !== null && (given as { edition?: unknown }).edition === 'airef';
    return isAiref ? { ...airefDefaults, ...given } : given;
  }, checked),
  { shape: fields.shape },
);

/** Options after parsing: every field present. */
export type DoomspireOptions = z.output<typeof fields>;

/** What may be passed in. */
export type DoomspireOptionsInput = z.input<typeof fields>;
