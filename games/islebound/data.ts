/**
 * Component tables: read from data/*.json, checked by zod when this module loads, and laid out flat for the rules.
 * The option `components` replaces whole tables, or single numbers.
 */
import { z } from 'zod';
import { idsOf } from '../../env/kit/ids.js';
import { overlay } from '../../env/overlay.js';
import { UserError } from '../../env/user-error.js';
import buildingsJson from './data/buildings.json' with { type: 'json' };
import crewJson from './data/crew.json' with { type: 'json' };
import eventsJson from './data/events.json' with { type: 'json' };
import numbersJson from './data/numbers.json' with { type: 'json' };
import reputationJson from './data/reputation.json' with { type: 'json' };
import tokensJson from './data/tokens.json' with { type: 'json' };
import townsJson from './data/towns.json' with { type: 'json' };

export const TOWNS = 12;
export const EVENTS = 15;
export const REPUTATIONS = 8;
export const TOKENS = 16;
/** Crew cards with two skills; ids from here on are the starting members. */
export const CREW_CARDS = 10;
export const START_CREW = 3;
export const BUILDINGS = 35;

/** What can be gained, in the order of every table of gains. */
export const gainNames = ['fish', 'wood', 'book', 'pirate', 'serpent', 'influence', 'coins', 'renown'] as const;
export const GAIN = idsOf(gainNames);
export const GAINS = gainNames.length;
/** The first five are goods: counted, paid, bragged about. */
export const GOODS = 5;

/** What a side has: gains, then what is counted besides. `costs` is the sum of the costs of its buildings. */
export const counterNames = [...gainNames, 'tokens', 'towns', 'buildings', 'costs', 'crew'] as const;
/** The counters of what cards name, which say `town` and `building` for one of many. */
const countersOf = (names: readonly string[]): Uint8Array =>
  Uint8Array.from(names, (name) => counterNames.findIndex((counter) => counter === name || counter === `${name}s`));

/** What reputation cards call for, and the counter of each. */
export const resourceNames = ['fish', 'wood', 'book', 'pirate', 'serpent', 'crew', 'influence', 'town'] as const;
export const CALLED = countersOf(resourceNames);

/** Benefits of renown tokens as a learner sees them. */
export const benefitNames = ['fish', 'wood', 'book', 'pirate', 'serpent', 'influence', 'coins', 'crew'] as const;

/** Lasting abilities of buildings; the first eight add one to a kind of gain of town actions. */
export const abilityNames = [
  'gain.fish',
  'gain.wood',
  'gain.book',
  'gain.pirate',
  'gain.serpent',
  'gain.influence',
  'gain.coins',
  'gain.renown',
  'sell',
  'rest.coins',
  'fee',
  'build.cost',
  'befriend.cost',
  'attack.strength',
  'capture.coins',
  'event.coins',
  'brag.renown',
  'speed',
  'noToll',
] as const;

/** What the others do once, when bought. */
export const nowNames = [...gainNames, 'crew', 'brag'] as const;
export const NOW = idsOf(nowNames);
/** What the rest count at the end, and the counter of each. */
export const endNames = [...benefitNames.slice(0, 7), 'town', 'crew', 'building'] as const;
export const COUNTED = countersOf(endNames);

// --- shapes -------------------------------------------------------------------------------------------------------

const small = z.int().min(0).max(20);
const gains = z.strictObject({
  fish: small.optional(),
  wood: small.optional(),
  book: small.optional(),
  pirate: small.optional(),
  serpent: small.optional(),
  influence: small.optional(),
  coins: small.optional(),
  renown: small.optional(),
});
const goods = gains.omit({ influence: true, coins: true, renown: true });
const skill = z.enum(['administer', 'work']);
const skills = z.array(skill).min(1).max(2);
const pattern = (text: string) => new RegExp(`^(${text})$`);
const abilityText = [
  ...abilityNames.map((name) => name.replace('.', '\\.')),
  `now\\.(${nowNames.join('|')})`,
  `end\\.(${endNames.join('|')})\\.per[1-9]`,
].join('|');

const townSchema = z.strictObject({
  board: z.int().min(0).max(3),
  slot: z.int().min(0).max(2),
  name: z.string().min(1).max(24),
  banner: z.enum(['blue', 'red']),
  value: z.int().min(1).max(20),
  spoils: small,
  fee: small,
  action: gains.extend({
    sell: small.optional(),
    build: z.literal(1).optional(),
    buildDiscount: small.optional(),
    hire: z.literal(1).optional(),
    brag: z.literal(1).optional(),
  }),
  workBonus: z.enum(['fish', 'wood', 'book', 'pirate', 'serpent']).nullable(),
});
const townsSchema = z
  .array(townSchema)
  .length(TOWNS)
  .refine(
    (list) => new Set(list.map((t) => t.board * 3 + t.slot)).size === TOWNS,
    'every board needs a town in each slot',
  )
  .refine((list) => new Set(list.map((t) => t.name)).size === TOWNS, 'two towns share a name');
