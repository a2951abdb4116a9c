/**
 * Component tables: data/components.json, checked when this module loads, and the same tables as options replace them.
 * `makeTables` lays them out flat for the rules. Which faces are printed in the rulebook and which are reconstructed is
 * described in README.md, Sources.
 */
import { z } from 'zod';
import { overlay } from '../../env/overlay.js';
import { UserError } from '../../env/user-error.js';
import componentsJson from './data/components.json' with { type: 'json' };

/** The four basic resources, which are the four kinds of fighters too; gold is apart. */
export const resourceNames = ['bone', 'ash', 'sulphur', 'blood'] as const;
/** Numbers of components; the observation and the action ids depend on them, so no option changes them. */
export const SEATS = 4;
export const ROUNDS = 4;
export const MINIONS = 4;
export const REGIONS = 6;
export const FIGHTERS = 36;
export const TILES = 24;
export const STARTING_TILES = 4;
export const CARDS = 5;
export const FATES = 6;
export const SLOTS = 6;
export const MARKET = 4;
export const ACTION_CARDS = 5;
export const DIE = 6;
/** Most fighters in a region, and of an attack on one; the same for the Citadel. */
export const REGION_FIGHTERS = 2;
export const CITADEL_FIGHTERS = 3;
/** Colour of the first raisable fighter's id: 12 starting fighters come before. */
export const FIRST_RAISABLE = 12;

const small = z.int().min(0).max(6);
const four = z.tuple([small, small, small, small]);
const kind = z.enum(resourceNames);
const name = z
  .string()
  .min(1)
  .max(40)
  .regex(/^\S(.*\S)?$/, 'a name without blanks at its ends');

const numbersSchema = z.strictObject({
  startGold: z.int().min(0).max(20).describe('Gold of each agent at the start.'),
  kingAttack: z.int().min(0).max(30).describe('Attack of the King.'),
  pairBonus: small.describe('Added for two fighters of one kind.'),
  tripleBonus: small.describe('Added for three fighters of one kind.'),
  goldSpace: z.int().min(1).max(6).describe('Gold of the gold space.'),
  gatherSpaces: z.tuple([z.int().min(1).max(4), small]).describe('Solid and dashed gather spaces of a region.'),
  combatSpaces: z.tuple([z.int().min(1).max(4), small]).describe('Solid and dashed combat spaces of a region.'),
  resourcesPerVp: z.int().min(1).max(9).describe('Matching resources for one victory point at the end.'),
  goldPerVp: z.int().min(1).max(9).describe('Gold for one victory point at the end.'),
  coveredTileVp: z.int().min(0).max(3).describe('Victory points of each covered tile.'),
});

const flankSchema = z.strictObject({
  name,
  modifier: z.int().min(-6).max(6).describe('Added to the attack.'),
  once: z.boolean().describe('One attack a round only.'),
});
const cardSchema = z.strictObject({
  value: z.union([z.int().min(0).max(9), z.literal('die')]),
  win: z.strictObject({ gold: small, wild: small, vp: small }).partial(),
  lose: z.strictObject({ gold: small, wild: small, vp: small, casualty: z.int().min(0).max(1) }).partial(),
});
const fighterSchema = z.strictObject({
  id: z.int(),
  colour: z.int().min(0).max(3).optional().describe('Seat whose starting fighter this is.'),
  tier: z.int().min(0).max(3),
  kind,
  attack: z.int().min(1).max(6),
  cost: four.describe('Bone, ash, sulphur, blood.'),
});
const structureSchema = z.strictObject({
  id: z.int(),
  name,
  tier: z.int().min(0).max(2),
  cost: z.int().min(0).max(12),
  vp: z.int().min(0).max(20),
  gain: four.describe('Bone, ash, sulphur, blood.'),
  wild: z.int().min(0).max(4),
  tax: four.describe("The owner's tax: bone, ash, sulphur, blood."),
  taxWild: z.int().min(0).max(2),
  resurrect: z.literal(true).optional(),
  region: z.int().min(1).max(6).optional().describe('Region of a starting tile.'),
});
const stepSchema = z.tuple([
  z.enum(['any', 'player', 'aiOrUncontrolled']),
  z.enum(['useResource', 'attackRegion', 'attackCitadel', 'build', 'closestResource']),
]);
const actionCardSchema = z.strictObject({ name, steps: z.array(stepSchema).min(1).max(5) });

