/**
 * Component tables: read from data/*.json, checked by zod when this module loads, and laid out flat for the rules.
 * What never changes (tile kinds, card themes, names) is a constant; what options may replace is in `Tables`.
 */
import { z } from 'zod';
import { overlay } from '../../env/overlay.js';
import { UserError } from '../../env/user-error.js';
import airefJson from './data/airef.json' with { type: 'json' };
import boardJson from './data/board.json' with { type: 'json' };
import cardsJson from './data/cards.json' with { type: 'json' };
import itemsJson from './data/items.json' with { type: 'json' };
import monstersJson from './data/monsters.json' with { type: 'json' };
import rulebookJson from './data/rulebook.json' with { type: 'json' };

const count = z.int().min(0).max(60);
const resources = z.tuple([count, count, count, count]);
const theme = z.enum(['beast', 'cave', 'grove']);
const tier = z.int().min(1).max(3);
const place = z.tuple([z.int().min(0).max(7), z.int().min(0).max(7)]);
const slots = z.array(z.object({ at: place, rot: z.int().min(0).max(3) }));
const trio = z.array(z.string()).length(3);

const boardSchema = z.object({
  kinds: z.array(
    z.object({
      id: z.string(),
      yields: resources.optional(),
      starred: z.boolean().optional(),
      cardTier: tier.optional(),
      tokens: count.optional(),
      restockable: z.boolean().optional(),
      special: z.boolean().optional(),
      monster: z.string().optional(),
      monsterOnReveal: z.string().optional(),
    }),
  ),
  homes: z.array(place).length(4),
  slots: z.object({ home: slots.length(4), tier1: slots.length(12), tier2: slots.length(4) }),
  centre: z.array(place).length(4),
  coast: z.array(z.array(place).length(7)).length(4),
  homeTrios: z.array(trio).length(4),
  tier1Trios: z.array(trio).length(12),
  tier2Trios: z.array(trio).length(4),
  tier3: z.array(z.string()).length(4),
});

const cardFields = { id: z.string(), name: z.string(), tier, theme, count: z.int().min(0).max(8) };

const monsterSchema = z.object({
  ...cardFields,
  might: count,
  fame: count,
  loot: resources,
  beast: z.boolean(),
  troll: z.boolean(),
});
const cardSchema = z.object({ ...cardFields, effect: z.string() });

const cardsSchema = z.object({
  events: z.array(cardSchema).length(14),
  treasures: z.array(cardSchema).length(11),
  encounters: z.array(cardSchema.extend({ follower: z.boolean() })).length(9),
});

const itemsSchema = z.object({
  kinds: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        effect: z.string(),
        cost: count.optional(),
        stock: count.optional(),
        slots: z.int().min(1).max(2),
        bonus: z.int().min(-9).max(9),
      }),
    )
    .length(19),
  pieces: z.array(z.object({ kind: z.string(), count: z.int().min(1), card: z.string().optional() })),
  followers: z.array(z.object({ id: z.string(), name: z.string() })).length(8),
});

const costs = z.strictObject({
  knight: resources,
  boat: resources,
  warship: resources,
  market: resources,
  blacksmith: resources,
  fletcher: resources,
  chapel: resources,
  monastery: resources,
});

