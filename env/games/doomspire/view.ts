/**
 * A position as one seat knows it, as plain JSON, and back. Everything public is in it, the pending decision and the
 * procedures under way included, so that the game can go on from it. What nobody knows is told as what is known of it:
 * decks as numbers of unseen cards, face-down tiles as `kind: null`.
 *
 * Reading a view checks every field and then the position as a whole; hidden facts are filled in arbitrarily.
 */

import { z } from 'zod';
import {
  CARD_THEME,
  CARDS,
  CLOUDSLICER,
  cards,
  DECK_SIZE,
  followers,
  HALF_SWORD,
  HOME_TRIOS,
  itemKinds,
  KIND_DOOMSPIRE,
  KIND_TIER,
  monsters,
  PIECE_KIND,
  PIECE_RING,
  PIECE_STONE,
  PIECES,
  PILES,
  RING_DRAGON,
  RING_STUCK,
  TIER1_TRIOS,
  TIER3_TILES,
  TRADER_KINDS,
  TREASURE_STONE,
  themes,
  tileKinds,
} from './data.js';
import { CENTRE, HOME_SEAT, HOME_SLOTS, REGION, SLOT_TILES, TIER1_SLOTS, TIER2_SLOTS } from './geometry.js';
import { violations } from './invariants.js';
import { boatNames, knightNames, tileNames } from './names.js';
import { type DoomspireOptions, optionsSchema } from './options.js';
import { listActions } from './rules/masks.js';
import { pileTop, underSword } from './rules/pieces.js';
import * as S from './state.js';
import { ABSENT, GONE, NEUTRAL, ON_TILE, type Position, promptNames, UNUSED } from './state.js';
import { stepProblem } from './steps.js';
import { resourceNames, seatNames, zoneNames } from './terms.js';

// --- words for numbers ----------------------------------------------------------------------------------------

/** How one number of a position is written in JSON. */
interface Codec {
  schema: z.ZodType<unknown>;
  write(n: number): unknown;
  read(v: unknown): number;
}
const numberBetween = (min: number, max: number): Codec => ({
  schema: z.int().min(min).max(max),
  write: (n) => n,
  read: (v) => v as number,
});
const yes: Codec = { schema: z.boolean(), write: (n) => n === 1, read: (v) => (v ? 1 : 0) };
/** One of a list of words; `null` for -1. */
function word(list: readonly string[]): Codec {
  const numbers = new Map(list.map((w, i) => [w, i]));
  return {
    schema: z.enum(list).nullable(),
    write: (n) => (n < 0 ? null : list[n]!),
    read: (v) => (v === null ? -1 : numbers.get(v as string)!),
  };
}
/** A number from 0, `null` for -1. */
const orNone = (max: number): Codec => ({
  schema: z.int().min(0).max(max).nullable(),
  write: (n) => (n < 0 ? null : n),
  read: (v) => (v === null ? -1 : (v as number)),
});

const cardIds = cards.map((c) => c.id);
const monsterIds = monsters.map((m) => m.id);
const itemIds = itemKinds.map((k) => k.id);
const followerIds = followers.map((f) => f.id);
const phases = ['roll', 'movement', 'harvest', 'titles'];
const procedures = [
  'none',
  'turn',
  'walk',
  'arrive',
  'fight',
  'retreat',
  'lose',
  'overflow',
  'card',
  'doomspire',
  'harvest',
  'titles',
  'roll',
  'beggar',
  'exchange window',
];
const buildingNames = ['market', 'blacksmith', 'fletcher', 'chapel', 'monastery', 'warship'];

const seat = word(seatNames);
const tile = word(tileNames);
const knight = word(knightNames);
const zone = word(zoneNames);
const resource = word(resourceNames);
const card = word(cardIds);