/** Tells what is wrong with a list; the path of the list is added by zod. */
type Fault = string | undefined | false;
const checked = <T>(schema: z.ZodType<T>, ...checks: ((list: T) => Fault)[]): z.ZodType<T> =>
  schema.superRefine((list, context) => {
    for (const check of checks) {
      const fault = check(list);
      if (fault) return context.addIssue({ code: 'custom', message: fault });
    }
  });
type Numbered = { id: number }[];
const inOrder = (list: Numbered): Fault => {
  const i = list.findIndex((entry, at) => entry.id !== at);
  return i >= 0 && `entry ${i} has id ${list[i]!.id}: ids are 0, 1, 2, ... in order`;
};
const unlike = (list: { name: string }[]): Fault => {
  const twice = list.find((entry, i) => list.findIndex((other) => other.name === entry.name) !== i);
  return twice && `the name '${twice.name}' stands there twice`;
};

const fighters = checked(
  z.array(fighterSchema).length(FIGHTERS),
  inOrder,
  (list) => {
    const i = list.findIndex((f, id) => f.tier !== (id < FIRST_RAISABLE ? 0 : 1 + Math.floor((id - 12) / 8)));
    return i >= 0 && `fighter ${i} has tier ${list[i]!.tier}: 0-11 are starting (0), then eight of each tier 1, 2, 3`;
  },
  (list) => {
    const i = list.findIndex((f, id) => f.colour !== (id < FIRST_RAISABLE ? Math.floor(id / 3) : undefined));
    return i >= 0 && `fighter ${i} has colour ${list[i]!.colour}: three starting fighters of each colour, no others`;
  },
  (list) => {
    const i = [0, 1, 2, 3].find((c) => list.filter((f) => f.colour === c && f.attack === 1).length < 2);
    return i !== undefined && `colour ${i} has fewer than two starting fighters of attack 1 (two players place two)`;
  },
  (list) => {
    const i = list.findIndex((f) => f.tier > 0 && f.cost.every((n) => n === 0));
    return i >= 0 && `fighter ${i} costs nothing`;
  },
  (list) => {
    const i = list.findIndex((f) => f.tier > 0 && f.cost[resourceNames.indexOf(f.kind)]! === 0);
    return i >= 0 && `fighter ${i} does not cost its own kind (${list[i]!.kind})`;
  },
);
const structures = checked(
  z.array(structureSchema).length(TILES),
  inOrder,
  unlike,
  (list) => {
    const i = list.findIndex((t, id) => t.tier !== (id < STARTING_TILES ? 0 : id < 16 ? 1 : 2));
    return i >= 0 && `tile ${i} has tier ${list[i]!.tier}: 4 starting tiles (0), then 12 of tier 1, then 8 of tier 2`;
  },
  (list) => {
    const regions = list.slice(0, STARTING_TILES).map((t) => t.region);
    if (regions.some((r) => r === undefined) || new Set(regions).size < STARTING_TILES)
      return 'the four starting tiles need a region each, all different';
    return list.slice(STARTING_TILES).some((t) => t.region !== undefined) && 'only starting tiles have a region';
  },
  (list) => list.filter((t) => t.resurrect).length !== 1 && 'exactly one tile must resurrect',
  (list) => {
    const i = list.findIndex((t) => (t.gain.some((n) => n > 0) || t.wild > 0) === (t.resurrect === true));
    return i >= 0 && `tile ${i} must either give resources or resurrect`;
  },
  (list) => {
    const i = list.findIndex((t) => t.tier > 0 && t.cost === 0);
    return i >= 0 && `tile ${i} costs no gold: building must cost some`;
  },
  (list) => list.some((t) => t.tier === 0 && (t.resurrect || t.wild > 0)) && 'starting tiles give basic resources only',
);
const combatCards = checked(
  z.array(cardSchema).length(CARDS),
  (list) => list.filter((c) => c.value === 'die').length > 1 && 'at most one card has a die',
  (list) => new Set(list.map((c) => c.value)).size < CARDS && 'two cards have the same value',
);
const fate = checked(
  z.array(z.tuple([kind, kind])).length(FATES),
  (list) => list.some(([a, b]) => a === b) && 'a fate card shows two different kinds',
  (list) => new Set(list.map((pair) => [...pair].sort().join())).size < FATES && 'two fate cards show the same kinds',
);
const flanks = checked(z.array(flankSchema).length(3), unlike, (list) =>
  list[0]!.once && list[1]!.once && !list[2]!.once ? undefined : 'only the third flank is without limit',
);
const actionCards = checked(z.array(actionCardSchema).length(ACTION_CARDS), unlike, (list) => {
  const card = list.find(({ steps }) => steps[steps.length - 1]!.join() !== 'any,closestResource');
  return card && `${card.name} must end with ["any", "closestResource"], which always succeeds`;
});