/** The numbers of an edition; resources are [food, wood, ore, gold]. */
const numbersSchema = z.strictObject({
  impressions: z.int().min(1).max(3).describe('How often the dragon is impressed before it leaves.'),
  fameThreshold: count.describe('Fame that impresses the dragon.'),
  goldThreshold: count.describe('Gold that impresses the dragon.'),
  starredThreshold: count.describe('Starred tiles that impress the dragon.'),
  dragonMight: count.describe('Might of the dragon, to which it adds its dice.'),
  treasurePerType: z.int().min(0).max(12).describe('Resources of each type in the hoard.'),
  exploreFame: count.describe('Fame for exploring.'),
  supportBonus: count.describe('What each supporting knight or warship adds.'),
  winnerFame: count.describe('Fame for winning against a knight.'),
  freeDice: z.int().min(1).max(4).describe('Dice a round without tax.'),
  foodPerExtraDie: z.int().min(1).max(60).describe('Food for each further die.'),
  maxDice: z.int().min(1).max(4).describe('Most dice a round.'),
  flags: z.int().min(1).max(60).describe('Flags a player has.'),
  items: z.int().min(1).max(2).describe('Item slots of a knight.'),
  followers: z.int().min(1).max(8).describe('Followers a knight may have.'),
  costs: costs.describe('Prices of the eight builds.'),
  thirdKnight: resources.describe('Price of the third knight (edition airef; else that of any knight).'),
  blacksmithUse: resources.describe('Price of one might at the blacksmith.'),
  fletcherUse: resources.describe('Price of one might at the fletcher.'),
  templeFame: count.describe('Fame for one might at the temple.'),
  mercenaryGold: count.describe('Gold for one might at the mercenary camp.'),
  chapelFame: count.describe('Fame for building the chapel.'),
  monasteryFame: count.describe('Fame for building the monastery.'),
  conquerMight: count.describe('Might that conquering a tile costs.'),
  conquerFame: count.describe('Fame that conquering a tile costs where no might is spent (edition airef).'),
  revoltFame: count.describe('Fame that a revolt costs (edition rulebook).'),
  peacefulRounds: count.describe('Rounds at the start without strife between players.'),
  startResources: resources.describe('What each player starts with.'),
});
type Numbers = z.output<typeof numbersSchema>;

/**
 * Replacements for the component tables, by id, laid over those of the edition field by field. Decks may shrink and
 * grow; pieces that do not exist cannot be added.
 */
export const overridesSchema = z.strictObject({
  numbers: numbersSchema
    .extend({ costs: costs.partial().describe('Prices of builds, each [food, wood, ore, gold].') })
    .partial()
    .optional()
    .describe('Numbers of the edition.'),
  monsters: z
    .record(
      z.string(),
      z.strictObject({
        might: count.optional(),
        fame: count.optional(),
        loot: resources.optional(),
        count: z.int().min(0).max(4).optional(),
      }),
    )
    .optional()
    .describe('Might, fame, loot and number of cards of monsters.'),
  cards: z
    .record(z.string(), z.strictObject({ count: z.int().min(0).max(4) }))
    .optional()
    .describe('Number of cards of events, treasures and encounters (the last two: at most as many as there are).'),
  items: z
    .record(
      z.string(),
      z.strictObject({ cost: count.optional(), stock: count.optional(), bonus: z.int().min(-9).max(9).optional() }),
    )
    .optional()
    .describe('Price and stock (at most as many as there are) of trader items; bonus of items that give one always.'),
});
export type Overrides = z.output<typeof overridesSchema>;