/** Groups of single numbers: where each is in `g` or `fight`, and how it is written. */
type Fields = Record<string, readonly [index: number, codec: Codec]>;
const groups = {
  round: {
    number: [S.ROUND, numberBetween(1, 1000)],
    phase: [S.PHASE, word(phases)],
    firstPlayer: [S.TOKEN, seat],
    turnsBegun: [S.TURN, numberBetween(0, 4)],
    mover: [S.MOVER, seat],
    foodPerExtraDie: [S.TAX, numberBetween(1, 120)],
    taxDoubles: [S.TAX_NEXT, yes],
    marketDay: [S.MARKET_DAY, yes],
  },
  end: {
    over: [S.OVER, yes],
    truncated: [S.TRUNCATED, yes],
    how: [S.ENDING, word(S.endings)],
    king: [S.KING, seat],
    hand: [S.HAND, seat],
    conceded: [S.CONCEDED, numberBetween(0, 3)],
  },
  hoard: {
    found: [S.SPIRE_REVEALED, yes],
    impressions: [S.IMPRESSIONS, numberBetween(0, 3)],
    stacksLeft: [S.STACKS_LEFT, numberBetween(0, 3)],
    explored: [S.REVEALS, numberBetween(0, 16)],
    resourcesToChoose: [S.REWARD, numberBetween(0, 2)],
  },
  turn: {
    die: [S.DIE, numberBetween(0, 3)],
    unit: [S.UNIT_CHOSEN, orNone(4)],
    boatTo: [S.BOAT_TARGET, zone],
    passenger: [S.PASSENGER, knight],
    itemOperation: [S.ITEM_OPERATION, orNone(5)],
    offered: [S.OFFERED, yes],
    partner: [S.PARTNER, seat],
    give: [S.GIVE, resource],
    want: [S.WANT, resource],
    exchange: [S.EXCHANGE, orNone(13)],
    given: [S.GIVEN, numberBetween(0, 15)],
    received: [S.RECEIVED, numberBetween(0, 15)],
    power: [S.POWER, numberBetween(0, 12)],
    used: [S.USED, numberBetween(0, 7)],
    outcome: [S.OUTCOME, numberBetween(0, 3)],
    lastCard: [S.LAST_CARD, card],
  },
  card: {
    card: [S.CARD, card],
    knight: [S.CARD_KNIGHT, knight],
    tile: [S.CARD_TILE, tile],
    option: [S.CARD_OPTION, orNone(3)],
    player: [S.CARD_PLAYER, seat],
    roll: [S.CARD_ROLL, numberBetween(0, 6)],
    replies: [S.CARD_REPLIES, numberBetween(0, 8)],
    boat: [S.CARD_BOAT, word(boatNames)],
    gain: [S.CARD_GAIN, orNone(PIECES - 1)],
  },
  prompt: {
    name: [S.PROMPT, word(promptNames)],
    actor: [S.ACTOR, seat],
    knight: [S.FOCUS_KNIGHT, knight],
    tile: [S.FOCUS_TILE, tile],
  },
} satisfies Record<string, Fields>;
const fightKinds = ['none', 'monster', 'knights', 'dragon'];
const strength = numberBetween(-60, 400);
const fightFields = {
  kind: [S.FIGHT_KIND, word(fightKinds)],
  attacker: [S.FIGHT_ATTACKER, knight],
  defender: [S.FIGHT_DEFENDER, knight],
  monster: [S.FIGHT_MONSTER, word(monsterIds)],
  tile: [S.FIGHT_TILE, tile],
  bowShot: [S.FIGHT_SHOT, yes],
  event: [S.FIGHT_EVENT, yes],
  block: [S.FIGHT_BLOCK, yes],
  attackerDice: [S.FIGHT_DICE_A, numberBetween(0, 6)],
  defenderDice: [S.FIGHT_DICE_D, numberBetween(0, 6)],
  attackerBase: [S.FIGHT_BASE_A, strength],
  defenderBase: [S.FIGHT_BASE_D, strength],
  attackerSupport: [S.FIGHT_HELP_A, strength],
  defenderSupport: [S.FIGHT_HELP_D, strength],
  attackerBonus: [S.FIGHT_BONUS_A, strength],
  defenderBonus: [S.FIGHT_BONUS_D, strength],
  attackerUsed: [S.FIGHT_USED_A, numberBetween(0, 63)],
  defenderUsed: [S.FIGHT_USED_D, numberBetween(0, 63)],
  asked: [S.FIGHT_ASKED, numberBetween(0, 3)],
  side: [S.FIGHT_SIDE, numberBetween(0, 1)],
  result: [S.FIGHT_RESULT, numberBetween(0, 3)],
  fleeRoll: [S.FIGHT_FLEE, numberBetween(0, 3)],
  attackerWitch: [S.FIGHT_WITCH_A, numberBetween(0, 3)],
  defenderWitch: [S.FIGHT_WITCH_D, numberBetween(0, 3)],
  godmothers: [S.FIGHT_GODMOTHERS, numberBetween(0, 15)],
  passed: [S.FIGHT_PASSED, numberBetween(0, 3)],
  blade: [S.FIGHT_BLADE, yes],
  rolls: [S.FIGHT_ROLLS, numberBetween(0, 20000)],
} satisfies Fields;

function writeFields(fields: Fields, from: Int16Array): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, [index, codec]]) => [name, codec.write(from[index]!)]));
}
function readFields(fields: Fields, values: Record<string, unknown>, to: Int16Array): void {
  for (const [name, [index, codec]] of Object.entries(fields)) to[index] = codec.read(values[name]);
}
const fieldsSchema = (fields: Fields) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, [, codec]]) => [name, codec.schema])));

// --- schema ---------------------------------------------------------------------------------------------------

const byte = (max: number) => z.int().min(0).max(max);
const wares = z.strictObject({
  food: byte(65535),
  wood: byte(65535),
  ore: byte(65535),
  gold: byte(65535),
});
/** Dice showing 1, 2, 3. */
const dice = z.tuple([byte(4), byte(4), byte(4)]);
const places: string[] = [...knightNames, ...tileNames, 'unused', 'gone'];
const owners: string[] = [...seatNames, 'neutral'];

const tileSchema = z.strictObject({
  at: z.enum(tileNames),
  kind: z.enum(tileKinds).nullable(),
  owner: z.enum(owners).optional(),
  monster: z.enum(monsterIds).optional(),
  monsterIsCard: z.literal(true).optional(),
  sleepsFor: z.enum(knightNames).optional(),
  tokens: byte(255).optional(),
  sword: z.literal(true).optional(),
  harvestBy: z.enum(seatNames).optional(),
  harvested: z.literal(true).optional(),
});
const knightSchema = z.strictObject({
  tile: z.enum(tileNames).nullable(),
  acted: z.boolean(),
  stays: z.boolean(),
});
const playerSchema = z.strictObject({
  seat: z.enum(seatNames),
  fame: byte(250),
  might: byte(250),
  resources: wares,
  buildings: z.array(z.enum(buildingNames)).max(6),
  impressions: byte(3),
  conceded: byte(3),
  knights: z.array(knightSchema).length(3),
  boats: z.array(z.enum(zoneNames).nullable()).length(2),
  dice,
  rolled: dice,
  extraDice: byte(3).nullable(),
});
const deckSchema = z.strictObject({
  tier: byte(3),
  cards: byte(DECK_SIZE),
  top: z.enum(themes).nullable(),
  unseen: z.record(z.string(), z.int().min(1).max(DECK_SIZE)),
  discard: z.array(z.enum(cardIds)).max(DECK_SIZE),
  piles: z
    .array(
      z.strictObject({
        cards: byte(DECK_SIZE),
        top: z.enum(themes).nullable(),
        sword: z.literal(true).optional(),
        under: z.enum(themes).optional(),
      }),
    )
    .length(PILES)
    .optional(),
});
const frameSchema = z.strictObject({
  procedure: z.enum(procedures),
  step: z.int().min(0).max(1023),
  arguments: z.array(z.int().min(-1).max(255)).length(4),
});