const blocks = {
  numbers: numbersSchema,
  regions: checked(z.array(name).length(REGIONS), (list) =>
    new Set(list).size < REGIONS ? 'two regions have the same name' : undefined,
  ),
  slotTiers: z.array(z.int().min(1).max(3)).length(SLOTS),
  citadelVp: z.array(z.int().min(0).max(50)).length(ROUNDS),
  flanks,
  combatCards,
  fate,
  fighters,
  structures,
  fighterTrack: z.array(z.int().min(1).max(3)).min(1).max(12),
  actionCards,
};
const componentsSchema = z.strictObject(blocks);
type Components = z.output<typeof componentsSchema>;

/** Replacements, laid over data/components.json: single numbers, or whole lists. */
export const overridesSchema = z.strictObject({
  numbers: numbersSchema.partial().optional().describe('Single numbers.'),
  regions: blocks.regions.optional().describe('Names of the six regions, by face of the die.'),
  slotTiers: blocks.slotTiers.optional().describe('Tier of each of the six slots of raisable fighters.'),
  citadelVp: blocks.citadelVp.optional().describe('Victory points of the Citadel in each of the four rounds.'),
  flanks: flanks.optional().describe('The three spaces for attacks on the Citadel.'),
  combatCards: combatCards.optional().describe("A seat's five combat cards."),
  fate: fate.optional().describe('The six fate cards.'),
  fighters: fighters.optional().describe('The 36 fighters.'),
  structures: structures.optional().describe('The 24 structure tiles.'),
  fighterTrack: blocks.fighterTrack.optional().describe("Tiers of the AI's fighter track."),
  actionCards: actionCards.optional().describe("The AI's five action cards."),
});
export type Overrides = z.output<typeof overridesSchema>;

const base = ((): Components => {
  const parsed = componentsSchema.safeParse(componentsJson);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new UserError(`crown-of-ash data/components.json: ${issue.path.join('.')}: ${issue.message}`);
})();

// What an AI step needs of the region, and what it does (flat form of `actionCards`).
export const WHEN_ANY = 0;
export const WHEN_PLAYER = 1;
export const WHEN_FREE = 2;
export const DO_USE = 0;
export const DO_ATTACK = 1;
export const DO_CITADEL = 2;
export const DO_BUILD = 3;
export const DO_CLOSEST = 4;