function check<T>(file: string, schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new Error(`data/${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
const board = check('board.json', boardSchema, boardJson);
const monsterList = check(
  'monsters.json',
  z.object({ monsters: z.array(monsterSchema).length(23) }),
  monstersJson,
).monsters;
const cardLists = check('cards.json', cardsSchema, cardsJson);
const itemData = check('items.json', itemsSchema, itemsJson);
const { about: _, ...rulebookOnly } = rulebookJson;
const rulebookNumbers: Numbers = check('rulebook.json', numbersSchema, rulebookOnly);
/** Edition airef: its numbers, and what its components have otherwise than the tables above. */
const airef = check(
  'airef.json',
  z.strictObject({
    about: z.string(),
    numbers: numbersSchema,
    hillTrios: z.array(trio).length(4),
    monsters: z.record(
      z.string(),
      z.strictObject({ fame: count.optional(), loot: resources.optional(), count: count.optional() }),
    ),
    cards: z.record(
      z.string(),
      z.strictObject({
        name: z.string().optional(),
        tier: tier.optional(),
        count: count.optional(),
        effect: z.string().optional(),
      }),
    ),
    items: z.record(
      z.string(),
      z.strictObject({
        effect: z.string().optional(),
        cost: count.optional(),
        stock: count.optional(),
        slots: z.int().min(1).max(2).optional(),
        bonus: z.int().optional(),
      }),
    ),
  }),
  airefJson,
);

/** Index of an id in one of the lists below; an unknown id is a mistake in our own tables. */
function at(list: readonly { id: string }[], id: string): number {
  const i = list.findIndex((x) => x.id === id);
  if (i < 0) throw new Error(`component tables: unknown id ${id}`);
  return i;
}

// --- tile kinds -----------------------------------------------------------------------------------------------

/** Names of tile kinds, in the order of their numbers. */
export const tileKinds: readonly string[] = board.kinds.map((k) => k.id);
export const KIND_HOME = at(board.kinds, 'home');
export const KIND_TEMPLE = at(board.kinds, 'temple');
export const KIND_TRADER = at(board.kinds, 'trader');
export const KIND_MERCENARY = at(board.kinds, 'mercenary');
export const KIND_DOOMSPIRE = at(board.kinds, 'doomspire');
export const KIND_WOLF_DEN = at(board.kinds, 'wolfDen');
export const KIND_BEAR_CAVE = at(board.kinds, 'bearCave');
const N_KINDS = tileKinds.length;
/** Yields of each kind: `[kind * 4 + resource]`. */
export const KIND_YIELD = new Uint8Array(N_KINDS * 4);
/** Yields more than one resource (homes do not count: decision 97). */
export const KIND_STARRED = new Uint8Array(N_KINDS);
/** Can be claimed: yields something and is no home. */
export const KIND_RESOURCE = new Uint8Array(N_KINDS);
/** Tier of the cards drawn there, 0 for none. */
export const KIND_TIER = new Uint8Array(N_KINDS);
/** Oasis: events put tokens back. */
export const KIND_OASIS = new Uint8Array(N_KINDS);
/** Tokens at the start. */
export const KIND_TOKENS = new Uint8Array(N_KINDS);
/** Temple, trader, mercenary camp: shared in peace. */
export const KIND_SPECIAL = new Uint8Array(N_KINDS);
board.kinds.forEach((k, i) => {
  (k.yields ?? []).forEach((n, r) => {
    KIND_YIELD[i * 4 + r] = n;
  });
  KIND_STARRED[i] = k.starred ? 1 : 0;
  KIND_RESOURCE[i] = k.yields && i !== KIND_HOME ? 1 : 0;
  KIND_TIER[i] = k.cardTier ?? 0;
  KIND_OASIS[i] = k.restockable ? 1 : 0;
  KIND_TOKENS[i] = k.tokens ?? 0;
  KIND_SPECIAL[i] = k.special ? 1 : 0;
});
const kindsOf = (trios: readonly (readonly string[])[]) => Uint8Array.from(trios.flat(), (id) => at(board.kinds, id));
/** Kinds of the trios (corner, right, below): `[trio * 3 + i]`, and of the four centre tiles. */
export const HOME_TRIOS = kindsOf(board.homeTrios);
export const TIER1_TRIOS = kindsOf(board.tier1Trios);
const RULEBOOK_HILLS = kindsOf(board.tier2Trios);
const AIREF_HILLS = kindsOf(airef.hillTrios);
export const TIER3_TILES = kindsOf([board.tier3]);

// --- monsters -------------------------------------------------------------------------------------------------

/** A monster as read. */
export type Monster = z.output<typeof monsterSchema>;
/** All monsters: 21 that come from decks, then the ghost knight and the thugs. A tile's byte is this index + 1. */
export const monsters: readonly Monster[] = monsterList;
export const WOLF = at(monsters, 'wolf');
export const BEAR = at(monsters, 'bear');
export const GHOST = at(monsters, 'ghost-knight');
export const THUGS = at(monsters, 'event-bandit');
export const DECK_MONSTERS = 21;
export const MONSTER_BEAST = Uint8Array.from(monsters, (m) => (m.beast ? 1 : 0));
export const MONSTER_TROLL = Uint8Array.from(monsters, (m) => (m.troll ? 1 : 0));

// --- cards ----------------------------------------------------------------------------------------------------

/** What a card is. */
type CardType = 'monster' | 'event' | 'treasure' | 'encounter';
/** One kind of card. */
export interface Card {
  id: string;
  name: string;
  type: CardType;
  tier: number;
  theme: 'beast' | 'cave' | 'grove';
  count: number;
  /** Terse effect; empty for monsters. */
  effect: string;
}
const typed = (type: CardType, list: readonly z.output<typeof cardSchema>[]): Card[] =>
  list.map(({ id, name, tier, theme, count, effect }) => ({ id, name, type, tier, theme, count, effect }));
/** The 55 kinds of card: 21 monsters (same index as in `monsters`), 14 events, 11 treasures, 9 encounters. */
export const cards: readonly Card[] = [
  ...typed(
    'monster',
    monsters.slice(0, DECK_MONSTERS).map((m) => ({ ...m, effect: '' })),
  ),
  ...typed('event', cardLists.events),
  ...typed('treasure', cardLists.treasures),
  ...typed('encounter', cardLists.encounters),
];
export const CARDS = cards.length;
/** Number of a card by its id. */
export const cardNumber = (id: string): number => at(cards, id);
/** Theme of each card: 0 beast, 1 cave, 2 grove. */
export const themes = ['beast', 'cave', 'grove'] as const;
export const CARD_THEME = Uint8Array.from(cards, (c) => themes.indexOf(c.theme));

// Numbers of single cards, literal so that the rules can switch on them; checked against the tables below.
export const EVENT_PESTS = 21;
export const EVENT_MARKET_DAY = 22;
export const EVENT_THUGS = 23;
export const EVENT_LANDSLIDE = 24;
export const EVENT_TRIAL = 25;
export const EVENT_STORM = 26;
export const EVENT_DRUID = 27;
export const EVENT_HUNGER = 28;
export const EVENT_BLESSING = 29;
export const EVENT_RICHES = 30;
export const EVENT_CURSE = 31;
export const EVENT_CROWS = 32;
export const EVENT_RAID = 33;
export const EVENT_SEA = 34;
export const TREASURE_SHIELD = 35;
export const TREASURE_RUSTY = 36;
export const TREASURE_TROLLSBANE = 37;
export const TREASURE_RING = 38;
export const TREASURE_LONG_SWORD = 39;
export const TREASURE_PORCUPINE = 40;
export const TREASURE_STONE = 41;
export const TREASURE_STAFF = 42;
export const TREASURE_ONE_RING = 43;
export const TREASURE_SECOND_RING = 44;
export const TREASURE_BLADE = 45;
/** Encounters 46-53 are the followers 0-7 in their order. */
export const ENCOUNTER_FIRST = 46;
export const ENCOUNTER_DOG = 46;
export const ENCOUNTER_MONK = 54;

// --- items and followers --------------------------------------------------------------------------------------

/** One kind of item. */
export interface ItemKind {
  id: string;
  name: string;
  effect: string;
  /** At the trader; absent where it sells none. */
  cost?: number | undefined;
  stock?: number | undefined;
  /** Item slots it fills. */
  slots: number;
  /** What it adds to every battle. */
  bonus: number;
}
export const itemKinds: readonly ItemKind[] = itemData.kinds;
export const SPEAR = 0;
export const BACKPACK = 1;
export const HELMET = 2;
export const HEDGEHOG = 3;
export const BOW_ITEM = 4;
export const ROBE = 5;
export const RUSTY = 6;
export const TROLLSBANE = 7;
export const RING_STUCK = 8;
export const RING_DRAGON = 9;
export const LONG_SWORD = 10;
export const PORCUPINE = 11;
export const HALF_SWORD = 12;
export const CLOUDSLICER = 13;
export const STAFF = 14;
export const ONE_RING = 15;
export const SECOND_RING = 16;
export const BLACK_BLADE = 17;
export const DAGGER = 18;
/** The first six kinds are the trader's goods. */
export const TRADER_KINDS = 6;

/** 24 pieces: their kind at first (the ring and the stone sword take their form when gained). */
export const PIECES = 24;
export const PIECE_KIND = new Uint8Array(PIECES);
/** The treasure card that a piece is, 255 for the trader's goods and the daggers. */
export const PIECE_CARD = new Uint8Array(PIECES).fill(255);
{
  let piece = 0;
  for (const p of itemData.pieces)
    for (let i = 0; i < p.count; i++) {
      PIECE_KIND[piece] = at(itemKinds, p.kind);
      if (p.card) PIECE_CARD[piece] = cardNumber(p.card);
      piece++;
    }
  if (piece !== PIECES) throw new Error('data/items.json: wanted 24 pieces');
}
/** First piece and number of pieces that a treasure card may become: `[card]`. */
export const CARD_PIECE = new Uint8Array(CARDS).fill(255);
for (let p = PIECES - 1; p >= 0; p--) if (PIECE_CARD[p] !== 255) CARD_PIECE[PIECE_CARD[p]!] = p;
export const PIECE_RING = PIECE_KIND.indexOf(RING_DRAGON);
export const PIECE_STONE = PIECE_KIND.indexOf(HALF_SWORD);
export const PIECE_BLADE = PIECE_KIND.indexOf(BLACK_BLADE);
export const PIECE_DAGGER = PIECE_KIND.indexOf(DAGGER);
export const PIECE_STAFF = PIECE_KIND.indexOf(STAFF);

export const followers = itemData.followers;
export const DOG = 0;
export const BEGGAR = 1;
export const PRIESTESS = 2;
export const MULE = 3;
export const GODMOTHER = 4;
export const MERCENARY = 5;
export const BRAWLER = 6;
export const WITCH = 7;

const literal: readonly [readonly { id: string }[], string, number][] = [
  [cards, 'hungry-pests', EVENT_PESTS],
  [cards, 'sea-monsters', EVENT_SEA],
  [cards, 'broken-shield', TREASURE_SHIELD],
  [cards, 'the-black-blade', TREASURE_BLADE],
  [cards, 'angry-dog', ENCOUNTER_DOG],
  [cards, 'wandering-monk', ENCOUNTER_MONK],
  [itemKinds, 'robe-of-the-salamander', ROBE],
  [itemKinds, 'ring-stuck', RING_STUCK],
  [itemKinds, 'runed-dagger', DAGGER],
  [itemData.followers, 'witch', WITCH],
];
for (const [list, id, number] of literal) if (at(list, id) !== number) throw new Error(`component tables: ${id} moved`);

// --- what options may replace ---------------------------------------------------------------------------------

/** Most cards a deck may hold. */
export const DECK_SIZE = 64;

/** Editions of the rules. */
export const editions = ['rulebook', 'airef'] as const;
export type Edition = (typeof editions)[number];
/** Decks of a tier in edition airef. */
export const PILES = 3;

/** The numbers of one set of options, flat. Made once per set of options, shared by all its states, never written. */
export interface Tables {
  /** The second edition: every rule that differs asks this. */
  readonly airef: boolean;
  readonly numbers: Numbers;
  /** Cards and items as this edition has them, in the same order as in `cards` and `itemKinds`. */
  readonly cards: readonly Card[];
  readonly items: readonly ItemKind[];
  /** Tier of each card: 0, 1, 2. */
  readonly cardTier: Uint8Array;
  /** Item slots that each kind of item fills. */
  readonly itemSlots: Uint8Array;
  /** Kinds of the hill trios (corner, right, below): `[trio * 3 + i]`. */
  readonly hillTrios: Uint8Array;
  /** Kinds of tiles where knights of several players meet in peace: `[kind]`. */
  readonly peaceful: Uint8Array;
  /** Price of the builds: `[build * 4 + resource]`; a ninth row for the third knight. */
  readonly buildCost: Uint8Array;
  /** Price of the uses (blacksmith, fletcher): `[use * 4 + resource]`. */
  readonly useCost: Uint8Array;
  readonly monsterMight: Uint8Array;
  readonly monsterFame: Uint8Array;
  /** `[monster * 4 + resource]` */
  readonly monsterLoot: Uint8Array;
  /** Copies of each card in its deck at the start. */
  readonly cardCount: Uint8Array;
  /** Price and stock of the trader's six kinds. */
  readonly itemCost: Uint8Array;
  readonly itemStock: Uint8Array;
  /** What an item kind adds to every battle. */
  readonly itemBonus: Int8Array;
}

/** What an edition is made of before options replace anything. */
interface Components {
  numbers: Numbers;
  monsters: readonly Monster[];
  cards: readonly Card[];
  items: readonly ItemKind[];
}
/** A list with some fields of some of its entries replaced. */
function patch<T extends { id: string }>(
  list: readonly T[],
  changes: Readonly<Record<string, Partial<Record<keyof T, unknown>>>>,
): T[] {
  const patched = list.map((x) => ({ ...x }));
  for (const [id, change] of Object.entries(changes)) Object.assign(patched[at(list, id)]!, change);
  return patched;
}
const componentsOf: Readonly<Record<Edition, Components>> = {
  rulebook: { numbers: rulebookNumbers, monsters, cards, items: itemKinds },
  airef: {
    numbers: airef.numbers,
    monsters: patch(monsters, airef.monsters),
    // Cards of monsters are counted with the monsters.
    cards: patch(
      patch(
        cards,
        Object.fromEntries(
          Object.entries(airef.monsters).flatMap(([id, m]) =>
            m.count === undefined ? [] : [[id, { count: m.count }]],
          ),
        ),
      ),
      airef.cards,
    ),
    items: patch(itemKinds, airef.items),
  },
};
/** Numbers that mean nothing in an edition. */
const withoutMeaning: Readonly<Record<Edition, readonly (keyof Numbers)[]>> = {
  rulebook: ['conquerFame', 'thirdKnight'],
  airef: ['impressions', 'revoltFame', 'fletcherUse', 'treasurePerType'],
};

/** All that `overridesSchema` may replace in an edition, with these replacements. */
export function componentsWith(edition: Edition, overrides: Overrides): Overrides {
  const { monsters, cards, items, numbers } = componentsOf[edition];
  const byId = <T extends { id: string }, U>(list: readonly T[], part: (one: T, i: number) => U) =>
    Object.fromEntries(list.map((one, i) => [one.id, part(one, i)]));
  const meant = Object.entries(numbers).filter(([name]) => !withoutMeaning[edition].includes(name as keyof Numbers));
  const whole: Overrides = {
    numbers: Object.fromEntries(meant),
    monsters: byId(monsters, ({ might, fame, loot, count }, i) => ({
      ...{ might, fame, loot },
      ...(i < DECK_MONSTERS && { count }),
    })),
    cards: byId(
      cards.filter(({ type }) => type !== 'monster'),
      ({ count }) => ({ count }),
    ),
    items: byId(
      items.slice(0, TRADER_KINDS).filter(({ stock = 0 }) => stock > 0),
      ({ cost, stock, bonus }) => ({ cost, stock, bonus }),
    ),
  };
  return overlay(whole, overrides);
}

/**
 * @param encounters whether encounter cards are in the decks
 * @throws UserError naming the id or number that cannot be
 */
export function makeTables(edition: Edition, overrides: Overrides, encounters: boolean): Tables {
  const { monsters, cards, items: itemKinds, numbers: ownNumbers } = componentsOf[edition];
  const wrong = (where: string, what: string): never => {
    throw new UserError(`option components.${where}: ${what}`);
  };
  const known = (where: string, list: readonly { id: string }[], id: string): number => {
    const i = list.findIndex((x) => x.id === id);
    return i >= 0 ? i : wrong(`${where}.${id}`, `no such id; one of ${list.map((x) => x.id).join(', ')}`);
  };
  for (const name of withoutMeaning[edition])
    if (overrides.numbers?.[name] !== undefined)
      wrong(`numbers.${name}`, `has no meaning in edition ${edition}: leave it out`);
  const numbers = overlay(ownNumbers, overrides.numbers);
  const cardTier = Uint8Array.from(cards, (c) => c.tier - 1);
  const monsterMight = Uint8Array.from(monsters, (m) => m.might);
  const monsterFame = Uint8Array.from(monsters, (m) => m.fame);
  const monsterLoot = Uint8Array.from(monsters.flatMap((m) => m.loot));
  const cardCount = Uint8Array.from(cards, (c) => (c.type === 'encounter' && !encounters ? 0 : c.count));
  const itemCost = Uint8Array.from(itemKinds.slice(0, TRADER_KINDS), (k) => k.cost ?? 0);
  const itemStock = Uint8Array.from(itemKinds.slice(0, TRADER_KINDS), (k) => k.stock ?? 0);
  const itemBonus = Int8Array.from(itemKinds, (k) => k.bonus);
  for (const [id, m] of Object.entries(overrides.monsters ?? {})) {
    const i = known('monsters', monsters, id);
    if (m.might !== undefined) monsterMight[i] = m.might;
    if (m.fame !== undefined) monsterFame[i] = m.fame;
    if (m.loot) monsterLoot.set(m.loot, i * 4);
    if (m.count !== undefined) {
      if (i >= DECK_MONSTERS) wrong(`monsters.${id}.count`, 'this monster has no cards');
      cardCount[i] = m.count;
    }
  }
  for (const [id, c] of Object.entries(overrides.cards ?? {})) {
    const i = known('cards', cards, id);
    const card = cards[i]!;
    if (card.type === 'monster') wrong(`cards.${id}`, 'give monsters under components.monsters');
    if (card.type !== 'event' && c.count > card.count) wrong(`cards.${id}.count`, `at most ${card.count} exist`);
    cardCount[i] = c.count;
  }
  for (const [id, item] of Object.entries(overrides.items ?? {})) {
    const i = known('items', itemKinds, id);
    if (item.bonus !== undefined) itemBonus[i] = item.bonus;
    if (item.cost === undefined && item.stock === undefined) continue;
    if (i >= TRADER_KINDS) wrong(`items.${id}`, 'only the trader sells: no cost and stock here');
    if (item.cost !== undefined) itemCost[i] = item.cost;
    const most = itemKinds[i]!.stock ?? 0;
    if (item.stock !== undefined && item.stock > most) wrong(`items.${id}.stock`, `at most ${most} exist`);
    if (item.stock !== undefined) itemStock[i] = item.stock;
  }
  for (let t = 0; t < 3; t++) {
    const size = cards.reduce((sum, _card, i) => sum + (cardTier[i] === t ? cardCount[i]! : 0), 0);
    if (size > DECK_SIZE) wrong('cards', `deck ${t + 1} would have ${size} cards, at most ${DECK_SIZE}`);
  }
  const { costs: price } = numbers;
  const buildOrder = [
    price.knight,
    price.boat,
    price.warship,
    price.market,
    price.blacksmith,
    price.fletcher,
    price.chapel,
    price.monastery,
    edition === 'airef' ? numbers.thirdKnight : price.knight,
  ];
  const peaceful = Uint8Array.from(KIND_SPECIAL);
  // Whoever declines to fight the dragon stays beside it, and others may come.
  if (edition === 'airef') peaceful[KIND_DOOMSPIRE] = 1;
  return {
    airef: edition === 'airef',
    numbers,
    cards,
    items: itemKinds,
    cardTier,
    itemSlots: Uint8Array.from(itemKinds, (k) => k.slots),
    hillTrios: edition === 'airef' ? AIREF_HILLS : RULEBOOK_HILLS,
    peaceful,
    buildCost: Uint8Array.from(buildOrder.flat()),
    useCost: Uint8Array.from([...numbers.blacksmithUse, ...numbers.fletcherUse]),
    monsterMight,
    monsterFame,
    monsterLoot,
    cardCount,
    itemCost,
    itemStock,
    itemBonus,
  };
}