/** The format of a view. Bump the number when a field changes its meaning. */
export const viewSchema = z.strictObject({
  game: z.literal('doomspire'),
  format: z.literal(1),
  seat: z.int().min(0).max(3),
  options: optionsSchema,
  round: fieldsSchema(groups.round),
  prompt: fieldsSchema(groups.prompt),
  players: z.array(playerSchema).length(4),
  tiles: z.array(tileSchema).length(64),
  items: z
    .array(
      z.strictObject({
        kind: z.enum(itemIds),
        place: z.enum(places),
        dropped: z.literal(true).optional(),
        picked: z.literal(true).optional(),
        lastHolder: z.enum(seatNames).optional(),
      }),
    )
    .length(PIECES),
  ringFreed: z.boolean(),
  followers: z.array(z.strictObject({ kind: z.enum(followerIds), place: z.enum(places) })).length(8),
  decks: z.array(deckSchema).length(3),
  hidden: z.array(z.strictObject({ kind: z.enum(tileKinds), tokens: byte(255) })).max(16),
  trader: z.array(byte(60)).length(TRADER_KINDS),
  hoard: fieldsSchema(groups.hoard),
  stacks: z.array(z.strictObject({ taken: z.boolean(), resources: wares })).length(3),
  turn: fieldsSchema(groups.turn),
  card: fieldsSchema(groups.card),
  fight: fieldsSchema(fightFields).nullable(),
  choosingDice: z.boolean(),
  stack: z.array(frameSchema).max(S.STACK_DEPTH),
  dragon: z.strictObject({ die: byte(3), eaten: z.array(z.enum(knightNames)).max(12) }).optional(),
  end: fieldsSchema(groups.end),
  places: z.array(byte(3)).length(4).nullable(),
});
/** A position as one seat knows it. */
export type DoomspireView = z.output<typeof viewSchema>;

// --- writing --------------------------------------------------------------------------------------------------

const amounts = (list: ArrayLike<number>, at: number) => ({
  food: list[at]!,
  wood: list[at + 1]!,
  ore: list[at + 2]!,
  gold: list[at + 3]!,
});
const placeName = (n: number): string =>
  n === UNUSED ? 'unused' : n === GONE ? 'gone' : n >= ON_TILE ? tileNames[n - ON_TILE]! : knightNames[n - 1]!;

