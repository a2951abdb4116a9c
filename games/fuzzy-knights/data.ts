/**
 * Component tables: read from data/*.json, checked by zod when this module loads, and laid out flat for the rules. The
 * option `components` replaces fields of them; the result is checked the same way.
 */
import { z } from 'zod';
import { idsOf } from '../../env/kit/ids.js';
import { overlay } from '../../env/overlay.js';
import citiesJson from './data/cities.json' with { type: 'json' };
import encountersJson from './data/encounters.json' with { type: 'json' };
import itemsJson from './data/items.json' with { type: 'json' };
import setupJson from './data/setup.json' with { type: 'json' };

const price = z.int().min(1).max(99);
const coins = z.int().min(0).max(99);
const perPlayer = z.int().min(0).max(6);
/** A d10 read as 10, 20 ... 100. */
const tens = z.int().min(10).max(100).multipleOf(10);
const dice = z
  .tuple([z.int().min(0).max(10), z.int().min(1).max(20), z.int().min(0).max(50)])
  .describe('[number, sides, bonus]');
const fiveDice = z.array(dice).length(5);

/** Rows `from`-`to` in ascending order that name a result for each of 10, 20 ... 100. */
const ranges = <T extends string>(results: readonly [T, ...T[]]) =>
  z.array(z.strictObject({ from: tens, to: tens, result: z.enum(results) })).superRefine((rows, context) => {
    let next = 10;
    rows.forEach((row, i) => {
      if (row.from !== next || row.to < row.from)
        context.addIssue({
          code: 'custom',
          path: [i],
          message: `is ${row.from}-${row.to}: rows must follow each other from 10 to 100, this one starts at ${next}`,
        });
      next = row.to + 10;
    });
    if (next !== 110) context.addIssue({ code: 'custom', message: `the rows end at ${next - 10}, 100 is wanted` });
  });

/** What a monster token may do, in the order of the numbers in `Tables.outcome`. */
export const outcomeNames = ['HARD_FIGHT', 'FIGHT', 'BRIBE', 'DEFECT'] as const;
export const OUTCOME = idsOf(outcomeNames);
/** Types of items. */
const itemTypes = ['mainHand', 'offHand', 'amulet'] as const;
export const itemTypeNames = ['main hand', 'off hand', 'amulet'] as const;
/** Rarities of items, levels 0-4 in arrays, 1-5 as best level (0: none). */
export const rarities = ['Common', 'Uncommon', 'Rare', 'Epic', 'Legendary'] as const;
export const ITEM_TYPES = itemTypes.length;
export const ITEM_LEVELS = rarities.length;
export const ITEM_KINDS = ITEM_TYPES * ITEM_LEVELS;
/** Types of tokens placed after a token roll. */
export const tokenNames = ['none', 'resource', 'item', 'monster'] as const;
export const TOKEN = idsOf(tokenNames);
/** Names of the two levels of ramparts. */
export const RAMPART_LEVELS = 2;
export const TIERS = 4;

const tokensPerPlayer = z.strictObject({ item: perPlayer, resource: perPlayer, monster: perPlayer, mine: perPlayer });
const setupSchema = z.strictObject({
  tokensPerPlayer: tokensPerPlayer
    .refine((t) => t.item + t.resource + t.monster + t.mine <= 20, 'more than 20 tokens a player: no room for cities')
    .describe('Tokens on the board at the start, for each player.'),
  startCoins: coins.describe('Coins in the treasury at the start.'),
  anchorDie: z.int().min(1).max(20).describe('Sides of the die for the anchor.'),
  capitalTier: z.int().min(1).max(TIERS).describe('Tier of a capital when it is placed.'),
  capitalRamparts: z.int().min(0).max(RAMPART_LEVELS).describe('Rampart levels of a capital when it is placed.'),
  capitalCamp: z.boolean().describe('Whether a capital has a Mercenary Camp when it is placed.'),
  cityIncome: coins.describe('Coins a city gives each day, beside the reward of its tier.'),
  mineIncome: coins.describe('Coins a mine gives each day.'),
  tokenRollFromDay: z.int().min(1).max(200).describe('First day of token rolls.'),
  tokenRollMin: tens.describe('Least roll that places a token.'),
  tokenTypes: z
    .array(z.enum(['resource', 'item', 'monster']))
    .min(1)
    .max(20)
    .describe('Type of the placed token, side by side of its die.'),
});