/** The tables as the rules use them; `[id * 4 + resource]` where there are four values an entry. */
export interface Tables {
  components: Components;
  numbers: Components['numbers'];
  tier: Uint8Array;
  kind: Uint8Array;
  attack: Uint8Array;
  cost: Uint8Array;
  tileTier: Uint8Array;
  tileCost: Uint8Array;
  tileVp: Uint8Array;
  tileGain: Uint8Array;
  tileWild: Uint8Array;
  tileTax: Uint8Array;
  tileTaxWild: Uint8Array;
  /** Items of gain, of tax: what the AI scores for them. */
  tileItems: Uint8Array;
  tileTaxItems: Uint8Array;
  /** The tile that resurrects. */
  crypt: number;
  /** Region (0-5) of each starting tile. */
  startRegion: Uint8Array;
  /** Value of each combat card; -1 for the die. */
  cardValue: Int8Array;
  /** `[card * 4]`: gold, wild, VP, casualty when it wins; `[20 + card * 4]` when it loses. */
  reward: Uint8Array;
  /** `[card * 4 + kind]`: 1 where the fate card shows the kind. */
  fate: Uint8Array;
  flank: Int8Array;
  /** `[card * 10 + step * 2]`: when, what; `steps[card]` of them. */
  script: Uint8Array;
  steps: Uint8Array;
}

/** All tables with these replacements, as `overridesSchema` has them. */
export const componentsWith = (overrides: Overrides): Components => overlay(base, overrides);

/** @param overrides checked by `overridesSchema` */
export function makeTables(overrides: Overrides): Tables {
  const c = overlay(base, overrides);
  const u8 = <T>(list: readonly T[], value: (entry: T) => number) => Uint8Array.from(list, value);
  const flat = <T>(list: readonly T[], value: (entry: T) => readonly number[]) => Uint8Array.from(list.flatMap(value));
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const script = new Uint8Array(ACTION_CARDS * 10);
  const when = ['any', 'player', 'aiOrUncontrolled'];
  const what = ['useResource', 'attackRegion', 'attackCitadel', 'build', 'closestResource'];
  c.actionCards.forEach(({ steps }, card) => {
    steps.forEach(([w, d], i) => {
      script.set([when.indexOf(w), what.indexOf(d)], card * 10 + i * 2);
    });
  });
  return {
    components: c,
    numbers: c.numbers,
    tier: u8(c.fighters, (f) => f.tier),
    kind: u8(c.fighters, (f) => resourceNames.indexOf(f.kind)),
    attack: u8(c.fighters, (f) => f.attack),
    cost: flat(c.fighters, (f) => f.cost),
    tileTier: u8(c.structures, (t) => t.tier),
    tileCost: u8(c.structures, (t) => t.cost),
    tileVp: u8(c.structures, (t) => t.vp),
    tileGain: flat(c.structures, (t) => t.gain),
    tileWild: u8(c.structures, (t) => t.wild),
    tileTax: flat(c.structures, (t) => t.tax),
    tileTaxWild: u8(c.structures, (t) => t.taxWild),
    tileItems: u8(c.structures, (t) => sum(t.gain) + t.wild),
    tileTaxItems: u8(c.structures, (t) => sum(t.tax) + t.taxWild),
    crypt: c.structures.findIndex((t) => t.resurrect),
    startRegion: u8(c.structures.slice(0, STARTING_TILES), (t) => t.region! - 1),
    cardValue: Int8Array.from(c.combatCards, (card) => (card.value === 'die' ? -1 : card.value)),
    reward: Uint8Array.from([
      ...c.combatCards.flatMap(({ win }) => [win.gold ?? 0, win.wild ?? 0, win.vp ?? 0, 0]),
      ...c.combatCards.flatMap(({ lose }) => [lose.gold ?? 0, lose.wild ?? 0, lose.vp ?? 0, lose.casualty ?? 0]),
    ]),
    fate: flat(c.fate, (pair) => resourceNames.map((k) => (pair.includes(k) ? 1 : 0))),
    flank: Int8Array.from(c.flanks, (f) => f.modifier),
    script,
    steps: u8(c.actionCards, ({ steps }) => steps.length),
  };
}