/** The position as `viewer` knows it. Equal for positions that differ only in what this seat cannot know. */
export function view(s: Position, viewer: number): DoomspireView {
  const choosing = s.marks[1] === 1;
  const secret = choosing && s.options.diceChoice === 'hidden';
  const hidden: { kind: string; tokens: number }[] = [];
  const tiles = tileNames.map((at, t) => {
    if (!s.explored[t]) {
      hidden.push({ kind: tileKinds[s.kind[t]!]!, tokens: s.tokens[t]! });
      return { at, kind: null };
    }
    const out: z.output<typeof tileSchema> = { at, kind: tileKinds[s.kind[t]!]! };
    if (s.owner[t]) out.owner = owners[s.owner[t]! - 1]!;
    if (s.monster[t]) out.monster = monsterIds[s.monster[t]! - 1]!;
    if (s.monsterCard[t]) out.monsterIsCard = true;
    if (s.dormant[t]) out.sleepsFor = knightNames[s.dormant[t]! - 1]!;
    if (s.tokens[t]) out.tokens = s.tokens[t]!;
    if (s.sword[t]) out.sword = true;
    if (s.harvestBy[t]) out.harvestBy = seatNames[(s.harvestBy[t]! - 1) & 3]!;
    if (s.harvestBy[t]! > S.TAKEN) out.harvested = true;
    return out;
  });
  // Which kinds are still face down is known, and how many tokens each has; where they are is not: sorted.
  const order = (x: { kind: string; tokens: number }) => `${x.kind} ${String(x.tokens).padStart(3, '0')}`;
  hidden.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
  return {
    game: 'doomspire',
    format: 1,
    seat: viewer,
    options: s.options,
    round: writeFields(groups.round, s.g),
    prompt: writeFields(groups.prompt, s.g),
    players: seatNames.map((name, p) => ({
      seat: name,
      fame: s.fame[p]!,
      might: s.might[p]!,
      resources: amounts(s.resources, p * 4),
      buildings: buildingNames.filter((_, b) => (s.buildings[p]! >> b) & 1),
      impressions: s.stacks[p]!,
      conceded: s.concededOrder[p]!,
      knights: [0, 1, 2].map((i) => {
        const k = p * 3 + i;
        return {
          tile: s.knightTile[k] === ABSENT ? null : tileNames[s.knightTile[k]!]!,
          acted: s.acted[k] === 1,
          stays: s.halted[k] === 1,
        };
      }),
      boats: [0, 1].map((b) => (s.boatZone[p * 2 + b] === ABSENT ? null : zoneNames[s.boatZone[p * 2 + b]!]!)),
      dice: [s.dice[p * 3]!, s.dice[p * 3 + 1]!, s.dice[p * 3 + 2]!] as [number, number, number],
      rolled: [s.rolled[p * 3]!, s.rolled[p * 3 + 1]!, s.rolled[p * 3 + 2]!] as [number, number, number],
      extraDice: secret && p !== viewer ? null : s.extraDice[p]!,
    })),
    tiles,
    items: Array.from({ length: PIECES }, (_, p) => ({
      kind: itemIds[s.itemKind[p]!]!,
      place: placeName(s.itemPlace[p]!),
      ...(s.itemTouched[p]! & S.DROPPED ? { dropped: true as const } : {}),
      ...(s.itemTouched[p]! & S.PICKED ? { picked: true as const } : {}),
      ...(s.itemOwner[p] ? { lastHolder: seatNames[s.itemOwner[p]! - 1]! } : {}),
    })),
    ringFreed: s.marks[0] === 1,
    followers: followerIds.map((kind, f) => ({ kind, place: placeName(s.followerPlace[f]!) })),
    decks: [0, 1, 2].map((tier) => {
      const n = s.deckSize[tier]!;
      const base = tier * DECK_SIZE;
      const count = new Uint8Array(CARDS);
      for (let i = 0; i < n; i++) count[s.deckCards[base + i]!]!++;
      return {
        tier: tier + 1,
        cards: n,
        // Three decks a tier have three tops, told with each of them.
        top: n === 0 || s.tables.airef ? null : themes[CARD_THEME[s.deckCards[base + n - 1]!]!]!,
        unseen: Object.fromEntries(cardIds.flatMap((id, c) => (count[c] ? [[id, count[c]!]] : []))),
        discard: Array.from(s.discardCards.subarray(base, base + s.discardSize[tier]!), (c) => cardIds[c]!),
        ...(s.tables.airef ? { piles: pilesOf(s, tier) } : {}),
      };
    }),
    hidden,
    trader: Array.from(s.traderStock),
    hoard: writeFields(groups.hoard, s.g),
    stacks: [0, 1, 2].map((i) => ({ taken: s.stackTaken[i] === 1, resources: amounts(s.stackContents, i * 4) })),
    turn: writeFields(groups.turn, s.g),
    card: writeFields(groups.card, s.g),
    fight: s.fight[S.FIGHT_KIND] ? writeFields(fightFields, s.fight) : null,
    choosingDice: choosing,
    stack: Array.from({ length: s.g[S.DEPTH]! }, (_, i) => ({
      procedure: procedures[s.frames[i * S.FRAME]!]!,
      step: s.frames[i * S.FRAME + 1]!,
      arguments: Array.from(s.frames.subarray(i * S.FRAME + 2, i * S.FRAME + 6)),
    })),
    end: writeFields(groups.end, s.g),
    places: s.g[S.OVER] ? Array.from(s.finalPlaces) : null,
    ...(s.tables.airef
      ? { dragon: { die: s.g[S.DRAGON_DIE]!, eaten: knightNames.filter((_, k) => s.eaten[k] === 1) } }
      : {}),
  };
}
/** The three decks of a tier: cards left, theme on top, whether the sword in a stone is known to lie there and on what. */
const pilesOf = (s: Position, tier: number) =>
  Array.from({ length: PILES }, (_, pile) => {
    const n = s.pileSize[tier * PILES + pile]!;
    const under = underSword(s, tier, pile);
    return {
      cards: n,
      top: n === 0 ? null : themes[CARD_THEME[s.deckCards[pileTop(s, tier, pile)]!]!]!,
      ...(s.swordPile[0] === tier * PILES + pile + 1 ? { sword: true as const } : {}),
      ...(under >= 0 ? { under: themes[CARD_THEME[s.deckCards[under]!]!]! } : {}),
    };
  });

// --- reading --------------------------------------------------------------------------------------------------

/** @throws Error naming the field */
const wrong = (path: string, what: string): never => {
  throw new Error(`${path}: ${what}`);
};

/** Number of a place name in `itemPlace` or `followerPlace`. */
function placeNumber(name: string): number {
  if (name === 'unused') return UNUSED;
  if (name === 'gone') return GONE;
  const k = knightNames.indexOf(name);
  return k >= 0 ? k + 1 : ON_TILE + tileNames.indexOf(name);
}

/** Orders of n things, the first one the identity. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n - 1, ...rest.slice(at)]),
  );
}

/** The trios must lie in their slots, each once; slots not turned over yet take what is left. */
function layTrios(s: Position, trios: Uint8Array, firstSlot: number, what: string): void {
  const n = trios.length / 3;
  const fits = (slot: number, trio: number): boolean => {
    for (let i = 0; i < 3; i++) {
      const t = SLOT_TILES[(firstSlot + slot) * 3 + i]!;
      if (s.explored[t] && s.kind[t] !== trios[trio * 3 + i]) return false;
    }
    return true;
  };
  // Trios that are face up name themselves, so this tries few orders; with four face down at most 24.
  const used = new Uint8Array(n);
  const of: number[] = [];
  const lay = (slot: number): boolean => {
    if (slot === n) return true;
    for (let trio = 0; trio < n; trio++) {
      if (used[trio] || !fits(slot, trio)) continue;
      used[trio] = 1;
      of[slot] = trio;
      if (lay(slot + 1)) return true;
      used[trio] = 0;
    }
    return false;
  };
  if (!lay(0)) wrong('tiles', `the ${what} are not laid out as the pieces of this game can be`);
  for (let slot = 0; slot < n; slot++)
    for (let i = 0; i < 3; i++) s.kind[SLOT_TILES[(firstSlot + slot) * 3 + i]!] = trios[of[slot]! * 3 + i]!;
}