const tier = z.strictObject({ name: z.string().min(1).max(20), cost: price, reward: coins });
const rampart = z.strictObject({
  name: z.string().min(1).max(20),
  cost: price,
  needsTier: z.int().min(1).max(TIERS),
});
const citiesSchema = z.strictObject({
  tiers: z.array(tier).length(TIERS).describe('The four tiers of a city: price and daily reward (not cumulative).'),
  ramparts: z.array(rampart).length(RAMPART_LEVELS).describe('The two levels of ramparts.'),
  campCost: price.describe('Price of a Mercenary Camp.'),
  heroCost: price.describe('Price of a hero.'),
  mercenaryCost: price.describe('Price of a mercenary.'),
  foundingPerPlayerCount: z
    .int()
    .min(0)
    .max(10)
    .describe('Who has this many cities times the number of players founds no more.'),
  cityRoll: dice.describe('What a city rolls in battle.'),
  heroRoll: dice.describe('What a hero rolls in battle, items apart.'),
  mercenaryDie: z.int().min(1).max(20).describe('Sides of the die each mercenary rolls in battle.'),
  movement: dice
    .refine(([n, sides, bonus]) => n * sides + bonus <= 200, 'more than 200 movement points')
    .describe('Movement points of a hero.'),
  siegeMovement: z.int().min(1).max(200).describe('Movement points needed for a siege after the movement roll.'),
  garrisonActions: z.int().min(0).max(20).describe('Garrison actions in one activation.'),
  coinsPerToken: z.int().min(1).max(99).describe('Coins of a dead hero that make one resource token.'),
});

const encountersSchema = z.strictObject({
  monsters: ranges(outcomeNames).describe('What a monster token does.'),
  hardFight: dice.describe('Monsters in a hard fight.'),
  fight: dice.describe('Monsters in a fight.'),
  bribe: dice.describe('Monsters that may be bribed.'),
  defect: dice.describe('Monsters that join for free.'),
  bribeCost: price.describe('Price of one monster that may be bribed.'),
  monsterDie: z.int().min(1).max(20).describe('Sides of the die each monster rolls in battle.'),
  guardiansFrom: z
    .int()
    .min(10)
    .max(110)
    .multipleOf(10)
    .describe('Least roll that meets guardians in a mine; 110: never.'),
  guardians: z.array(dice).length(TIERS).describe('Guardians by the highest city tier of any player.'),
  captureBonus: coins.describe('Coins for taking a mine.'),
  largeCacheFrom: z.int().min(10).max(110).multipleOf(10).describe('Least roll of a large cache; 110: never.'),
  smallCache: dice.describe('Coins of a small cache.'),
  largeCache: dice.describe('Coins of a large cache.'),
});

const itemsSchema = z.strictObject({
  types: ranges(itemTypes).describe('Type of an item.'),
  rarityFrom: z.int().min(10).max(110).multipleOf(10).describe('Least roll that raises rarity; 110: never.'),
  mainHand: fiveDice.describe('Main hand items, common to legendary.'),
  offHand: fiveDice.describe('Off hand items, common to legendary.'),
  amulet: fiveDice.describe('Amulets, common to legendary.'),
});

const sections = { setup: setupSchema, cities: citiesSchema, encounters: encountersSchema, items: itemsSchema };
/** All component tables. */
export type Components = { [K in keyof typeof sections]: z.output<(typeof sections)[K]> };