const eventsSchema = z
  .array(
    z.strictObject({
      town: z
        .int()
        .min(0)
        .max(TOWNS - 1),
      exhaust: z.strictObject({ administer: small.optional(), work: small.optional() }),
      pay: goods,
      reward: gains.extend({ brag: z.literal(1).optional() }),
    }),
  )
  .length(EVENTS);
const reputationSchema = z.array(z.strictObject({ resource: z.enum(resourceNames) })).length(REPUTATIONS);
const tokensSchema = z
  .array(
    z.strictObject({
      benefit: gains
        .omit({ renown: true })
        .extend({ crew: z.literal(1).optional() })
        .refine((benefit) => Object.keys(benefit).length === 1, 'a token has one benefit'),
    }),
  )
  .length(TOKENS);
const crewSchema = z.array(z.strictObject({ skills })).length(CREW_CARDS);
const buildingsSchema = z
  .array(
    z
      .strictObject({
        cost: z.int().min(0).max(60),
        ability: z.string().regex(pattern(abilityText), 'unknown ability'),
        amount: z.int().min(-9).max(20),
      })
      .refine(
        (card) => card.amount >= 0 || ['fee', 'build.cost', 'befriend.cost'].includes(card.ability),
        'only fee, build.cost and befriend.cost may have a negative amount',
      ),
  )
  .length(BUILDINGS);
const die = z.array(small).length(6);
const numbersSchema = z.strictObject({
  humanCoins: z.int().min(0).max(200),
  aiCoins: z.int().min(0).max(200),
  startCrew: z.array(skills).length(START_CREW),
  cubes: z.int().min(4).max(40),
  humanFixedCubes: z.int().min(0).max(3),
  aiFixedCubes: z.int().min(0).max(3),
  baseSpeed: z.int().min(1).max(4),
  maxSpeed: z.int().min(1).max(4),
  neutralCubes: z.int().min(0).max(8),
  bookTokens: z.array(small).length(5),
  maxCrew: z.int().min(3).max(8),
  pirates: z.int().min(0).max(30),
  serpents: z.int().min(0).max(30),
  endBuildings: z.int().min(1).max(BUILDINGS),
  huntThreshold: z.int().min(1).max(99),
  surcharge: small,
  aiPirateStrength: z.int().min(1).max(20),
  aiInfluence: small,
  aiPirates: small,
  aiBuildingsSwitch: z.int().min(0).max(BUILDINGS),
  aiFewBuildings: z.int().min(0).max(BUILDINGS),
  tokenCost: z.int().min(1).max(40),
  tokenValue: small,
  tollCoins: small,
  bragMinimum: small,
  bragLead: small,
  bragTie: small,
  bragTrail: small,
  maxAdminister: z.int().min(0).max(8),
  sellPrice: small,
  woodDiscount: small,
  maxWood: z.int().min(0).max(9),
  maxDice: z.int().min(1).max(10),
  pirateDie: die,
  serpentDie: die,
  aiMove: z.array(z.int().min(0).max(5)).length(6),
});

/** Replacements for component tables (option `components`): whole tables of the same length, or single numbers. */
export const componentsSchema = z.strictObject({
  towns: townsSchema.optional().describe('12 towns; town i stands on its board and slot.'),
  events: eventsSchema.optional().describe('15 event cards.'),
  reputation: reputationSchema.optional().describe('8 reputation cards.'),
  tokens: tokensSchema.optional().describe('16 renown tokens.'),
  crew: crewSchema.optional().describe('10 crew cards.'),
  buildings: buildingsSchema.optional().describe('35 building cards.'),
  numbers: numbersSchema.partial().optional().describe('Single numbers by name.'),
});
export type Components = z.output<typeof componentsSchema>;
type Numbers = z.output<typeof numbersSchema>;

function checked<T>(file: string, schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new UserError(`islebound: data/${file}.json: ${issue.path.join('.')}: ${issue.message}`);
}

const towns = checked('towns', townsSchema, townsJson.towns);
const events = checked('events', eventsSchema, eventsJson.events);
const reputation = checked('reputation', reputationSchema, reputationJson.reputation);
const tokens = checked('tokens', tokensSchema, tokensJson.tokens);
const crew = checked('crew', crewSchema, crewJson.crew);
const buildings = checked('buildings', buildingsSchema, buildingsJson.buildings);
const numbers = checked('numbers', numbersSchema, numbersJson.numbers);

// --- flat tables --------------------------------------------------------------------------------------------------