/** Kinds of the face-down squares, and their tokens. */
function layHidden(s: Position, hidden: DoomspireView['hidden']): void {
  layTrios(s, HOME_TRIOS, HOME_SLOTS, 'home pieces');
  layTrios(s, TIER1_TRIOS, TIER1_SLOTS, 'plains');
  layTrios(s, s.tables.hillTrios, TIER2_SLOTS, 'hills');
  const centre = permutations(4).find((order) =>
    order.every((tileOf, i) => !s.explored[CENTRE[i]!] || s.kind[CENTRE[i]!] === TIER3_TILES[tileOf]),
  );
  if (!centre) wrong('tiles', 'the four central tiles are not those of this game');
  for (const [i, tileOf] of centre!.entries()) s.kind[CENTRE[i]!] = TIER3_TILES[tileOf]!;
  const left = [...hidden];
  for (let t = 0; t < 64; t++) {
    if (s.explored[t]) continue;
    const at = left.findIndex((x) => x.kind === tileKinds[s.kind[t]!]);
    if (at < 0) wrong('hidden', `does not fit the tiles that are face up: no ${tileKinds[s.kind[t]!]} left`);
    s.tokens[t] = left[at]!.tokens;
    left.splice(at, 1);
  }
  if (left.length > 0) wrong('hidden', `${left[0]!.kind} is face up already`);
}

/** Deals the unseen cards of a tier, which lie in `deckCards`, to its three decks so that their tops are as told. */
function layPiles(
  s: Position,
  tier: number,
  piles: NonNullable<DoomspireView['decks'][number]['piles']>,
  path: string,
): void {
  const base = tier * DECK_SIZE;
  const left = Array.from(s.deckCards.subarray(base, base + s.deckSize[tier]!));
  const take = (fits: (card: number) => boolean): number => {
    const i = left.findIndex(fits);
    return i < 0 ? -1 : left.splice(i, 1)[0]!;
  };
  const tops = piles.map((pile, i) => {
    const where = `${path}.piles.${i}`;
    if ((pile.top === null) !== (pile.cards === 0))
      wrong(`${where}.top`, pile.cards === 0 ? 'must be null' : 'must not be null');
    s.pileSize[tier * PILES + i] = pile.cards;
    if (!pile.sword) {
      if (pile.under !== undefined) wrong(`${where}.under`, 'is known only under a sword in a stone');
      return -1;
    }
    s.swordPile[0] = tier * PILES + i + 1;
    const sword = take((c) => c === TREASURE_STONE);
    if (sword < 0 || themes[CARD_THEME[sword]!] !== pile.top) wrong(`${where}.sword`, 'is not among the unseen cards');
    if ((pile.under === undefined) !== pile.cards < 2)
      wrong(`${where}.under`, pile.cards < 2 ? 'there is nothing under the sword' : 'must be given under a sword');
    return sword;
  });
  piles.forEach((pile, i) => {
    if (tops[i]! >= 0 || pile.top === null) return;
    tops[i] = take((c) => themes[CARD_THEME[c]!] === pile.top);
    if (tops[i]! < 0) wrong(`${path}.piles.${i}.top`, `no unseen card is a ${pile.top} card`);
  });
  const unders = piles.map((pile, i) => {
    if (pile.under === undefined) return -1;
    const card = take((c) => themes[CARD_THEME[c]!] === pile.under);
    if (card < 0) wrong(`${path}.piles.${i}.under`, `no unseen card is a ${pile.under} card`);
    return card;
  });
  if (piles.reduce((sum, pile) => sum + pile.cards, 0) !== s.deckSize[tier])
    wrong(`${path}.piles`, 'have not as many cards as are unseen');
  const dealt = piles.flatMap((pile, i) => {
    if (pile.cards === 0) return [];
    const known = unders[i]! < 0 ? [tops[i]!] : [unders[i]!, tops[i]!];
    return [...left.splice(0, pile.cards - known.length), ...known];
  });
  s.deckCards.set(dealt, base);
}