/** Parts of the tables to replace, laid over the files of the same names field by field; lists are replaced whole. */
export const componentsSchema = z.strictObject({
  setup: setupSchema
    .extend({
      tokensPerPlayer: tokensPerPlayer.partial().describe('Tokens on the board at the start, for each player.'),
    })
    .partial()
    .superRefine((given, context) => {
      const whole = setupSchema.safeParse(overlay(rulebook.setup, given));
      for (const { path, message } of whole.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    })
    .optional()
    .describe('Set-up, income and token rolls.'),
  cities: citiesSchema.partial().optional().describe('Cities, buildings, recruitment, heroes.'),
  encounters: encountersSchema.partial().optional().describe('Monsters, mines and caches.'),
  items: itemsSchema.partial().optional().describe('Items.'),
});
export type ComponentsInput = z.output<typeof componentsSchema>;

function check<T>(file: string, schema: z.ZodType<T>, json: { about: string }): T {
  const { about: _, ...rest } = json;
  const parsed = schema.safeParse(rest);
  if (!parsed.success) throw new Error(`data/${file}.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The tables of the rulebook. */
export const rulebook: Components = {
  setup: check('setup', setupSchema, setupJson),
  cities: check('cities', citiesSchema, citiesJson),
  encounters: check('encounters', encountersSchema, encountersJson),
  items: check('items', itemsSchema, itemsJson),
};

/** The tables as the rules read them. Dice are `[number, sides, bonus]` one after the other. */
export interface Tables {
  setup: Components['setup'];
  cities: Components['cities'];
  encounters: Components['encounters'];
  /** Price of tier t at `[t]`, 1-4; daily reward likewise. */
  tierCost: Uint8Array;
  tierReward: Uint8Array;
  /** Price of rampart level l at `[l]`, 1-2; tier it needs. */
  rampartCost: Uint8Array;
  rampartNeeds: Uint8Array;
  /** What a monster token does, by d10 1-10. */
  outcome: Uint8Array;
  /** Number of monsters, by outcome. */
  monsterDice: Uint8Array;
  /** Number of guardians of highest tier t at `[t * 3]`, 1-4. */
  guardianDice: Uint8Array;
  /** Type of an item, by d10 1-10. */
  itemType: Uint8Array;
  /** Least d10 that raises rarity. */
  rarityFrom: number;
  /** Dice of an item of type y and level 1-5 at `[(y * 6 + level) * 3]`; level 0 is no item and rolls nothing. */
  itemDice: Uint8Array;
  /** Mean of those dice at `[y * 6 + level]`. */
  itemMean: Float64Array;
  /** Mean roll of a hero without items, of a city, of a mercenary. */
  heroMean: number;
  cityMean: number;
  mercenaryMean: number;
  /** Type of a placed token by side of its die, from 0. */
  tokenType: Uint8Array;
}

/** All tables with these replacements, as `componentsSchema` has them. */
export const componentsWith = (over: ComponentsInput): Components => overlay(rulebook, over);

/** The tables with these replacements, laid out flat. */
export function makeTables(over: ComponentsInput): Tables {
  const { setup, cities, encounters, items } = overlay(rulebook, over);
  const mean = ([n, sides, bonus]: [number, number, number]) => (n * (sides + 1)) / 2 + bonus;
  const itemDice = new Uint8Array(54);
  const itemMean = new Float64Array(18);
  itemTypes.forEach((type, y) => {
    items[type].forEach((roll, level) => {
      itemDice.set(roll, (y * 6 + level + 1) * 3);
      itemMean[y * 6 + level + 1] = mean(roll);
    });
  });
  return {
    setup,
    cities,
    encounters,
    tierCost: Uint8Array.of(0, ...cities.tiers.map((t) => t.cost)),
    tierReward: Uint8Array.of(0, ...cities.tiers.map((t) => t.reward)),
    rampartCost: Uint8Array.of(0, ...cities.ramparts.map((r) => r.cost)),
    rampartNeeds: Uint8Array.of(0, ...cities.ramparts.map((r) => r.needsTier)),
    outcome: byTen(encounters.monsters, outcomeNames),
    monsterDice: Uint8Array.of(...encounters.hardFight, ...encounters.fight, ...encounters.bribe, ...encounters.defect),
    guardianDice: Uint8Array.of(0, 0, 0, ...encounters.guardians.flat()),
    itemType: byTen(items.types, itemTypes),
    rarityFrom: items.rarityFrom / 10,
    itemDice,
    itemMean,
    heroMean: mean(cities.heroRoll),
    cityMean: mean(cities.cityRoll),
    mercenaryMean: mean([1, cities.mercenaryDie, 0]),
    tokenType: Uint8Array.from(setup.tokenTypes, (type) => tokenNames.indexOf(type)),
  };
}

function byTen<T extends string>(rows: { from: number; to: number; result: T }[], names: readonly T[]): Uint8Array {
  const out = new Uint8Array(11);
  for (const row of rows) out.fill(names.indexOf(row.result), row.from / 10, row.to / 10 + 1);
  return out;
}