/** The component tables of one set of options. Constant; shared by all its positions. */
export interface Tables {
  numbers: Numbers;
  townNames: readonly string[];
  /** 1: red banner (attack), 0: blue (diplomacy). */
  townRed: Uint8Array;
  townValue: Uint8Array;
  /** The table's own spoils (option `spoils`). */
  townSpoils: Uint8Array;
  townFee: Uint8Array;
  /** Town of each place of the sea boards: `[board * 3 + slot]`. */
  townOn: Uint8Array;
  /** `[town * 8 + gain]` */
  townGain: Uint8Array;
  townSell: Uint8Array;
  townBuild: Uint8Array;
  townDiscount: Uint8Array;
  townHire: Uint8Array;
  townBrag: Uint8Array;
  /** Good that work adds to; 255 none. */
  townBonus: Uint8Array;
  eventTown: Uint8Array;
  /** Crew symbols an event exhausts. */
  eventAdminister: Uint8Array;
  eventWork: Uint8Array;
  /** `[event * 5 + good]` */
  eventPay: Uint8Array;
  /** `[event * 8 + gain]` */
  eventGain: Uint8Array;
  eventBrag: Uint8Array;
  reputationResource: Uint8Array;
  /** `[token * 8 + gain]` */
  tokenGain: Uint8Array;
  tokenCrew: Uint8Array;
  /** Index into `benefitNames`. */
  tokenBenefit: Uint8Array;
  /** Symbols of each member; 10 crew cards, then 3 starting members. */
  crewAdminister: Uint8Array;
  crewWork: Uint8Array;
  buildingCost: Uint8Array;
  buildingText: readonly string[];
  buildingAmount: Int8Array;
  /** Lasting ability, 255 none. */
  buildingAbility: Uint8Array;
  /** Index into `nowNames`, 255 none. */
  buildingNow: Uint8Array;
  /** Index into `endNames`, 255 none; and the N of "per N". */
  buildingEnd: Uint8Array;
  buildingPer: Uint8Array;
}

const gainRow = (from: Readonly<Record<string, unknown>>, names: readonly string[]): number[] =>
  names.map((name) => (from[name] as number | undefined) ?? 0);
const bytes = (list: number[]): Uint8Array => Uint8Array.from(list);

/** All tables with these replacements, as `componentsSchema` has them. */
export const componentsWith = (over: Components): Components =>
  overlay({ towns, events, reputation, tokens, crew, buildings, numbers }, over);

/** Lays the tables out. */
export function makeTables(over: Components): Tables {
  const t = over.towns ?? towns;
  const e = over.events ?? events;
  const k = over.tokens ?? tokens;
  const b = over.buildings ?? buildings;
  const n = overlay(numbers, over.numbers);
  const members = [...(over.crew ?? crew).map((card) => card.skills), ...n.startCrew];
  const townOn = new Uint8Array(TOWNS);
  t.forEach((town, i) => {
    townOn[town.board * 3 + town.slot] = i;
  });
  const part = (ability: string, first: string, names: readonly string[]): number => {
    const [head, what] = ability.split('.');
    return head === first ? names.indexOf(what!) : 255;
  };
  return {
    numbers: n,
    townNames: t.map((town) => town.name),
    townRed: bytes(t.map((town) => (town.banner === 'red' ? 1 : 0))),
    townValue: bytes(t.map((town) => town.value)),
    townSpoils: bytes(t.map((town) => town.spoils)),
    townFee: bytes(t.map((town) => town.fee)),
    townOn,
    townGain: bytes(t.flatMap((town) => gainRow(town.action, gainNames))),
    townSell: bytes(t.map((town) => town.action.sell ?? 0)),
    townBuild: bytes(t.map((town) => town.action.build ?? 0)),
    townDiscount: bytes(t.map((town) => town.action.buildDiscount ?? 0)),
    townHire: bytes(t.map((town) => town.action.hire ?? 0)),
    townBrag: bytes(t.map((town) => town.action.brag ?? 0)),
    townBonus: bytes(t.map((town) => (town.workBonus ? gainNames.indexOf(town.workBonus) : 255))),
    eventTown: bytes(e.map((event) => event.town)),
    eventAdminister: bytes(e.map((event) => event.exhaust.administer ?? 0)),
    eventWork: bytes(e.map((event) => event.exhaust.work ?? 0)),
    eventPay: bytes(e.flatMap((event) => gainRow(event.pay, gainNames.slice(0, GOODS)))),
    eventGain: bytes(e.flatMap((event) => gainRow(event.reward, gainNames))),
    eventBrag: bytes(e.map((event) => event.reward.brag ?? 0)),
    reputationResource: bytes((over.reputation ?? reputation).map((card) => resourceNames.indexOf(card.resource))),
    tokenGain: bytes(k.flatMap((token) => gainRow(token.benefit, gainNames))),
    tokenCrew: bytes(k.map((token) => token.benefit.crew ?? 0)),
    tokenBenefit: bytes(k.map((token) => benefitNames.findIndex((name) => name in token.benefit))),
    crewAdminister: bytes(members.map((list) => list.filter((s) => s === 'administer').length)),
    crewWork: bytes(members.map((list) => list.filter((s) => s === 'work').length)),
    buildingCost: bytes(b.map((card) => card.cost)),
    buildingText: b.map((card) => `${card.ability} ${card.amount}`),
    buildingAmount: Int8Array.from(b, (card) => card.amount),
    buildingAbility: bytes(
      b.map((card) => {
        const i = (abilityNames as readonly string[]).indexOf(card.ability);
        return i < 0 ? 255 : i;
      }),
    ),
    buildingNow: bytes(b.map((card) => part(card.ability, 'now', nowNames))),
    buildingEnd: bytes(b.map((card) => part(card.ability, 'end', endNames))),
    buildingPer: bytes(b.map((card) => Number(/per(\d)$/.exec(card.ability)?.[1] ?? 0))),
  };
}