/** What must be known for each prompt; everything else was checked field by field. */
function checkPrompt(s: Position): void {
  const g = s.g;
  const prompt = g[S.PROMPT]!;
  const need = (ok: boolean, path: string, what: string) => {
    if (!ok) wrong(path, `${what} at prompt ${promptNames[prompt]}`);
  };
  const of = (...list: number[]) => list.includes(prompt);
  const actor = g[S.ACTOR]!;
  const focus = g[S.FOCUS_KNIGHT]!;
  need(actor >= 0, 'prompt.actor', 'must be a seat');
  need(!of(S.P_DECK) || s.tables.airef, 'prompt.name', 'not in this edition');
  const top = g[S.DEPTH]! > 0 ? s.frames[s.top()]! : 0;
  need(top > 0, 'stack', 'must not be empty');
  const ops: Partial<Record<number, readonly number[]>> = {
    [S.P_ROLL]: [S.OP_ROLL],
    [S.P_BLOCK]: [S.OP_WALK],
    [S.P_FLEETILE]: [S.OP_RETREAT],
    [S.P_LOSE]: [S.OP_LOSE],
    [S.P_OVERFLOW]: [S.OP_OVERFLOW],
    [S.P_TILEACT]: [S.OP_ARRIVE],
    [S.P_DECK]: [S.OP_ARRIVE],
    [S.P_STACK]: [S.OP_SPIRE],
    [S.P_ONEFORONE]: [S.OP_WINDOW],
    [S.P_CARDPLAYER]: [S.OP_CARD, S.OP_TITLES],
    [S.P_CARDKNIGHT]: [S.OP_CARD, S.OP_BEGGAR],
    [S.P_GET]: [S.OP_ARRIVE, S.OP_SPIRE, S.OP_WINDOW],
  };
  const allowed =
    ops[prompt] ??
    (of(S.P_FIGHT, S.P_SUPPORT, S.P_SIDE, S.P_BONUS, S.P_SACRIFICE, S.P_HANDOVER, S.P_LOOT)
      ? [S.OP_FIGHT]
      : of(S.P_HARVEST, S.P_USE, S.P_BUILD)
        ? [S.OP_HARVEST]
        : prompt >= S.P_CARDOPT && prompt <= S.P_ROOM
          ? [S.OP_CARD]
          : [S.OP_TURN]);
  need(
    allowed.includes(top),
    `stack.${g[S.DEPTH]! - 1}.procedure`,
    `must be ${allowed.map((o) => procedures[o]).join(' or ')}`,
  );
  if (allowed.includes(S.OP_FIGHT)) {
    const f = s.fight;
    const kind = f[S.FIGHT_KIND]!;
    need(kind > 0, 'fight', 'must be there');
    const there = (k: number) => k >= 0 && s.knightTile[k] !== ABSENT;
    need(there(f[S.FIGHT_ATTACKER]!), 'fight.attacker', 'must be a knight on the board');
    if (kind === 2) need(there(f[S.FIGHT_DEFENDER]!), 'fight.defender', 'must be a knight on the board');
    if (kind === 1) need(f[S.FIGHT_MONSTER]! >= 0, 'fight.monster', 'must be known');
    need(f[S.FIGHT_TILE]! >= 0, 'fight.tile', 'must be known');
  }
  if (top === S.OP_CARD) {
    need(g[S.CARD]! >= 0, 'card.card', 'must be known');
    need(g[S.CARD_KNIGHT]! >= 0, 'card.knight', 'must be known');
    if (prompt === S.P_CARDRES && g[S.CARD_OPTION] !== 0 && cards[g[S.CARD]!]!.id === 'temple-trial')
      need(g[S.CARD_PLAYER]! >= 0, 'card.player', 'must be known');
  }
  if (of(S.P_DEST, S.P_BOWTARGET, S.P_BOATDROP, S.P_TILEACT, S.P_ITEMPICK, S.P_BLOCK, S.P_OVERFLOW, S.P_DECK)) {
    need(focus >= 0 && ((focus / 3) | 0) === actor, 'prompt.knight', 'must be a knight of the actor');
    need(s.knightTile[focus] !== ABSENT, 'prompt.knight', 'must be on the board');
  }
  if (of(S.P_SACRIFICE, S.P_HANDOVER, S.P_LOOT, S.P_ROOM)) need(focus >= 0, 'prompt.knight', 'must be known');
  if (of(S.P_CARDKNIGHT, S.P_LOSE)) need(focus >= 0, 'prompt.knight', 'must be known');
  if (of(S.P_DEST, S.P_BOWTARGET, S.P_TILEACT, S.P_ITEMPICK, S.P_FLEETILE, S.P_BLOCK, S.P_DECK))
    need(g[S.FOCUS_TILE]! >= 0, 'prompt.tile', 'must be known');
  if (of(S.P_DEST, S.P_BOATZONE, S.P_PASSENGER, S.P_BOATDROP)) need(g[S.DIE]! > 0, 'turn.die', 'must be 1 to 3');
  if (of(S.P_BOATZONE, S.P_PASSENGER, S.P_BOATDROP)) {
    need(g[S.UNIT_CHOSEN]! >= 3, 'turn.unit', 'must be a boat (3 or 4)');
    need(s.boatZone[actor * 2 + g[S.UNIT_CHOSEN]! - 3] !== ABSENT, 'turn.unit', 'must be a boat on the board');
  }
  if (of(S.P_PASSENGER, S.P_BOATDROP)) need(g[S.BOAT_TARGET]! >= 0, 'turn.boatTo', 'must be known');
  if (of(S.P_BOATDROP)) need(g[S.PASSENGER] === focus, 'turn.passenger', 'must be the knight asked about');
  if (of(S.P_ITEMPICK)) need(g[S.ITEM_OPERATION]! >= 0, 'turn.itemOperation', 'must be known');
  if (of(S.P_ANSWER)) {
    need(g[S.PARTNER] === actor, 'turn.partner', 'must be the actor');
    need(g[S.GIVE]! >= 0, 'turn.give', 'must be known');
  }
  if (of(S.P_SEAREPLY))
    need(g[S.CARD_BOAT]! >= 0 && s.boatZone[g[S.CARD_BOAT]!] !== ABSENT, 'card.boat', 'must be a boat on the board');
  if (of(S.P_DECK)) need(KIND_TIER[s.kind[g[S.FOCUS_TILE]!]!]! > 0, 'prompt.tile', 'must be one where cards are drawn');
  const turnPrompt = allowed.includes(S.OP_TURN) || allowed.includes(S.OP_HARVEST);
  if (turnPrompt) need(g[S.MOVER]! >= 0, 'round.mover', 'must be known');
  if (turnPrompt && !of(S.P_ANSWER)) need(g[S.MOVER] === actor, 'round.mover', 'must be the actor');
}

/** What each argument of a procedure may be: k knight, t tile, T tile or none, s seat, n a small number. */
const ARGUMENTS = ['', '', 'kTTt', 'ktnn', '', 'kt', 'sk', 'k', '', 'k', '', 'n', '', 'kt', 's'] as const;

/**
 * A position from its view. What the seat of the view could not know is filled in arbitrarily; its legal actions and
 * observation are those of the position the view was taken of.
 * @param make an empty position with these options
 * @throws Error naming the first field that is wrong
 */
export function parseView<P extends Position>(json: unknown, make: (options: DoomspireOptions) => P): P {
  const parsed = viewSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return wrong(issue.path.join('.') || 'view', issue.message);
  }
  const v = parsed.data;
  const s = make(v.options);
  s.bytes.fill(0);
  const g = s.g;
  for (const [name, fields] of Object.entries(groups))
    readFields(fields, v[name as keyof typeof groups] as Record<string, unknown>, g);
  for (const [path, index] of [
    ['round.phase', S.PHASE],
    ['round.firstPlayer', S.TOKEN],
    ['end.how', S.ENDING],
  ] as const)
    if (g[index]! < 0) wrong(path, 'must not be null');
  if (g[S.ROUND]! > v.options.roundCap) wrong('round.number', 'is beyond the round cap');
  if (v.fight) {
    readFields(fightFields, v.fight as Record<string, unknown>, s.fight);
    if (s.fight[S.FIGHT_KIND]! < 1) wrong('fight.kind', 'must name a kind of fight; fight is null where there is none');
    if (s.fight[S.FIGHT_ATTACKER]! < 0 || s.fight[S.FIGHT_TILE]! < 0) wrong('fight', 'has no attacker or no tile');
    if (s.fight[S.FIGHT_KIND] === 2 && s.fight[S.FIGHT_DEFENDER]! < 0) wrong('fight.defender', 'must be a knight');
    if (s.fight[S.FIGHT_KIND] === 1 && s.fight[S.FIGHT_MONSTER]! < 0) wrong('fight.monster', 'must be a monster');
  }
  s.marks[0] = v.ringFreed ? 1 : 0;
  s.marks[1] = v.choosingDice ? 1 : 0;

  v.players.forEach((p, i) => {
    const path = `players.${i}`;
    if (p.seat !== seatNames[i]) wrong(`${path}.seat`, `players come in the order ${seatNames.join(', ')}`);
    if (p.fame > v.options.trackMax) wrong(`${path}.fame`, `more than ${v.options.trackMax}`);
    if (p.might > v.options.trackMax) wrong(`${path}.might`, `more than ${v.options.trackMax}`);
    s.fame[i] = p.fame;
    s.might[i] = p.might;
    resourceNames.forEach((r, j) => {
      s.resources[i * 4 + j] = p.resources[r];
    });
    for (const b of p.buildings) s.buildings[i]! |= 1 << buildingNames.indexOf(b);
    s.stacks[i] = p.impressions;
    s.concededOrder[i] = p.conceded;
    s.extraDice[i] = p.extraDice ?? 0;
    p.knights.forEach((k, j) => {
      const n = i * 3 + j;
      s.knightTile[n] = k.tile === null ? ABSENT : tileNames.indexOf(k.tile);
      if (k.tile !== null) s.knightsOn[s.knightTile[n]!]! |= 1 << n;
      s.acted[n] = k.acted ? 1 : 0;
      s.halted[n] = k.stays ? 1 : 0;
    });
    p.boats.forEach((b, j) => {
      s.boatZone[i * 2 + j] = b === null ? ABSENT : zoneNames.indexOf(b);
    });
    s.dice.set(p.dice, i * 3);
    s.rolled.set(p.rolled, i * 3);
  });

  v.tiles.forEach((t, i) => {
    const path = `tiles.${i}`;
    if (t.at !== tileNames[i]) wrong(`${path}.at`, `tiles come row by row from the north: wanted ${tileNames[i]}`);
    if (t.kind === null) {
      if (Object.keys(t).length > 2) wrong(path, 'nothing is known of a tile that is face down');
      if (REGION[i] === 1) wrong(`${path}.kind`, 'the plains are face up from the start');
      return;
    }
    s.explored[i] = 1;
    s.kind[i] = tileKinds.indexOf(t.kind);
    if (t.owner) s.owner[i] = t.owner === 'neutral' ? NEUTRAL : seatNames.indexOf(t.owner as 'NW') + 1;
    if (t.monster) s.monster[i] = monsterIds.indexOf(t.monster) + 1;
    if (t.monsterIsCard) s.monsterCard[i] = 1;
    if (t.sleepsFor) s.dormant[i] = knightNames.indexOf(t.sleepsFor) + 1;
    if (t.harvestBy) s.harvestBy[i] = seatNames.indexOf(t.harvestBy) + 1 + (t.harvested ? S.TAKEN : 0);
    if (t.harvested && (!t.harvestBy || !s.tables.airef)) wrong(`${path}.harvested`, 'nobody harvests here');
    s.tokens[i] = t.tokens ?? 0;
    s.sword[i] = t.sword ? 1 : 0;
    const o = s.owner[i]!;
    if (o >= 1 && o <= 4 && HOME_SEAT[i] !== o - 1) s.flags[o - 1]!++;
  });
  layHidden(s, v.hidden);

  v.items.forEach((item, p) => {
    const path = `items.${p}`;
    const kind = itemIds.indexOf(item.kind);
    const may =
      p === PIECE_RING ? [RING_STUCK, RING_DRAGON] : p === PIECE_STONE ? [HALF_SWORD, CLOUDSLICER] : [PIECE_KIND[p]!];
    if (!may.includes(kind)) wrong(`${path}.kind`, `this piece is ${may.map((k) => itemIds[k]).join(' or ')}`);
    s.itemKind[p] = kind;
    const place = placeNumber(item.place);
    s.itemPlace[p] = place;
    if (place >= 1 && place <= 12) {
      s.knightItems[place - 1] = s.knightItems[place - 1]! | (1 << p);
      s.slotsFilled[place - 1]! += s.tables.itemSlots[kind]!;
    } else if (place >= ON_TILE && place < ON_TILE + 64) s.tileItems[place - ON_TILE]!++;
    s.itemTouched[p] = (item.dropped ? S.DROPPED : 0) | (item.picked ? S.PICKED : 0);
    if (item.lastHolder) s.itemOwner[p] = seatNames.indexOf(item.lastHolder) + 1;
  });
  v.followers.forEach((f, i) => {
    if (f.kind !== followerIds[i]) wrong(`followers.${i}.kind`, `wanted ${followerIds[i]}`);
    const place = placeNumber(f.place);
    if (place >= ON_TILE && place < ON_TILE + 64) wrong(`followers.${i}.place`, 'a follower does not stand on a tile');
    s.followerPlace[i] = place;
    if (place >= 1 && place <= 12) s.followerBits[place - 1]! |= 1 << i;
  });

  v.decks.forEach((deck, tier) => {
    const path = `decks.${tier}`;
    if (deck.tier !== tier + 1) wrong(`${path}.tier`, 'decks come in the order of their tiers');
    const base = tier * DECK_SIZE;
    let n = 0;
    for (const [id, count] of Object.entries(deck.unseen)) {
      const c = cardIds.indexOf(id);
      if (c < 0 || s.tables.cardTier[c] !== tier) wrong(`${path}.unseen.${id}`, `not a card of tier ${tier + 1}`);
      if (n + count > DECK_SIZE) wrong(`${path}.unseen`, 'more cards than a deck can hold');
      for (let i = 0; i < count; i++) s.deckCards[base + n++] = c;
    }
    if (n !== deck.cards) wrong(`${path}.cards`, `${deck.cards}, but unseen has ${n}`);
    s.deckSize[tier] = n;
    const one = !s.tables.airef;
    if ((deck.piles === undefined) !== one) wrong(`${path}.piles`, one ? 'not in this edition' : 'must be given');
    if ((deck.top === null) !== (n === 0 || !one))
      wrong(`${path}.top`, n === 0 || !one ? 'must be null' : 'must not be null');
    if (deck.piles) layPiles(s, tier, deck.piles, path);
    else if (n > 0) {
      const theme = themes.indexOf(deck.top!);
      const at = s.deckCards.subarray(base, base + n).findIndex((c) => CARD_THEME[c] === theme);
      if (at < 0) wrong(`${path}.top`, `no unseen card is a ${deck.top} card`);
      const swap = s.deckCards[base + n - 1]!;
      s.deckCards[base + n - 1] = s.deckCards[base + at]!;
      s.deckCards[base + at] = swap;
    }
    deck.discard.forEach((id, i) => {
      s.discardCards[base + i] = cardIds.indexOf(id);
    });
    s.discardSize[tier] = deck.discard.length;
  });

  s.traderStock.set(v.trader);
  v.stacks.forEach((stack, i) => {
    s.stackTaken[i] = stack.taken ? 1 : 0;
    resourceNames.forEach((r, j) => {
      if (stack.resources[r] > 48) wrong(`stacks.${i}.resources.${r}`, 'more than the hoard holds');
      s.stackContents[i * 4 + j] = stack.resources[r];
    });
  });
  v.stack.forEach((frame, i) => {
    const op = procedures.indexOf(frame.procedure);
    if (op === 0) wrong(`stack.${i}.procedure`, 'must name a procedure');
    const kinds = ARGUMENTS[op]!;
    if (op === S.OP_CARD && frame.arguments[0]! >= PILES) wrong(`stack.${i}.arguments.0`, 'must be 0 to 2');
    frame.arguments.forEach((a, j) => {
      const kind = kinds[j];
      const max = kind === 'k' ? 11 : kind === 't' || kind === 'T' ? 63 : kind === 's' ? 3 : kind === 'n' ? 31 : 255;
      const min = kind === 'T' || kind === undefined ? -1 : 0;
      if (a < min || a > max) wrong(`stack.${i}.arguments.${j}`, `must be ${min} to ${max}`);
    });
    s.frames.set([op, frame.step, ...frame.arguments], i * S.FRAME);
  });
  g[S.DEPTH] = v.stack.length;
  if ((v.dragon === undefined) === s.tables.airef)
    wrong('dragon', s.tables.airef ? 'must be given' : 'not in this edition');
  if (v.dragon) {
    g[S.DRAGON_DIE] = v.dragon.die;
    for (const name of v.dragon.eaten) s.eaten[knightNames.indexOf(name)] = 1;
  }
  if (v.places) {
    if (!g[S.OVER]) wrong('places', 'null before the end');
    s.finalPlaces.set(v.places);
  } else if (g[S.OVER]) wrong('places', 'must be given when the game is over');
  if (g[S.OVER]) {
    if (g[S.PROMPT]! >= 0) wrong('prompt.name', 'must be null when the game is over');
  } else {
    if (g[S.PROMPT]! < 0) wrong('prompt.name', 'must name what is asked');
    checkPrompt(s);
    const problem = stepProblem(s);
    if (problem) {
      const { frame, wanted } = problem;
      const range = wanted.length > 4 ? `${wanted[0]} to ${wanted.at(-1)}` : wanted.join(' or ');
      wrong(`stack.${frame}.step`, `must be ${range || 'that of a walk past the tile asked about'} here`);
    }
  }
  const doomspire = CENTRE.find((t) => s.explored[t] === 1 && s.kind[t] === KIND_DOOMSPIRE);
  if ((doomspire !== undefined) !== (g[S.SPIRE_REVEALED] === 1)) wrong('hoard.found', 'does not agree with the tiles');
  if (!g[S.OVER] && listActions(s) === 0) wrong('prompt', 'nothing is legal here');
  const [first] = violations(s);
  if (first) wrong('view', first);
  return s;
}
